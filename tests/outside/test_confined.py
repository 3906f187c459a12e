"""What works on strangers' files has so much memory and so much time, and ends alone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from outside.confined import Confined
from outside.errors import OverrunError

MEMORY = 200 * 2**20


@pytest.fixture
def confined() -> Iterator[Confined]:
    made = Confined("tests.outside.work:obey", memory=MEMORY, seconds=20.0, most=2**20)
    yield made
    made.close()


def test_questions_are_answered_one_after_the_other(confined: Confined) -> None:
    for number in range(20):
        assert bytes(confined.ask(b"echo ", b"%d" % number)) == b"echo %d!" % number
    long = bytes(900_000)
    assert bytes(confined.ask(long)) == long + b"!"


def test_what_a_library_prints_is_no_answer(confined: Confined) -> None:
    assert bytes(confined.ask(b"chatter")) == b"chatter!"


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is Linux's")
def test_who_wants_more_memory_than_there_may_be_is_ended_and_the_next_is_answered(confined: Confined) -> None:
    with pytest.raises(OverrunError, match="memory"):
        confined.ask(b"hoard %d" % (2 * MEMORY))
    assert bytes(confined.ask(b"echo")) == b"echo!"


def test_who_takes_too_long_is_ended_and_the_next_is_answered() -> None:
    confined = Confined("tests.outside.work:obey", memory=MEMORY, seconds=0.3, most=2**20)
    try:
        with pytest.raises(OverrunError, match="time"):
            confined.ask(b"dawdle 60")
        assert bytes(confined.ask(b"echo")) == b"echo!"
    finally:
        confined.close()


@pytest.fixture
def background() -> Iterator[Confined]:
    made = Confined("tests.outside.work:obey", memory=MEMORY, seconds=1.0, most=2**20, background=True)
    yield made
    made.close()


@pytest.mark.skipif(sys.platform == "win32", reason="niceness is POSIX's")
def test_in_the_background_it_gives_way_to_the_table(background: Confined, confined: Confined) -> None:
    assert int(bytes(background.ask(b"niceness"))) == min(19, os.nice(0) + 19)
    assert int(bytes(confined.ask(b"niceness"))) == os.nice(0)


@pytest.mark.skipif(sys.platform == "win32", reason="seconds of a processor are POSIX's")
def test_in_the_background_seconds_of_a_processor_count_and_waiting_does_not(
    monkeypatch: pytest.MonkeyPatch, background: Confined
) -> None:
    monkeypatch.setattr("outside.confined.PATIENCE", 600)  # the other tests leave it little
    for _ in range(2):  # each answer has them anew
        assert bytes(background.ask(b"toil 0.6")) == b"toil 0.6!"
    assert bytes(background.ask(b"dawdle 2.2")) == b"dawdle 2.2!"
    with pytest.raises(OverrunError, match="time"):
        background.ask(b"toil 60")
    assert bytes(background.ask(b"echo")) == b"echo!"


def test_in_the_background_nothing_waits_for_good(monkeypatch: pytest.MonkeyPatch, background: Confined) -> None:
    monkeypatch.setattr("outside.confined.PATIENCE", 2)
    with pytest.raises(OverrunError, match="time"):
        background.ask(b"dawdle 600")
    assert bytes(background.ask(b"echo")) == b"echo!"


@pytest.mark.parametrize("harm", [b"die", b"fail", b"hoard 2000000"])
def test_a_fault_or_an_endless_answer_ends_that_process_alone(confined: Confined, harm: bytes) -> None:
    with pytest.raises(OverrunError):
        confined.ask(harm)
    assert bytes(confined.ask(b"echo")) == b"echo!"


def test_both_processes_see_what_is_shared_and_it_outlives_them() -> None:
    confined = Confined("tests.outside.work:turn_round", memory=MEMORY, seconds=20.0, most=64, shared=2**20)
    try:
        confined.shared[:5] = b"abcde"
        assert bytes(confined.ask(b"5")) == b"turned"
        with pytest.raises(OverrunError):
            confined.ask(b"five")
        assert bytes(confined.ask(b"2")) == b"turned"  # another process, the same memory
    finally:
        confined.close()
    assert bytes(confined.shared[:6]) == b"decba\0"


def test_what_is_not_shared_cannot_be_asked_for(confined: Confined) -> None:
    with pytest.raises(ValueError, match="obey"):
        _ = confined.shared


KILLED = """
from outside.confined import Confined
confined = Confined("tests.outside.work:obey", memory=2**28, seconds=600.0, most=64)
print(bytes(confined.ask(b"who")).decode(), flush=True)
confined.ask(b"dawdle 600")
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_it_ends_with_a_program_that_is_killed_whatever_it_is_doing() -> None:
    with subprocess.Popen([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout
        worker = int(program.stdout.readline())
        assert runs(worker)
        program.send_signal(signal.SIGKILL)
    end = time.monotonic() + 180
    while runs(worker) and time.monotonic() < end:
        time.sleep(0.02)
    assert not runs(worker)


def runs(process: int) -> bool:
    """Whether it does anything any more; a dead one may stay in the list until somebody takes note."""
    try:
        return Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def test_who_has_to_remember_is_not_replaced(confined: Confined) -> None:
    confined.ask(b"echo")
    with pytest.raises(OverrunError):
        confined.ask(b"die", anew=False)
    with pytest.raises(OverrunError):
        confined.ask(b"echo", anew=False)
    assert bytes(confined.ask(b"echo")) == b"echo!"


def test_work_that_cannot_be_loaded_is_told() -> None:
    with pytest.raises(OverrunError):
        Confined("tests.outside.nowhere:obey", memory=MEMORY, seconds=5.0, most=10).ask(b"echo")
