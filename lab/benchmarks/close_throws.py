"""How often flat dice that touch or nearly touch something are called cocked or on a checker.

    python -m lab.benchmarks.close_throws [--boards 90] [--first-seed 890000] [--out FILE.jsonl]

Fresh boards, two in three tone on tone, half of them with dice in their own checkers' colour, learned from their start
and empty pictures. One die of each throw lies at the end or the side of a row of its own colour, at a wall or at the
other die, up to 0.15 of its side away. Throws that nobody could read (`lab.simulator.pips`) do not count. Beside each
flat throw there is one of which a die stands on a checker, or leans against one: how often that is said.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.random import Generator

from arbiter.referee.evidence import DieSeen
from lab.benchmarks.board_parser import board_parser
from lab.benchmarks.setups import scene_of
from lab.benchmarks.touching_dice import reader_of
from lab.simulator.art import Bytes
from lab.simulator.close_throws import BESIDE, lay_close_dice
from lab.simulator.layout import LaidDie, Mishap, lay_dice
from lab.simulator.looks import lab
from lab.simulator.pips import LEGIBLE_CONTRAST, LEGIBLE_SIDE, pip_contrast
from lab.simulator.positions import several
from lab.simulator.scene import Label, Scene, SetLook, render
from lab.simulator.stills import random_layout

PER_BOARD = 8
SAME_PLACE = 10.0
"""Pixels from where a die lies within which it is seen there."""
PIP_SPREAD = 0.255
"""Sides from pip to pip, in the middle of what is drawn."""
ALIKE = 6.0
"""Standard deviation, grey levels, by which dice in their checkers' colour differ from it."""


@dataclass(frozen=True)
class Called:
    """One throw. beside: what its second die lies next to, or on_checker or cocked. seen: dice of the throw that were
    read right; cocked, on_checker: of them, how many are called so."""

    board: int
    beside: str
    alike: bool
    dice: int
    seen: int
    cocked: int
    on_checker: int


def with_own_dice(scene: Scene, rng: Generator) -> Scene:
    """The same board with dice in nearly their checkers' colours."""

    def own(kept: SetLook) -> SetLook:
        r, g, b = (float(np.clip(v + rng.normal(0, ALIKE), 4, 250)) for v in kept.checker)
        pips = (245.0, 242.0, 235.0) if lab((r, g, b))[0] < 60 else (22.0, 22.0, 26.0)
        return replace(kept, die=(r, g, b), pips=pips)

    look = replace(scene.look, light=own(scene.look.light), dark=own(scene.look.dark))
    return replace(scene, look=look)


def throws(seed: int) -> Iterator[Called]:
    scene, rng = scene_of(seed), np.random.default_rng((seed, 61))
    alike = bool(rng.random() < 0.5)
    scene = with_own_dice(scene, rng) if alike else scene
    reader = reader_of(scene)
    for shot, (position, roller) in enumerate(several(rng, PER_BOARD), 2):
        layout = random_layout(scene, position, roller, rng)
        leaf = "right" if scene.seats.near is roller else "left"
        first, second = (int(value) for value in rng.integers(1, 7, 2))
        beside = BESIDE[shot % len(BESIDE)]
        strange: Mishap = "on_checker" if shot // 4 % 2 else "cocked"
        close = lay_close_dice(scene.book, layout.discs, roller, leaf, (first, second), beside, rng)
        odd = lay_dice(scene.book, scene.seats, layout.discs, roller, (first, second), rng, strange)
        for what, dice in ((beside, close), (strange, odd)):
            if dice is None:
                continue
            picture, label = render(scene, replace(layout, dice=dice), shot=shot, samples=1.0)
            if all(_legible(scene, die, picture) for die in dice):
                yield called(seed, what, alike, label, reader.read(picture).dice)


def called(board: int, what: str, alike: bool, label: Label, seen: tuple[DieSeen, ...]) -> Called:
    """How the dice of a label are called. Which one is meant is said by where it lies."""
    found = [min(seen, key=lambda die: _away(die, entry), default=None) for entry in label["dice"]]
    near = [
        die
        for die, entry in zip(found, label["dice"], strict=True)
        if die is not None and _away(die, entry) < SAME_PLACE and die.value == entry["value"]
    ]
    return Called(
        board, what, alike, len(label["dice"]), len(near), sum(d.cocked for d in near), sum(d.on_checker for d in near)
    )


def _away(die: DieSeen, entry: Label) -> float:
    return float(np.hypot(*np.subtract(die.center, entry["center"])))


def _legible(scene: Scene, die: LaidDie, picture: Bytes) -> bool:
    book, frame = scene.book, scene.book.frame(die.block.frame)
    half = np.array(die.block.turn)[:, 0] * book.die_side / 2
    ends = scene.camera.project(frame.world([np.array(die.block.at) - half, np.array(die.block.at) + half]))
    plain = pip_contrast(picture, scene.camera, frame, die.block, die.value, book.die_side, PIP_SPREAD)
    return bool(np.linalg.norm(ends[1] - ends[0]) >= LEGIBLE_SIDE and plain >= LEGIBLE_CONTRAST)


def main() -> None:
    parser = board_parser(__doc__, boards=90, first_seed=890_000)
    parser.add_argument("--out", type=Path, help="a line of JSON a throw; boards that are in it are not drawn again")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    found = [Called(**json.loads(line)) for line in asked.out.read_text().splitlines()] if _exists(asked.out) else []
    done = {one.board for one in found}
    for seed in range(asked.first_seed, asked.first_seed + asked.boards):
        if seed in done:
            continue
        here = list(throws(seed))
        found += here
        if asked.out:
            with asked.out.open("a") as file:
                file.writelines(json.dumps(asdict(one)) + "\n" for one in here)
        print(f"{seed}: {summary(found)}", flush=True)
    for alike in (False, True):
        for what in sorted({one.beside for one in found}):
            part = [one for one in found if one.beside == what and one.alike == alike]
            print(f"{what}, {'dice like checkers' if alike else 'any dice'}: {summary(part)}")
    print(f"flat: {summary([one for one in found if one.beside in BESIDE])}")


def _exists(path: Path | None) -> bool:
    return path is not None and path.exists()


def summary(found: Sequence[Called]) -> str:
    return (
        f"{len(found)} throws, both dice read {sum(one.seen == one.dice for one in found)}, "
        f"called cocked {sum(one.cocked > 0 for one in found)}, on a checker {sum(one.on_checker > 0 for one in found)}"
    )


if __name__ == "__main__":
    main()
