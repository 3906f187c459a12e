"""One bit changed in a file that is made of matches: `python -m lab.campaigns.flipped_bytes [--times 1000] [--seed 1]`.

The analyses and the index of players beside a journal are hit in turn. Each is read twice, the second time after it may
have been made anew: what is read is what was kept, or nothing, or refused in one sentence. Never something else.
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from arbiter.match.record import record_of
from arbiter.records import MatchRecord
from bookgammon.errors import CompanionError
from bookgammon.history.journal import FILE, Journal
from bookgammon.plugins.gnubg.analysis.match_analysis import AnalysisPlace, kept_analysis
from bookgammon.plugins.gnubg.analysis.store import AnalysisStore, store_beside
from bookgammon.plugins.players.counting import Counting
from bookgammon.plugins.players.index import players_beside
from tests.plugins.players.evenings import Simulated
from tests.plugins.players.test_index import analysed, counted

Read = Callable[[], list[object]]
_WHOLE_S = 600.0
"""For counting everything anew, on any machine."""


@dataclass(frozen=True, slots=True)
class Tried:
    """Of so many reads, how many gave something else than what was kept or nothing, and how many were refused."""

    reads: int
    wrong: int
    refused: int


def kept_beside(path: Path, matches: int, seed: int) -> None:
    """A journal of so many matches, with their analyses and the index of their players."""
    Simulated(path, matches, seed)
    with Journal(path, read_only=True) as journal:
        entries = journal.matches()
    for entry in entries:
        analysed(path, entry.id)
    counted(path)


def reads_of(path: Path) -> dict[str, tuple[Path, Read]]:
    """By what it is: the file, and how what it holds is read."""
    with Journal(path, read_only=True) as journal:
        records = {entry.id: record_of(journal.events(entry)) for entry in journal.matches()}
    return {
        "analyses": (store_beside(path), lambda: _analyses(path, records)),
        "players": (players_beside(path), lambda: _players(path)),
    }


def _analyses(path: Path, records: dict[int, MatchRecord]) -> list[object]:
    """Of each game what is kept; None where nothing is."""
    with AnalysisStore(store_beside(path)) as store:
        places = {match: AnalysisPlace(store, path.stem, match) for match in records}
        return [game for match, place in places.items() for game in kept_analysis(records[match], place).games]


def _players(path: Path) -> list[object]:
    """By a program that has just started, once all is counted."""
    counting = Counting(path, lambda: None)
    counting.catch_up(_WHOLE_S)
    with counting.index() as index:
        names = [each.name for each in index.players()]
        return [names, *(index.matches_of(name) for name in names), *map(index.rolls_of, names), index.dice()]


def flipped(data: bytes, chance: Random) -> bytes:
    """One bit is the other."""
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << chance.randrange(8)]) + data[at + 1 :]


def tried(file: Path, read: Read, times: int, seed: int) -> Tried:
    """The file lies afterwards as it was."""
    right, whole = read(), file.read_bytes()
    wrong = refused = 0
    for number in range(times):
        file.write_bytes(flipped(whole, Random(seed * 10**6 + number)))
        for _ in range(2):  # what was found damaged the first time is made anew for the second
            try:
                found = read()
            except CompanionError:
                refused += 1
            else:
                wrong += len(found) != len(right) or any(a not in (None, b) for a, b in zip(found, right, strict=True))
    file.write_bytes(whole)
    return Tried(2 * times, wrong, refused)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / FILE
        kept_beside(path, 2, args.seed)
        for name, (file, read) in reads_of(path).items():
            found = tried(file, read, args.times, args.seed)
            print(f"{name}: {found.reads} reads, {found.wrong} wrong, {found.refused} refused", flush=True)
            wrong += found.wrong
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
