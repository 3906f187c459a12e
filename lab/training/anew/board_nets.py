"""What learns `sheet` and `cube`: boards of both renderers."""

from __future__ import annotations

from pathlib import Path

from lab.training.anew.steps import BOARD_WEIGHTS, Seeds, Step, Workplace, python, traced

FAST, ANY_CAMERA, ANY_SET = Seeds(600_000, 300), Seeds(660_000, 80), Seeds(661_000, 60)
"""Boards of the fast renderer: usual ones; checkers of any size before any camera; checkers of any size."""
HELD_OUT = Seeds(690_000, 20)
SHEETS = Seeds(3_000_000, 4_000)
SHEET_MINUTES = 1_200
"""Boards of the fast renderer with all that lies on real tables, for `sheet`, and how long it learns from them."""
TRACED, TRACED_HARD = Seeds(2_200_000, 64), Seeds(2_300_000, 52)
"""Path-traced boards: in positions of play, and such as are hard to count."""
CAMERAS = 4
"""Through which the light of each traced board is seen."""
EPOCHS = 10


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
    ]
    steps += _sheet(place)
    steps.append(_cube(place, [fast, lit, sized, seen], check))
    return steps


def _rendered(place: Workplace, out: Path, whole: Seeds, *which: str) -> Step:
    return Step(f"{out.stem}_boards", python("lab.training.render", out, *place.seeds(whole).options, *which))


def _traced_boards(place: Workplace, name: str, target: Path, whole: Seeds, *which: object) -> Step:
    options = (*place.seeds(whole).options, *which, "--no-empty")
    return Step(name, traced(place, "lab.simulator.path_traced.stills", target, *options))


def _cube(place: Workplace, arrays: list[Path], check: Path) -> Step:
    epochs = ("--epochs", place.some(EPOCHS), "--out", BOARD_WEIGHTS)
    command = python("lab.training.train", "--train", *arrays, "--check", check, *epochs)
    return Step("learn_cube", command, BOARD_WEIGHTS / "cube.onnx")


def _sheet(place: Workplace) -> list[Step]:
    """Pictures on disk, of which sheets are made while it learns."""
    drawn, begun = place.folder / "sheets", place.folder / "sheet.pt"
    shipped, many = BOARD_WEIGHTS / "sheet.onnx", place.seeds(SHEETS).options
    minutes = ("--minutes", place.some(SHEET_MINUTES))
    return [
        Step("sheets", python("lab.training.sheet.draw", drawn, *many)),
        Step("learning_sheet", python("lab.training.sheet.learn", begun, drawn, *minutes)),
        Step("learn_sheet", python("lab.training.sheet.export", begun, shipped), shipped),
    ]
