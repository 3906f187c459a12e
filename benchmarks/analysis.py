"""How long the analysis of a match takes, and what it takes from the table that is followed meanwhile.

    python -m benchmarks.analysis [--match FILE] [--only engine|table] [--seconds S]

whole: `bookgammon analyse` of a finished match, on all cores. along: the games before the last were analysed between
games, as `play` does; from the last play until everything is told on the page.
table: the demo at its own speed with its page served, alone and with the engine at work on another match beside it.
late: when an event is printed, against its time in the recording. answers: of the page's state, five times a second.
By the clock: worth something only on a machine with little else to do.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from arbiter.match.events import GameOver, MatchOver
from arbiter.match.state import MatchState, Phase
from arbiter.records import MatchRecord, read_record
from benchmarks.evening import free_port
from bookgammon.analysis.analyst import Analyst
from bookgammon.analysis.engine import CORES, find_engine
from bookgammon.analysis.match_analysis import Place, analysed, kept_analysis
from bookgammon.analysis.store import AnalysisStore, store_beside
from bookgammon.errors import AnalysisStopped
from bookgammon.history.archive import Archive
from bookgammon.history.journal import Journal
from bookgammon.table import Glance, Moment
from tests.analysis.played import events_of, journal_with
from tests.bookgammon.program import ROOT, environment

MATCH = ROOT / "tests" / "arbiter" / "data" / "matches" / "match-02-5pt.sgf"
WARNINGS = ("illegal", "bad_roll")


def seconds_of(work: Callable[[], object]) -> float:
    began = time.monotonic()
    work()
    return time.monotonic() - began


def load() -> str:
    return f"load {os.getloadavg()[0]:.1f}"


# ------------------------------------------------------------------ the engine's time


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
            analyst.see(Glance(replace(MatchState(), phase=Phase.GAME_OVER), Moment(), (over,), None))
            while _games_kept(path, record, entry.id) < before:
                time.sleep(0.1)
            with Journal(path) as journal:
                journal.append(entry, events[len(early) :])
            last = tuple(event for event in events if isinstance(event, MatchOver))
            return seconds_of(lambda: _until_ready(analyst, entry.id, last))


def _games_kept(journal: Path, record: MatchRecord, match: int) -> int:
    with AnalysisStore(store_beside(journal)) as store:
        return len(kept_analysis(record, Place(store, journal.stem, match)).known)


def _until_ready(analyst: Analyst, match: int, last: tuple[MatchOver, ...]) -> None:
    analyst.see(Glance(replace(MatchState(), phase=Phase.MATCH_OVER), Moment(), last, None))
    while (status := analyst.status(match)) is None or status.state != "ready":
        if status is not None and status.state == "trouble":
            raise RuntimeError(status.sentence)
        time.sleep(0.01)


# ------------------------------------------------------------------ the table's time


class Beside:
    """Runs the engine over and over again, as it runs between games, until it is stopped. runs: how often it ended."""

    def __init__(self, record: MatchRecord) -> None:
        self._record, self._over, self.games = record, threading.Event(), 0
        self._thread = threading.Thread(target=self._run, daemon=True)

    def _run(self) -> None:
        while not self._over.is_set():
            with suppress(AnalysisStopped):
                for growing in analysed(self._record, find_engine(), stopped=self._over.is_set):
                    self.games += bool(growing.known)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        self._thread.join()


def followed(seconds: float) -> tuple[dict[str, list[float]], list[float], float]:
    """How late events came, by kind, how long the page took to answer, and how long that much of the demo lasted.

    seconds: of the recording. All in seconds.
    """
    port, late, answers = free_port(), dict[str, list[float]](), list[float]()
    with tempfile.TemporaryDirectory() as data:
        words = [sys.executable, "-m", "bookgammon", "demo", "--json", "--afresh", "--port", str(port), "--data", data]
        with subprocess.Popen(
            words, env={**environment(), "DISPLAY": "", "WAYLAND_DISPLAY": ""}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        ) as running:  # fmt: skip
            asking = threading.Thread(target=_ask, args=(running, port, answers))
            asking.start()
            assert running.stdout
            began = 0.0
            for line in running.stdout:
                now, event = time.monotonic(), json.loads(line)
                if event["time"] > seconds:
                    break
                began = began or now - event["time"]
                late.setdefault(event["event"], []).append(now - began - event["time"])
            lasted = time.monotonic() - began
            running.terminate()
            asking.join()
    return late, answers, lasted


def _ask(running: subprocess.Popen[bytes], port: int, answers: list[float]) -> None:
    while running.poll() is None:
        began = time.monotonic()
        with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/api/state", timeout=10) as answer:
            answer.read()
            answers.append(time.monotonic() - began)
        time.sleep(0.2)


def told(late: dict[str, list[float]], answers: list[float], lasted: float) -> str:
    every = sorted(each for kind in late.values() for each in kind)
    warnings = sorted(each for kind in WARNINGS for each in late.get(kind, []))
    return (
        f"{len(every)} events, late by median {_ms(every, 0.5)}, p95 {_ms(every, 0.95)}, at most {_ms(every, 1)};"
        f" {len(warnings)} warnings, at most {_ms(warnings, 1)}; {len(answers)} answers, p95"
        f" {_ms(sorted(answers), 0.95)}, at most {_ms(sorted(answers), 1)}; lasted {lasted:.1f} s; {load()}"
    )


def _ms(values: Sequence[float], share: float) -> str:
    return f"{1000 * values[min(len(values) - 1, int(share * len(values)))]:.0f} ms" if values else "none"


@contextmanager
def engine_beside(record: MatchRecord) -> Iterator[Beside]:
    beside = Beside(record)
    beside.start()
    try:
        yield beside
    finally:
        beside.stop()


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--match", type=Path, default=MATCH, help="a .mat or .sgf file [five points, 251 plays]")
    parser.add_argument("--seconds", type=float, default=1e9, help="how much of the demo is followed [all of it]")
    parser.add_argument("--only", choices=("engine", "table"), help="leave the other half out")
    args = parser.parse_args(argv)
    record = read_record(args.match.read_text(encoding="utf-8"))
    if args.only != "table":
        print(f"whole: {whole(record):.1f} s after the last play, {load()}", flush=True)
        print(f"along: {along(record):.1f} s after the last play, {load()}", flush=True)
    if args.only != "engine":
        print(f"table alone:      {told(*followed(args.seconds))}", flush=True)
        with engine_beside(record) as beside:
            print(f"table and engine: {told(*followed(args.seconds))}", flush=True)
        print(f"games analysed meanwhile: {beside.games}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
