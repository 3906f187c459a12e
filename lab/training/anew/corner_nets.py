"""What learns the networks that find the book: `whole` and `leaf`."""

from __future__ import annotations

from lab.training.anew.steps import CORNER_WEIGHTS, Seeds, Step, Workplace, python

BOARDS = Seeds(300_000, 190)
"""Four pictures each."""
EXAMPLES = {"whole": 75_000, "leaf": 65_000}


def corner_steps(place: Workplace) -> list[Step]:
    pictures = place.folder / "corners"
    steps = [Step("corner_boards", python("lab.training.corners_render", pictures, *place.seeds(BOARDS, 5).options))]
    for net, examples in EXAMPLES.items():
        lasting = ("--examples", place.some(examples), "--out", CORNER_WEIGHTS)
        command = python("lab.training.corners", net, "--pictures", pictures, *lasting)
        steps.append(Step(f"learn_{net}", command, CORNER_WEIGHTS / f"{net}.onnx"))
    return steps
