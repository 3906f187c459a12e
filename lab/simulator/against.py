"""The recording of `bookgammon demo --against`: a person plays GNU Backgammon on a rendered board, alone at it.

    python -m lab.simulator.against FOLDER [--seed 5] [--plies 7] [--size 768x432]

GNU Backgammon decides for both; the person throws for it too and moves its checkers, one play wrongly at first, and
doubles once. Leaves game.mp4, start.jpg, empty.jpg and recording.toml; encode the clip anew before it is shipped
(`ffmpeg -i game.mp4 -c:v libx264 -crf 27 -preset veryslow -pix_fmt yuv420p`).
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from arbiter.notation import format_play
from arbiter.plays import Dice, Play, legal_plays
from arbiter.position import START, Position, Side
from arbiter.rules import Rules
from arbiter.xgid import MatchPosition, format_xgid
from bookgammon.opponent.protocol import GameSituation
from bookgammon.plugins.gnubg.analysis.gnubg_process import GnubgProcess
from bookgammon.plugins.gnubg.gnubg_opponent import LEVELS, GnubgOpponent, LevelName
from lab.simulator.acting import Shot, Table, way_back
from lab.simulator.blunders import Step
from lab.simulator.clips import FPS, Recorder, write_start
from lab.simulator.looks import random_board
from lab.simulator.scene import Scene

RULES = Rules(length=5)
LEVEL: LevelName = "world class"


@dataclass(frozen=True)
class Turn:
    """wrong: what is first made for the opponent instead. doubles: the person doubles before it."""

    side: Side
    before: Position
    dice: Dice
    play: Play
    wrong: Play | None = None
    doubles: bool = False


def never() -> bool:
    return False


def game(seed: int, me: Side, plies: int) -> list[Turn]:
    """The first plies of a game; no roll of the opponent's comes twice, as the recording finds its plays by them."""
    process, lot = GnubgProcess(), np.random.default_rng((seed, 73))
    player = GnubgOpponent(LEVELS[LEVEL], process)
    turns: list[Turn] = []
    position, side, rolled, cube, owner = START, me, set[tuple[int, ...]](), 1, None
    try:
        while len(turns) < plies:
            at = GameSituation(position, side, side, cube, owner, rules=RULES)
            doubles = side is me and cube == 1 and len(turns) == 2 * ((plies - 2) // 2)
            if doubles:
                answerer = GameSituation(position, side.other, side, cube, owner, rules=RULES)
                doubles = player.answers_double(answerer, never) == "take"
            if doubles:
                cube, owner = 2, side.other
            dice = (int(lot.integers(1, 7)), int(lot.integers(1, 7)))
            if side is not me and tuple(sorted(dice)) in rolled:
                continue
            play = player.plays(at, dice, never)
            wrong = None
            if side is not me:
                rolled.add(tuple(sorted(dice)))
                if len(rolled) == 2:
                    others = [other for other in legal_plays(position, side, dice) if _quite_another(other, play)]
                    wrong = others[0] if others else None
            turns.append(Turn(side, position, dice, play, wrong, doubles))
            position, side = play.result, side.other
    finally:
        process.close()
    return turns


def _quite_another(other: Play, play: Play) -> bool:
    """No checker of it moves as in the right one."""
    return bool(other.moves) and not {(m.start, m.end) for m in other.moves} & {(m.start, m.end) for m in play.moves}


def steps(side: Side, play: Play) -> tuple[Step, ...]:
    return tuple((side, move.start, move.end) for move in play.moves)


class Film:
    """The person's hands do everything."""

    def __init__(self, table: Table, me: Side, rng: np.random.Generator) -> None:
        self.table, self.me, self._rng = table, me, rng

    def wait(self, low: int, high: int) -> Iterator[Shot]:
        return self.table.wait(int(self._rng.integers(low, high)))

    def shots(self, turns: list[Turn]) -> Iterator[Shot]:
        yield from self.table.wait(30)
        for turn in turns:
            if turn.doubles:
                yield from self.table.turn_cube(self.me, 2, "far" if self.me is self.table.scene.seats.near else "near")
                yield from self.table.retreat(self.me)
                yield from self.wait(24, 30)
            yield from self._turn(turn)

    def _turn(self, turn: Turn) -> Iterator[Shot]:
        table = self.table
        yield from table.throw(self.me, turn.dice)
        yield from self.wait(18, 26)  # its play is shown meanwhile
        right = steps(turn.side, turn.play)
        if turn.wrong:
            wrong = steps(turn.side, turn.wrong)
            yield from self._carry(wrong)
            yield from self.wait(32, 40)
            yield from self._carry(tuple(way_back(turn.before, wrong, right)))
        else:
            yield from self._carry(right)
        yield from self.wait(12, 16)
        yield from table.lift(self.me)
        yield from table.retreat(self.me)
        yield from self.wait(12, 16)

    def _carry(self, made: tuple[Step, ...]) -> Iterator[Shot]:
        if made:
            yield from self.table.carry(self.me, made)
            yield from self.table.retreat(self.me)


def described(scene: Scene, me: Side, turns: list[Turn], frames: int) -> str:
    """recording.toml."""
    corners = scene.book.seen_corners(scene.camera)
    start = MatchPosition(turn=me, length=RULES.length)
    its = [turn for turn in turns if turn.side is not me]
    leaves = {leaf: [[round(float(v), 2) for v in corner] for corner in corners[leaf]] for leaf in ("left", "right")}
    plays = "\n".join(f'  ["{turn.dice[0]}-{turn.dice[1]}", "{format_play(turn.play)}"],' for turn in its)
    return f"""\
# The recording of `bookgammon demo --against`: a rendered book board that does not exist, made by
# `python -m lab.simulator.against --seed {scene.seed}`.
start = "start.jpg"
empty = "empty.jpg"
near = "{scene.seats.near.value}"
home = "{scene.seats.home}"

[corners]  # of each leaf TL, TR, BR, BL in pixels of the pictures
left = {leaves["left"]}
right = {leaves["right"]}

[opponent]  # who plays without sitting there, and what it decided while the game was played
side = "{me.other.value}"
engine = "gnubg"
level = "{LEVEL}"
dice = "thrown"
answer = "take"
plays = [
{plays}
]

[[clips]]
file = "game.mp4"
frames = {frames}
fps = {FPS}
position = "{format_xgid(start)}"
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--plies", type=int, default=7)
    parser.add_argument("--size", default="768x432", help="of the pictures, in pixels")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    width, height = (int(side) for side in args.size.split("x"))
    scene = random_board(args.seed, "ordinary", (width, height))
    me = scene.seats.near
    turns = game(args.seed, me, args.plies)
    args.folder.mkdir(parents=True, exist_ok=True)
    rng = np.random.default_rng((args.seed, 41))
    write_start(args.folder, scene, rng, samples=1.5)
    recorder = Recorder(args.folder / "game.mp4", scene, samples=1.0)
    for shot in Film(Table(scene, START, rng), me, rng).shots(turns):
        recorder.take(shot)
    recorder.close()
    text = described(scene, me, turns, recorder.frames)
    (args.folder / "recording.toml").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
