"""What is taken for a small machine, and what follows from it."""

from __future__ import annotations

import pytest

from bookgammon.table import small_machine
from bookgammon.table.small_machine import LITTLE_MEMORY, SLOW_S, decoding_time, is_small, memory_of_machine


@pytest.mark.parametrize(
    ("memory", "seconds", "small"),
    [
        (950 * 2**20, 0.003, True),
        (8 * 2**30, 0.003, False),
        (8 * 2**30, 2 * SLOW_S, True),
        (None, 0.003, False),
        (LITTLE_MEMORY, SLOW_S, False),
    ],
)
def test_a_machine_is_small_by_its_memory_or_its_pace(
    monkeypatch: pytest.MonkeyPatch, memory: int | None, seconds: float, small: bool
) -> None:
    monkeypatch.setattr(small_machine, "memory_of_machine", lambda: memory)
    monkeypatch.setattr(small_machine, "decoding_time", lambda: seconds)
    assert is_small() is small


def test_memory_and_pace_are_measured() -> None:
    assert decoding_time() > 0
    memory = memory_of_machine()
    assert memory is None or memory > 2**27


def test_a_machine_that_is_busy_for_a_moment_is_not_taken_for_a_small_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten pictures that take four times as long, then one in peace."""
    took = iter([4 * SLOW_S] * 10 + [SLOW_S / 2])
    clock = iter([reading for seconds in took for reading in (0.0, seconds)])
    monkeypatch.setattr("time.thread_time", lambda: next(clock))
    assert decoding_time() == SLOW_S / 2
