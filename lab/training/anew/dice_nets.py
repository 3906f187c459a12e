"""What learns `die_finder` and `die_reader`: two thirds of the time is tracing strewn dice."""

from __future__ import annotations

from pathlib import Path

from lab.training.anew.steps import BOARD_WEIGHTS, Seeds, Step, Workplace, python, traced

FIELDS, ALIKE, FIELDS_HELD_OUT = Seeds(1_000_100, 140), Seeds(1_000_400, 65), Seeds(1_000_036, 17)
"""Traced pictures of strewn dice: to learn from, such in colours of what they lie on, and to check with."""
BOARDS, BOARDS_WITH_EMPTY = Seeds(1_100_000, 91), Seeds(2_000_000, 40)
"""Boards without dice, by the fast renderer; traced boards with pictures of them empty."""


def dice_steps(place: Workplace) -> list[Step]:
    fields, held_out = place.folder / "fields", place.folder / "fields_held_out"
    boards, shown = place.folder / "boards", place.folder / "traced_with_empty"
    seen = place.seeds(BOARDS_WITH_EMPTY)
    steps = [
        _strewn(place, "fields", fields, FIELDS),
        _strewn(place, "fields_alike", fields, ALIKE, "--alike"),
        _strewn(place, "fields_held_out", held_out, FIELDS_HELD_OUT),
        Step("traced_with_empty", traced(place, "lab.simulator.path_traced.stills", shown, *seen.options)),
        Step("boards_without_dice", python("lab.training.dice_boards", boards, *place.seeds(BOARDS).options)),
    ]

    def patches(name: str, source: Path, seed: int, *amounts: object) -> Path:
        out = place.folder / f"{name}.npz"
        sources = ("--boards", boards, "--fields", source, "--traced", shown, "--traced-before", seen.first + seen.many)
        steps.append(Step(name, python("lab.training.dice_patches", out, *sources, "--seed", seed, *amounts)))
        return out

    def learned(net: str, arrays: list[Path], check: Path, epochs: int) -> None:
        lasting = ("--epochs", place.some(epochs), "--bfloat16", "--out", BOARD_WEIGHTS)
        command = python("lab.training.dice", net, "--train", *arrays, "--check", check, *lasting)
        steps.append(Step(f"learn_die_{net}", command, BOARD_WEIGHTS / f"die_{net}.onnx"))

    some = place.some
    whole = [patches(f"finder_{n}", fields, 901 + n, "--finder", some(12_000, 100)) for n in range(3)]
    learned("finder", whole, patches("finder_check", held_out, 900, "--finder", some(400, 20)), 14)
    amounts = ("--reader", some(90_000, 500), "--mistaken", some(500, 5))
    cuts = [patches(f"reader_{n}", fields, 911 + n, *amounts) for n in range(2)]
    found = ("--found", some(1_500, 5), "--found-on-boards", some(900, 5))
    cuts.append(patches("reader_found", fields, 921, *found))
    learned("reader", cuts, patches("reader_check", held_out, 910, "--found", some(60, 5)), 20)
    return steps


def _strewn(place: Workplace, name: str, target: Path, whole: Seeds, *which: str) -> Step:
    pictures = place.seeds(whole)
    options = ("--first", pictures.first, "--pictures", pictures.many, *which)
    return Step(name, traced(place, "lab.simulator.path_traced.dice_field", target, *options))
