"""What works on strangers' files has so much memory and so much time, and ends alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator

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


@pytest.mark.parametrize("harm", [b"die", b"fail", b"hoard 2000000"])
def test_a_fault_or_an_endless_answer_ends_that_process_alone(confined: Confined, harm: bytes) -> None:
    with pytest.raises(OverrunError):
        confined.ask(harm)
    assert bytes(confined.ask(b"echo")) == b"echo!"


def test_work_that_cannot_be_loaded_is_told() -> None:
    with pytest.raises(OverrunError):
        Confined("tests.outside.nowhere:obey", memory=MEMORY, seconds=5.0, most=10).ask(b"echo")
