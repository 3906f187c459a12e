"""GNU Backgammon killed and stopped, and the program itself killed, in the middle of matches against it.

`python -m lab.campaigns.kill engine [--killed 50] [--hung 10] [--program 30]`. What is asked: the
match ends with the
same record as an undisturbed one, and what was intended when the program was killed is what is played after it.
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

from arbiter.match.events import Event, IntendedPlay, MatchOver, PlayMade, RollSeen
from arbiter.match.opponent import OpponentSeat
from arbiter.match.undo import standing
from arbiter.plays import Dice
from arbiter.position import Position, Side
from arbiter.rules import Rules
from bookgammon.errors import JournalEmpty
from bookgammon.history.journal import Journal
from bookgammon.plugins.gnubg import gnubg_opponent
from bookgammon.plugins.gnubg.gnubg_opponent import ENGINE, LEVELS, GnubgOpponent
from lab.campaigns.kill.harness import parser_of
from tests.plugins.gnubg.opponent.at_table import AtTable

SEAT = OpponentSeat(Side.DARK, ENGINE, "expert", "program")
SEED = 12
PLAY = (sys.executable, "-m", "lab.campaigns.kill", "engine", "--play")
HUNG_S = 1.0
"""As long as a stopped engine is waited for here."""
Turns = list[tuple[Side, Dice | None, Position]]


class Disturbed:
    """A match in which the engine gets a signal so many times, each before a decision."""

    def __init__(self, path: Path, signals: Sequence[int], length: int = 1) -> None:
        self.signals: list[int] = list(signals)
        self.sent = 0
        self.opponent = GnubgOpponent(LEVELS["expert"])
        self.match = AtTable(
            path, SEED, SEAT, Rules(length=length), wrongly=0.0, make=lambda _: self.opponent, disturb=self._disturb
        )

    def _disturb(self) -> None:
        pid = self.opponent.process.pid
        if self.signals and pid is not None:
            os.kill(pid, self.signals.pop())
            self.sent += 1

    def turns(self) -> Turns:
        """As the journal has them in the end."""
        with patch.object(gnubg_opponent, "HUNG_S", (HUNG_S,) * 4):
            self.match.follow()
        events = self.match.journal.events(self.match.session.match)
        self.match.journal.close()
        return turns_of(events)


def turns_of(events: Sequence[Event]) -> Turns:
    """Dice in any order: which lies left is the camera's noise."""
    made = [event for event in standing(events) if isinstance(event, PlayMade)]
    return [(event.player, event.dice and (max(event.dice), min(event.dice)), event.position) for event in made]


def engine_disturbed(folder: Path, killed: int, hung: int) -> list[str]:
    """What differs from an undisturbed match."""
    undisturbed = Disturbed(folder / "plain.sqlite", []).turns()
    faults = list[str]()
    left = [int(signal.SIGKILL)] * killed + [int(signal.SIGSTOP)] * hung
    number = 0
    while left:
        number += 1
        one = Disturbed(folder / f"{number}.sqlite", left)
        turns = one.turns()
        if turns != undisturbed:
            first = next((pair for pair in zip(turns, undisturbed, strict=False) if pair[0] != pair[1]), "its length")
            faults.append(f"match {number}: another record after {one.sent} signals, first {first}")
        left = one.signals
    return faults


def program_killed(folder: Path, times: int, seed: int = 1) -> list[str]:
    """The program is killed at any moment and started again, until the match is over."""
    lot, faults, path = random.Random(seed), list[str](), folder / "killed.sqlite"
    for number in range(times + 1):
        before = _events(path)
        with subprocess.Popen([*PLAY, str(path)]) as child:
            wait_for = len(before) + lot.randint(1, 12)
            while child.poll() is None and (number == times or len(_events(path)) < wait_for):
                time.sleep(lot.uniform(0.0, 0.05))
            child.kill()
        after = _events(path)
        if after[: len(before)] != before:
            faults.append(f"kill {number}: what was kept has changed")
        if any(isinstance(event, MatchOver) for event in after) and number < times:
            path = folder / f"killed-{number}.sqlite"
        faults += [f"kill {number}: {fault}" for fault in intended_twice(after)]
    if not any(isinstance(event, MatchOver) for event in _events(path)):
        faults.append("the match did not end")
    return faults


def intended_twice(events: Sequence[Event]) -> list[str]:
    """Where the opponent was asked twice about one roll, or another play was made than the intended one."""
    faults: list[str] = []
    intended: IntendedPlay | None = None
    for event in events:
        if isinstance(event, RollSeen):
            intended = None
        elif isinstance(event, IntendedPlay):
            if intended is not None:
                faults.append(f"intended twice in frame {event.frame}")
            intended = event
        elif isinstance(event, PlayMade) and intended and event.player is intended.player:
            if event.position != intended.position:
                faults.append(f"not as intended in frame {event.frame}")
            intended = None
    return faults


def _events(path: Path) -> Sequence[Event]:
    if not path.exists():
        return ()
    try:
        with Journal(path, read_only=True) as journal:
            entries = journal.matches()
            return journal.events(entries[-1]) if entries else ()
    except JournalEmpty:  # just made, with no tables in it yet
        return ()


def main(words: Sequence[str]) -> int:
    parser = parser_of("engine", __doc__)
    parser.add_argument("--killed", type=int, default=50, help="times the engine is killed")
    parser.add_argument("--hung", type=int, default=10, help="times it is stopped")
    parser.add_argument("--program", type=int, default=30, help="times the program is killed")
    parser.add_argument("--play", type=Path, metavar="JOURNAL", help="only play the match, for whoever kills it")
    args = parser.parse_args(words)
    if args.play:
        AtTable(args.play, SEED, SEAT, Rules(length=3), wrongly=0.1).follow()
        return 0
    with tempfile.TemporaryDirectory() as name:
        began = time.monotonic()
        engine = engine_disturbed(Path(name), args.killed, args.hung)
        print(f"engine killed {args.killed} times, stopped {args.hung}: {engine or 'the same record'}", flush=True)
        program = program_killed(Path(name), args.program)
        took, load = time.monotonic() - began, os.getloadavg()[0]
        print(f"program killed {args.program} times: {program or 'nothing lost'}; {took:.0f} s, load {load:.1f}")
    return 1 if engine or program else 0
