"""One thread watches the time of one thing after the other."""

from __future__ import annotations

import threading

import pytest

from outside.confined import TimeLimit

LONG = 1000.0


def test_what_takes_too_long_is_ended_once() -> None:
    late = threading.Event()
    limit = TimeLimit(late.set)
    with limit.within(0.01):
        assert late.wait(20)
    assert limit.was_reached


@pytest.mark.parametrize("first", [LONG, 0.02])
def test_a_limit_holds_whatever_was_watched_before(first: float) -> None:
    """After a long one its thread sleeps longer than the next may take; after a short one it may wake in the next."""
    late = threading.Event()
    limit = TimeLimit(late.set)
    with limit.within(first):
        assert not late.is_set()
    with limit.within(LONG):
        assert not late.wait(0.1)
    with limit.within(0.01):
        assert late.wait(20)


def test_what_is_done_in_time_is_left_alone() -> None:
    late = threading.Event()
    limit = TimeLimit(late.set)
    for _ in range(50):
        with limit.within(LONG):
            pass
    limit.close()
    assert not late.is_set()
    assert not limit.was_reached
