"""How long the analysis of a match takes. What it takes from a table followed meanwhile: `lab.benchmarks.live_table`.

    python -m lab.benchmarks.analysis [--match FILE]

whole: `bookgammon analyse` of a finished match, on all cores. along: the games before the last were analysed between
games, as `play` does; from the last play until everything is told on the page.
By the clock: worth something only on a machine with little else to do.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from arbiter.match.events import GameOver, MatchOver
from arbiter.match.state import MatchState, Phase
from arbiter.records import MatchRecord, read_record
from bookgammon.history.archive import Archive
from bookgammon.history.journal import Journal
from bookgammon.plugins.gnubg.analysis.engine import CORES, find_engine
from bookgammon.plugins.gnubg.analysis.match_analysis import AnalysisPlace, analysed, kept_analysis
from bookgammon.plugins.gnubg.analysis.store import AnalysisStore, store_beside
from bookgammon.plugins.gnubg.analyst import Analyst
from bookgammon.table.table import FrameTime, TableUpdate
from tests.commands.program import ROOT
from tests.plugins.gnubg.analysis.played import events_of, journal_with

MATCH = ROOT / "tests" / "arbiter" / "data" / "matches" / "match-02-5pt.sgf"


def seconds_of(work: Callable[[], object]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


def load() -> str:
    return f"load {os.getloadavg()[0]:.1f}"


def whole(record: MatchRecord) -> float:
    """Seconds from the last play of a match of which nothing is known yet."""
    return seconds_of(lambda: list(analysed(record, find_engine(), cores=CORES, background=False)))


def along(record: MatchRecord) -> float:
    """Seconds from the last play of a match whose other games were analysed as they ended."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "journal.sqlite"
        before, events = len(record.games) - 1, tuple(events_of(record))
        early = tuple(events_of(record, before))
        entry = journal_with(path, record, before)
        with Analyst(path, Archive(path, lambda: entry.id), lambda: entry.id) as analyst:
            over = next(event for event in reversed(early) if isinstance(event, GameOver))
            analyst.on_update(TableUpdate(replace(MatchState(), phase=Phase.GAME_OVER), FrameTime(), (over,), None))
            while _games_kept(path, record, entry.id) < before:
                time.sleep(0.1)
            with Journal(path) as journal:
                journal.append(entry, events[len(early) :])
            last = tuple(event for event in events if isinstance(event, MatchOver))
            return seconds_of(lambda: _until_ready(analyst, entry.id, last))


def _games_kept(journal: Path, record: MatchRecord, match: int) -> int:
    with AnalysisStore(store_beside(journal)) as store:
        return len(kept_analysis(record, AnalysisPlace(store, journal.stem, match)).known)


def _until_ready(analyst: Analyst, match: int, last: tuple[MatchOver, ...]) -> None:
    analyst.on_update(TableUpdate(replace(MatchState(), phase=Phase.MATCH_OVER), FrameTime(), last, None))
    while (status := analyst.status(match)) is None or status.state != "ready":
        if status is not None and status.state == "trouble":
            raise RuntimeError(status.sentence)
        time.sleep(0.01)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--match", type=Path, default=MATCH, help="a .mat or .sgf file [five points, 251 plays]")
    args = parser.parse_args(argv)
    record = read_record(args.match.read_text(encoding="utf-8"))
    print(f"whole: {whole(record):.1f} s after the last play, {load()}", flush=True)
    print(f"along: {along(record):.1f} s after the last play, {load()}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
