"""Rendered games of Abak Evolution, followed from the first frame to the last: is each recorded as it was played?

    python -m lab.campaigns.abak_film [--first-seed 9700] [--games 2] [--plies 8] [--size 640x360] [--keep FOLDER]

The board is learned from the usual start, as at any table. In every second game, from the first on, a druid holds a
checker and a general goes back. Printed is each play as it was made and as it was told, and whether the classes that
are known in the end are the true ones.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from arbiter.abak.belief import Belief
from arbiter.abak.classed import ClassedPosition
from arbiter.abak.plays import AbakPlay, legal_plays
from arbiter.abak.position import MIDDLE, AbakPosition
from arbiter.abak.position import START as ABAK_START
from arbiter.match.events import Event, PlayMade
from arbiter.plays import Dice
from arbiter.position import BAR, OFF, Position, Side
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from bookgammon.table.table import FrameTime, Table, opening
from calibration.corners import parse_corners
from lab.simulator.acting import Shot
from lab.simulator.acting import Table as ActingTable
from lab.simulator.blunders import Step
from lab.simulator.clips import Recorder, write_start
from lab.simulator.looks import random_board
from lab.simulator.scene import Scene
from vision.known_position.learn_board import learn_board
from vision.sources.pictures import read_picture
from vision.sources.sources import open_source
from vision.watcher import Watcher

RULES = Rules(length=5, variant="abak")


@dataclass(frozen=True)
class Turn:
    side: Side
    dice: Dice
    play: AbakPlay


class AbakHands(ActingTable):
    """Hands that put a druid on a checker of the middle instead of hitting it. druid: whether the next move is its."""

    druid = False

    def _with_hits(self, who: Side, start: int, end: int) -> list[Step]:
        light = end if who is Side.LIGHT else BAR - end
        return [(who, start, end)] if self.druid and light in MIDDLE else super()._with_hits(who, start, end)


def script(seed: int, plies: int, *, eventful: bool) -> list[Turn]:
    """A game's first turns by lot. eventful: a druid holds for a turn at least, and a general goes back."""
    for attempt in range(100_000):
        rng = random.Random(100_000 * seed + attempt)
        position, side, turns = ABAK_START, rng.choice(tuple(Side)), list[Turn]()
        for number in range(plies):
            dice = (rng.randint(1, 6), rng.randint(1, 6))
            while number == 0 and dice[0] == dice[1]:
                dice = (rng.randint(1, 6), rng.randint(1, 6))
            play = rng.choice(legal_plays(position, side, dice))
            turns.append(Turn(side, dice, play))
            position, side = play.result, side.other
        moves = [move for turn in turns for move in turn.play.moves]
        goes_back = any(move.checker == "C" and OFF < move.start < move.end for move in moves)
        if not eventful or (goes_back and any(map(_holds_on, turns, turns[1:]))):
            return turns
    raise AssertionError("no such game was found")


def _holds_on(turn: Turn, following: Turn) -> bool:
    """Whether a druid is put on a checker and holds it after the other side's turn too."""
    held = any(move.held for move in turn.play.moves)
    return held and any(_both(stack) for stack in following.play.result.points)


def _both(stack: str) -> bool:
    return bool(stack) and not stack.isupper() and not stack.islower()


def write_film(folder: Path, scene: Scene, turns: list[Turn], seed: int) -> None:
    """game.mp4, start.jpg, empty.jpg."""
    rng = np.random.default_rng((seed, 41))
    write_start(folder, scene, rng, 1.0)
    recorder = Recorder(folder / "game.mp4", scene, 1.0)
    for shot in _shots(AbakHands(scene, ABAK_START.seen, rng), turns):
        recorder.take(shot)
    recorder.close()


def _shots(hands: AbakHands, turns: list[Turn]) -> Iterator[Shot]:
    yield from hands.wait(30)
    for turn in turns:
        yield from hands.throw(turn.side, turn.dice)
        yield from hands.wait(14)
        for move in turn.play.moves:
            hands.druid = move.held
            yield from hands.carry(turn.side, ((turn.side, move.start, move.end),))
        if turn.play.moves:
            yield from hands.retreat(turn.side)
        assert hands.position == turn.play.result.seen
        yield from hands.wait(16)
        yield from hands.lift(turn.side)
        yield from hands.retreat(turn.side)
        yield from hands.wait(14)
    yield from hands.wait(20)


def followed(folder: Path, scene: Scene) -> tuple[list[Event], Position]:
    """All events, and the position in the end."""
    start, empty = (read_picture(folder / name) for name in ("start.jpg", "empty.jpg"))
    board = learn_board(start, parse_corners(scene.book.seen_corners(scene.camera)), scene.seats, empty)
    events: list[Event] = []
    table = Table((), events.extend)
    table.commit(opening(RULES, (0, 0), None, FrameTime()))
    referee = Referee(table.state, scene.seats)
    source = open_source(str(folder / "game.mp4"))
    try:
        table.follow(source.items(), Watcher(board), referee)
    finally:
        source.close()
    table.settle(referee)
    return events, table.state.position


def told(turns: list[Turn], events: list[Event], last: Position) -> bool:
    """Prints each turn as it was played and as it was told; whether they are the same."""
    made = [event for event in events if isinstance(event, PlayMade)]
    for turn, event in zip(turns, made, strict=False):
        same = (event.player, event.position) == (turn.side, turn.play.result.seen) and event.dice is not None
        same = same and sorted(event.dice or ()) == sorted(turn.dice)
        print(f"  {turn.side:<5} {max(turn.dice)}-{min(turn.dice)} {turn.play!s:<24} told {event.play:<24}", same)
        if not same:
            return False
    others = [event.name for event in events if event.name in ("illegal", "bad_roll", "out_of_step")]
    true: AbakPosition = turns[-1].play.result
    known = isinstance(last, ClassedPosition) and true in last.belief.positions
    certain = isinstance(last, ClassedPosition) and last.belief == Belief((true,))
    print(f"  {len(made)} of {len(turns)} plays, warnings {others}, classes possible {known}, certain {certain}")
    return len(made) == len(turns) and not others and known


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=2)
    parser.add_argument("--first-seed", type=int, default=9_700)
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--size", default="640x360", help="of the pictures, in pixels")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="leave the recordings there")
    args = parser.parse_args()
    cv2.setNumThreads(1)
    width, height = (int(side) for side in args.size.split("x"))
    right = 0
    for number in range(args.games):
        seed = args.first_seed + number
        with tempfile.TemporaryDirectory() as scratch:
            folder = Path(args.keep or scratch) / str(seed)
            folder.mkdir(parents=True, exist_ok=True)
            scene = random_board(seed, "ordinary", (width, height))
            turns = script(seed, args.plies, eventful=number % 2 == 0)
            print(f"seed {seed}: {'; '.join(str(turn.play) for turn in turns)}", flush=True)
            write_film(folder, scene, turns, seed)
            right += told(turns, *followed(folder, scene))
        print(f"after seed {seed}: recorded as played {right} of {number + 1}", flush=True)


if __name__ == "__main__":
    main()
