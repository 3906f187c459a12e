"""What learns `point`, `close`, `ridge`, `scene`, `cube` and `uncalibrated`: boards of both renderers."""

from __future__ import annotations

from pathlib import Path

from lab.training.anew.steps import BOARD_WEIGHTS, Seeds, Step, Workplace, python, traced

FAST, ANY_CAMERA, ANY_SET = Seeds(600_000, 300), Seeds(660_000, 80), Seeds(661_000, 60)
"""Boards of the fast renderer: usual ones; checkers of any size before any camera; checkers of any size."""
HELD_OUT = Seeds(690_000, 20)
DOUBTED, DOUBTED_HELD_OUT = Seeds(540_000, 330), Seeds(671_000, 12)
"""Boards of the fast renderer with much that `point` doubts, for `close`."""
TRACED, TRACED_HARD = Seeds(2_200_000, 64), Seeds(2_300_000, 52)
"""Path-traced boards: in positions of play, and such as are hard to count."""
CAMERAS = 4
"""Through which the light of each traced board is seen."""
PAINTED = (Seeds(420_000, 1_000), Seeds(421_000, 1_000))
"""Leaves painted straight into leaf coordinates, for `uncalibrated`."""
EPOCHS = {"point": 12, "close": 12, "ridge": 12, "scene": 12, "cube": 10}
PAINTED_STEPS, REPORTED = 5_000, 500


def board_steps(place: Workplace) -> list[Step]:
    folder = place.folder
    fast, lit, sized, check = (folder / f"{name}.npz" for name in ("fast", "any_camera", "any_set", "held_out"))
    any_board, hard = folder / "traced", folder / "traced_hard"
    seen = folder / "traced.npz"
    steps = [
        _rendered(place, fast, FAST),
        _rendered(place, lit, ANY_CAMERA, "--any-set", "--any-camera"),
        _rendered(place, sized, ANY_SET, "--any-set"),
        _rendered(place, check, HELD_OUT, "--any-set", "--any-camera"),
        _traced_boards(place, "traced", any_board, TRACED, "--positions", 4),
        _traced_boards(place, "traced_hard", hard, TRACED_HARD, "--positions", 5, "--hard-to-count"),
        Step("traced_arrays", traced(place, "lab.training.traced_points", seen, any_board, hard, "--cameras", CAMERAS)),
        _learned(place, "point", [fast, lit, sized, seen], check),
    ]
    steps += _doubted(place, any_board, hard)
    steps += [_learned(place, net, [fast, lit, sized, seen], check) for net in ("ridge", "scene", "cube")]
    return steps + _painted(place, [fast, seen], check)


def _rendered(place: Workplace, out: Path, whole: Seeds, *which: str) -> Step:
    return Step(f"{out.stem}_boards", python("lab.training.render", out, *place.seeds(whole).options, *which))


def _traced_boards(place: Workplace, name: str, target: Path, whole: Seeds, *which: object) -> Step:
    options = (*place.seeds(whole).options, *which, "--no-empty")
    return Step(name, traced(place, "lab.simulator.path_traced.stills", target, *options))


def _learned(place: Workplace, net: str, arrays: list[Path], check: Path, *more: object) -> Step:
    epochs = ("--epochs", place.some(EPOCHS[net]), "--out", BOARD_WEIGHTS)
    command = python("lab.training.train", net, "--train", *arrays, "--check", check, *more, *epochs)
    return Step(f"learn_{net}", command, BOARD_WEIGHTS / f"{net}.onnx")


def _doubted(place: Workplace, any_board: Path, hard: Path) -> list[Step]:
    """`close` learns from what `point` doubts, so from strips chosen after `point` has learned."""
    drawn, asked, check, strips = (
        place.folder / f"{name}.npz" for name in ("doubted", "asked", "doubted_held_out", "traced_strips")
    )
    unused = place.folder / "traced_again.npz"
    held_out, seen = place.seeds(DOUBTED_HELD_OUT), ("--cameras", CAMERAS, "--close", strips)
    point = ("--start-from", BOARD_WEIGHTS / "point.onnx")
    return [
        Step("doubted", python("lab.training.close_strips", "render", drawn, *place.seeds(DOUBTED).options)),
        Step("doubted_held_out", python("lab.training.close_strips", "render", check, *held_out.options)),
        Step("asked", python("lab.training.close_strips", "asked", asked, drawn)),
        Step("traced_strips", traced(place, "lab.training.traced_points", unused, any_board, hard, *seen)),
        _learned(place, "close", [asked, strips], check, *point),
    ]


def _painted(place: Workplace, arrays: list[Path], check: Path) -> list[Step]:
    steps, painted = [], []
    for number, whole in enumerate(PAINTED):
        boards, out = place.seeds(whole, 40), place.folder / f"painted_{number}.npz"
        options = ("--boards", boards.many, "--only-paint", boards.first)
        steps.append(Step(f"painted_{number}", python("lab.training.photo_points", out, *options)))
        painted.append(out)
    learning = ("--painted", *painted, "--rendered", *arrays, "--check", check)
    steps_taken = place.some(PAINTED_STEPS // REPORTED) * REPORTED
    command = python("lab.training.photo_points", BOARD_WEIGHTS, *learning, "--steps", steps_taken)
    return [*steps, Step("learn_uncalibrated", command, BOARD_WEIGHTS / "uncalibrated.onnx")]
