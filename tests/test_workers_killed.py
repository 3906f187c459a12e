"""A match with everything beside it, whose workers are killed in turn, five times each: it goes on, people are told."""

from __future__ import annotations

import ctypes
import threading
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from arbiter.match.fold import fold
from arbiter.referee.referee import Referee
from bookgammon.access.addresses import HERE
from bookgammon.commands.composition import followed_match
from bookgammon.commands.followed import FollowedMatch
from bookgammon.files.settings import now
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.session import MatchSession
from bookgammon.setup.serving import Place
from bookgammon.table.demo_recording import FOLDER, load_recording
from bookgammon.table.table import FrameTime, opening
from bookgammon.workers.jobs import Jobs
from bookgammon.workers.worker import MOST_FAULTS, Worker, Workers
from tests import plugged
from vision.sources.frames import Frame, Quiet
from web.pairing import Pairing

JOB_KINDS = (Exception, MemoryError, RecursionError)
KINDS = (RuntimeError, MemoryError, RecursionError, SystemExit)
OF_PLUGINS = frozenset() if "gnubg" in plugged.gone() else frozenset({"analyst", "coach", "opponent"})
JOBS_OF_PLUGINS = frozenset() if "study" in plugged.gone() else frozenset({"study answers"})
"""Workers that are there with their plugins."""
FRAMES = 8
"""Looked at between the first of them; more would only take longer."""
WITHIN_S = 60.0
"""For another thread on a busy machine; never waited for in full."""


def quick(event: threading.Event, seconds: float) -> bool:
    """Pauses that grow as they do, a hundred times shorter."""
    return event.wait(seconds / 100)


def slow() -> float:
    """Five faults come within a minute on a busy machine too."""
    return time.monotonic() / 20


@pytest.fixture
def workers() -> Iterator[Workers]:
    with Workers(clock=slow, wait=quick, period=0.05) as found:
        yield found


@pytest.fixture
def said(workers: Workers) -> list[str]:
    found = list[str]()
    workers.report_to(found.append)
    return found


@pytest.fixture
def match(tmp_path: Path, workers: Workers) -> Iterator[FollowedMatch]:
    board = load_recording(FOLDER).board()
    place = Place(HERE, 0, Pairing(), workers=workers)
    with Journal(tmp_path / FILE) as journal:
        session = MatchSession(journal, journal.begin(now(), "test"), now, lambda _: None)
        with followed_match(tmp_path, journal, session, board, place, Namespace()) as found:
            found.table.commit(opening(found.table.state.rules, (0, 0), None, FrameTime()))
            yield found


def at_work(workers: Workers) -> list[Worker]:
    """All that have something to look after just now."""
    return [each for each in workers._workers if isinstance(each, Worker) and each.running]


def until(true: Callable[[], object]) -> None:
    end = time.monotonic() + WITHIN_S
    while not true():
        assert time.monotonic() < end
        time.sleep(0.005)


def poisoned(kind: type[BaseException]) -> Callable[[object], None]:
    def do(job: object) -> None:
        raise kind("on purpose")

    return do


def kill(worker: Worker, kind: type[BaseException]) -> None:
    """Raise `kind` in the worker's thread: by a job that it cannot do, or in whatever it does just now."""
    begun, owner = worker.begun, getattr(worker._run, "__self__", None)
    if isinstance(owner, Jobs):
        jobs: Jobs[Any] = owner
        do, jobs._do = jobs._do, poisoned(kind)
        jobs.offer(object())
        until(lambda: worker.begun > begun or worker.given_up)
        jobs._do = do
        return
    assert worker._thread is not None
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker._thread.ident or 0), ctypes.py_object(kind))
    for name in ("_lock", "_changed"):  # what waits without an end is woken
        waits = getattr(owner, name, None)
        if isinstance(waits, threading.Condition):
            with waits:
                waits.notify_all()
    until(lambda: worker.begun > begun or worker.given_up)


def kinds(worker: Worker) -> Iterator[type[BaseException]]:
    """So many as it takes until it is given up, of all kinds."""
    for number in range(MOST_FAULTS):
        yield KINDS[(number + len(worker.name)) % len(KINDS)]


def test_each_worker_is_killed_five_times_and_the_match_goes_on(
    match: FollowedMatch, workers: Workers, said: list[str], faults: list[str]
) -> None:
    table, victims = match.table, at_work(workers)
    assert {"album", "clips", "page", "match log"} | OF_PLUGINS <= {each.name for each in victims}
    picture = load_recording(FOLDER).board().start
    referee = Referee(table.state, match._board.seats)

    def frames() -> Iterator[Frame | Quiet]:
        count = 0
        for worker in victims:
            for kind in kinds(worker):
                kill(worker, kind)
                yield Frame(picture, count, count / 5)
                count += 1

    table.follow(match.with_news(frames()), match.watcher, referee)
    assert table.moment.frame == len(victims) * MOST_FAULTS - 1
    until(lambda: all(worker.given_up for worker in victims))
    workers.check()
    for worker in victims:
        assert any(line.startswith(f"Not working any more: {worker.part}.") for line in said), worker.name
    shown = {each.name for each in match.page.view.not_working}
    assert {worker.name for worker in victims} <= shown
    assert faults
    faults.clear()
    # whoever asks for it has it again
    for worker in victims:
        worker.start()
        assert worker.running
    until(lambda: urlopen(f"{match.page.url}api/state", timeout=5).status == 200)


def test_each_worker_fails_at_five_jobs_of_each_kind_and_the_match_goes_on(
    match: FollowedMatch, workers: Workers, said: list[str], faults: list[str], tmp_path: Path
) -> None:
    """Those that do jobs; the others are killed where they wait, below."""
    table = match.table
    victims = [each for each in at_work(workers) if isinstance(getattr(each._run, "__self__", None), Jobs)]
    assert {"album", "clips", "match log", "clock"} | JOBS_OF_PLUGINS <= {each.name for each in victims}
    picture = load_recording(FOLDER).board().start
    with Journal(tmp_path / FILE, read_only=True) as journal:
        before = journal.events(journal.matches()[0])
    referee = Referee(table.state, match._board.seats)

    def frames() -> Iterator[Frame | Quiet]:
        count = 0
        for kind in JOB_KINDS:
            for worker in victims:
                worker.start()  # whoever asks for it has it again
                told = len(said)
                for _ in range(MOST_FAULTS):
                    kill(worker, kind)
                    if count < FRAMES:
                        yield Frame(picture, count, count / 5)
                        count += 1
                until(lambda worker=worker: worker.given_up)  # type: ignore[misc]
                workers.check()
                lines = said[told:]
                for word in ("just now", "any more"):
                    assert any(f"Not working {word}: {worker.part}." in line for line in lines), (worker.name, kind)

    table.follow(match.with_news(frames()), match.watcher, referee)
    assert table.moment.frame == FRAMES - 1
    with Journal(tmp_path / FILE, read_only=True) as journal:
        (entry,) = journal.matches()
        kept = journal.events(entry)
    assert kept[: len(before)] == before
    assert fold(kept) == table.state
    shown = {each.name for each in match.page.view.not_working}
    assert {worker.name for worker in victims} <= shown
    assert faults
    faults.clear()
    for worker in victims:
        worker.start()
        assert worker.running
    until(lambda: urlopen(f"{match.page.url}api/state", timeout=5).status == 200)


def test_a_worker_that_was_killed_four_times_works_again(
    match: FollowedMatch, workers: Workers, said: list[str], faults: list[str]
) -> None:
    victims = at_work(workers)
    for worker in victims:
        for kind in [*kinds(worker)][:-1]:
            kill(worker, kind)
    for worker in victims:
        until(lambda worker=worker: worker.running)  # type: ignore[misc]
        assert not worker.given_up
        assert any(line.startswith(f"Not working just now: {worker.part}.") for line in said), worker.name
    until(lambda: urlopen(f"{match.page.url}api/state", timeout=5).status == 200)
    faults.clear()
