"""Commands while a real disk fills between their writes: `python -m lab.campaigns.full_disk [--commands 500]`.

The journal lies on a file system of two megabytes in memory (Linux, as root), which is filled before each command so
that from none to a few blocks are left. Each command is entered as a page enters it. What was answered is done once and
kept; what was refused is not done, neither then nor later, when there is room again.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random

from arbiter.match.commands import Command, CommandError, CorrectScore, NamePlayers, NewGame, NewMatch, Undo
from arbiter.match.events import Event, MatchStarted
from arbiter.match.fold import fold
from arbiter.position import Side
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.session import MatchSession
from bookgammon.table.command_queue import CommandQueue
from bookgammon.table.table import Table

BEGUN = "2026-01-02T20:00:00+00:00"
SIZE = 2 * 1024 * 1024
BLOCK = 4096
ROOM = (None, 0, 0, 1, 1, 2, 2, 3, 4, 5, 6, 8)
"""Blocks that are left; None: the disk has room. A command writes from two to a dozen."""


@contextmanager
def small_disk() -> Iterator[Path]:
    """A folder on a file system of its own."""
    with tempfile.TemporaryDirectory() as name:
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", name], check=True)
        try:
            yield Path(name)
        finally:
            subprocess.run(["umount", "--lazy", name], check=True)


def fill(folder: Path, left: int | None) -> None:
    """So many blocks are left from now on."""
    filler = folder / "filler"
    filler.unlink(missing_ok=True)
    if left is None:
        return
    found = os.statvfs(folder)

    with filler.open("wb") as file:
        file.write(bytes(max(0, found.f_bavail * found.f_frsize - left * BLOCK)))


def command(number: int, chance: Random) -> Command:
    return chance.choice(
        (CorrectScore((number % 5, 1)), NamePlayers((f"A{number}", "B")), NewGame(), NewMatch(), Undo())
    )


def tried(commands: int, seed: int) -> Counter[str]:
    """How many were done, refused for the disk, and refused for another reason. Raises AssertionError."""
    outcomes, chance = Counter[str](), Random(seed)
    with small_disk() as folder, Journal(folder / FILE) as journal, ThreadPoolExecutor(1) as page:
        session = MatchSession(journal, journal.begin(BEGUN, "0"), lambda: BEGUN, lambda _: None)
        session.keep([MatchStarted(0, 0.0, Rules())])
        orders = CommandQueue(patience=600.0)
        table = Table([MatchStarted(0, 0.0, Rules())], session.keep, orders=orders, keep_now=session.keep)
        referee = Referee(table.state, Seats(Side.LIGHT))
        for number in range(commands):
            before, events = table.state, _kept(folder, session)
            fill(folder, chance.choice(ROOM))
            asked = page.submit(orders.submit, command(number, chance))
            while not asked.done():
                table.run_commands(referee)
            fill(folder, None)
            table.run_commands(referee)  # there is room again
            error = asked.exception()
            assert error is None or isinstance(error, CommandError), repr(error)
            after = _kept(folder, session)
            assert fold(after[1]) == table.state, number
            if error is not None:
                assert (table.state, after) == (before, events), (number, str(error))
                outcomes["not for the disk" if "not done" in str(error) else "not now"] += 1
                continue
            same = after[0] == events[0] and after[1][: len(events[1])] == events[1]
            begun = after[0] == events[0] + 1 and isinstance(after[1][0], MatchStarted)
            assert same or begun, number
            outcomes["done"] += 1
            if chance.random() < 0.05:
                journal.settle()
    return outcomes


def _kept(folder: Path, session: MatchSession) -> tuple[int, tuple[Event, ...]]:
    """The number of the match, and its events as the disk has them."""
    with Journal(folder / FILE, read_only=True) as reader:
        reader.check()
        entry = next(each for each in reader.matches() if each.id == session.match.id)
        assert all(each.ended for each in reader.matches() if each.id != entry.id)
        return entry.id, tuple(reader.events(entry))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--commands", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = tried(args.commands, args.seed)
    print(f"{found.total()} commands, each done once or not at all, as was answered: {dict(found)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
