"""Workers under a clock that only the test moves: contained, told, begun again with growing pauses, given up."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from queue import Queue

import pytest

from arbiter.message import Message
from bookgammon.workers.jobs import Jobs
from bookgammon.workers.worker import MOST_FAULTS, SETTLED_S, Worker, Workers
from bookgammon.workers.worker_state import WorkerState

PART = Message("the pictures of the match")
FAULT_KINDS = (Exception, MemoryError, RecursionError, SystemExit)
AT_ONCE_S = 20.0
"""For what happens in another thread as soon as it can; never waited for in full."""


class Clock:
    """Goes on by what is waited, and by hand."""

    def __init__(self) -> None:
        self.time = 1000.0
        self.pauses: list[float] = []

    def __call__(self) -> float:
        return self.time

    def wait(self, event: threading.Event, seconds: float) -> bool:
        self.pauses.append(seconds)
        self.time += seconds
        return event.is_set()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def workers(clock: Clock) -> Workers:
    return Workers(clock=clock, now=clock, wait=clock.wait)


@pytest.fixture(autouse=True)
def provoked(faults: list[str]) -> Iterator[list[str]]:
    """What the workers here raise on purpose."""
    yield faults
    faults.clear()


class Poisoned:
    """A queue's worker to which numbers are given; negative ones raise."""

    def __init__(self, workers: Workers, kind: type[BaseException] = Exception) -> None:
        self.done, self.failed, self.kind = Queue[int](), Queue[int](), kind
        self.jobs: Jobs[int] = Jobs(workers, "poisoned", PART, self.do, most=20, failed=self.failed.put)

    def do(self, job: int) -> None:
        if job < 0:
            raise self.kind(f"job {job}")
        self.done.put(job)


@pytest.fixture
def poisoned(workers: Workers) -> Iterator[Poisoned]:
    found = Poisoned(workers)
    yield found
    found.jobs.stop()


@pytest.mark.parametrize("kind", FAULT_KINDS)
def test_a_fault_costs_one_job_and_the_next_is_begun(workers: Workers, kind: type[BaseException]) -> None:
    poisoned = Poisoned(workers, kind)
    poisoned.jobs.start()
    for job in (1, -1, 2):
        assert poisoned.jobs.offer(job)
    assert [poisoned.done.get(timeout=AT_ONCE_S) for _ in range(2)] == [1, 2]
    assert poisoned.failed.get(timeout=AT_ONCE_S) == -1
    (state,) = workers.not_working()
    assert (state.name, state.condition) == ("poisoned", "broken")
    assert state.sentence == (
        "Not working just now: the pictures of the match. A fault of the program; it is begun again by itself."
    )
    poisoned.jobs.stop()


def test_people_read_of_a_fault_for_a_while_and_then_it_works_again(
    workers: Workers, clock: Clock, poisoned: Poisoned
) -> None:
    told = list[tuple[WorkerState, ...]]()
    workers.on_change(told.append)
    poisoned.jobs.start()
    poisoned.jobs.offer(-1)
    poisoned.failed.get(timeout=AT_ONCE_S)
    poisoned.jobs.offer(1)
    poisoned.done.get(timeout=AT_ONCE_S)
    workers.check()
    assert [len(each) for each in told] == [1]
    clock.time += SETTLED_S
    workers.check()
    assert [len(each) for each in told] == [1, 0]


def test_pauses_grow_and_after_five_faults_in_a_minute_it_is_given_up(
    workers: Workers, clock: Clock, poisoned: Poisoned
) -> None:
    poisoned.jobs.start()
    for _ in range(MOST_FAULTS + 1):
        poisoned.jobs.offer(-1)
    failed = [poisoned.failed.get(timeout=AT_ONCE_S) for _ in range(MOST_FAULTS + 1)]
    poisoned.jobs.worker.join(AT_ONCE_S)
    assert failed == [-1] * (MOST_FAULTS + 1), "the job that still waited is answered too"
    assert clock.pauses == [0.5, 1.0, 2.0, 4.0]
    assert poisoned.jobs.worker.given_up
    assert not poisoned.jobs.worker.running
    assert not poisoned.jobs.offer(1)
    clock.time += 3600
    workers.check()
    (state,) = workers.not_working()
    assert state.sentence.startswith("Not working any more: the pictures of the match. Several faults")


def test_what_was_given_up_begins_anew_when_somebody_asks(poisoned: Poisoned) -> None:
    poisoned.jobs.start()
    for _ in range(MOST_FAULTS):
        poisoned.jobs.offer(-1)
    for _ in range(MOST_FAULTS):
        poisoned.failed.get(timeout=AT_ONCE_S)
    poisoned.jobs.worker.join(AT_ONCE_S)
    poisoned.jobs.start()
    assert poisoned.jobs.offer(7)
    assert poisoned.done.get(timeout=AT_ONCE_S) == 7


def test_faults_with_a_minute_between_them_are_never_too_many(clock: Clock, poisoned: Poisoned) -> None:
    poisoned.jobs.start()
    for _ in range(3 * MOST_FAULTS):
        poisoned.jobs.offer(-1)
        poisoned.failed.get(timeout=AT_ONCE_S)
        poisoned.jobs.offer(1)
        poisoned.done.get(timeout=AT_ONCE_S)
        clock.time += 61
    assert clock.pauses == [0.5] * 3 * MOST_FAULTS


def test_a_fault_is_logged_once_with_its_traceback(
    poisoned: Poisoned, provoked: list[str]
) -> None:
    poisoned.jobs.start()
    for _ in range(3):
        poisoned.jobs.offer(-4711)
        poisoned.failed.get(timeout=AT_ONCE_S)
    poisoned.jobs.offer(1)
    poisoned.done.get(timeout=AT_ONCE_S)
    assert len(provoked) == 1
    assert "Traceback" in provoked[0]


def test_the_state_says_what_it_does(workers: Workers, clock: Clock) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def do(job: int) -> None:
        begun.set()
        go_on.wait(AT_ONCE_S)

    jobs: Jobs[int] = Jobs(workers, "slow", PART, do, most=2, named=lambda job: f"match {job}", hangs_after=60.0)
    assert workers.states() == (WorkerState("slow", PART, "idle", "", 1000.0),)
    jobs.start()
    clock.time += 5
    jobs.offer(3)
    begun.wait(AT_ONCE_S)
    assert workers.states() == (WorkerState("slow", PART, "working", "match 3", 1005.0),)
    clock.time += 61
    (state,) = workers.not_working()
    assert "stands still" in state.sentence
    go_on.set()
    jobs.stop(AT_ONCE_S)
    assert workers.states() == ()


def test_trouble_that_is_no_fault_is_told_until_it_is_over(workers: Workers) -> None:
    told = list[tuple[WorkerState, ...]]()
    workers.on_change(told.append)
    worker = Worker(workers, "album", PART, lambda _: None)
    worker.troubled("The disk is full.")
    worker.troubled("The disk is full.")
    worker.troubled("")
    assert [[each.sentence for each in states] for states in told] == [
        ["Not working just now: the pictures of the match. The disk is full."],
        [],
    ]


def test_a_thread_that_is_gone_is_begun_again_by_the_registry(workers: Workers) -> None:
    runs = Queue[int]()
    leave = threading.Event()

    def run(worker: Worker) -> None:
        runs.put(1)
        leave.wait(AT_ONCE_S)

    worker = Worker(workers, "gone", PART, run, wake=leave.set)
    worker.start()
    runs.get(timeout=AT_ONCE_S)
    dead = threading.Thread()
    dead.start()
    dead.join()
    worker._thread = dead  # as if it had died without a word
    workers.check()
    assert runs.get(timeout=AT_ONCE_S)
    assert [state.condition for state in workers.not_working()] == ["broken"]
    worker.stop()


def test_what_waits_is_done_before_the_end(poisoned: Poisoned) -> None:
    for job in range(5):
        poisoned.jobs.offer(job)
    poisoned.jobs.start()
    poisoned.jobs.stop(AT_ONCE_S)
    assert poisoned.done.qsize() == 5


def test_a_listener_that_fails_and_no_memory_to_say_so_stop_nothing(workers: Workers, poisoned: Poisoned) -> None:
    def fails(_: object) -> None:
        raise MemoryError

    workers.on_change(fails)
    poisoned.jobs.start()
    poisoned.jobs.offer(-1)
    poisoned.jobs.offer(1)
    assert poisoned.done.get(timeout=AT_ONCE_S) == 1
