"""What a reading takes while GNU Backgammon thinks: `python -m lab.benchmarks.beside_engine [LEVEL] [--readings 80]`.

The opponent is asked for one play after the other without a pause, which no table does, while the demo's board is read
picture after picture; readings alone and beside it take turns, so that other work on the machine falls on both.
"""

from __future__ import annotations

import argparse
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from arbiter.position import START, Side
from bookgammon.errors import OpponentStopped
from bookgammon.opponent.protocol import GameSituation
from bookgammon.plugins.gnubg.gnubg_opponent import LEVELS, GnubgOpponent
from lab.benchmarks.readings import ReadingsBeside


@contextmanager
def thinking(opponent: GnubgOpponent) -> Iterator[None]:
    """It is asked for plays while the block runs."""
    ended = threading.Event()

    def ask() -> None:
        situation = GameSituation(START, Side.LIGHT, Side.LIGHT)
        while not ended.is_set():
            for one in range(1, 7):
                for other in range(1, one + 1):
                    try:
                        opponent.plays(situation, (one, other), ended.is_set)
                    except OpponentStopped:
                        return

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("level", nargs="?", choices=tuple(LEVELS), default="grandmaster")
    parser.add_argument("--readings", type=int, default=80, help="of each kind [80]")
    args = parser.parse_args()
    readings = ReadingsBeside(args.readings)
    opponent = GnubgOpponent(LEVELS[args.level])
    print(f"{args.level}: {readings.compare(partial(thinking, opponent))}", flush=True)
    opponent.close()


if __name__ == "__main__":
    main()
