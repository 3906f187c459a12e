"""Learn all networks anew from seeds, in one command, resumable: what is done is left.

    python -m lab.training.anew FOLDER --renderer PYTHON [--share 0.02] [--of corners board dice]

FOLDER takes pictures and arrays; the weights are written to this checkout. PYTHON is the interpreter of an environment
that has Blender's `bpy`, which needs numpy 1, so it has one of its own (see lab/training/README.md). A small share
tries the whole way with little of everything; its weights are of no use.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from lab.training.anew.board_nets import board_steps
from lab.training.anew.corner_nets import corner_steps
from lab.training.anew.dice_nets import dice_steps
from lab.training.anew.steps import Step, Workplace, carry_out

KINDS: dict[str, Callable[[Workplace], list[Step]]] = {
    "corners": corner_steps,
    "board": board_steps,
    "dice": dice_steps,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--renderer", required=True, metavar="PYTHON")
    parser.add_argument("--share", type=float, default=1.0, help="of the pictures and of the time to learn")
    parser.add_argument("--of", nargs="+", choices=tuple(KINDS), default=tuple(KINDS), help="networks of these kinds")
    chosen = parser.parse_args()
    place = Workplace(chosen.folder, chosen.renderer, chosen.share)
    carry_out([step for kind in chosen.of for step in KINDS[kind](place)], chosen.folder)


if __name__ == "__main__":
    main()
