"""The consumer's check: a match's events in their order, none missing, none twice."""

from __future__ import annotations

from typing import Generic, TypeVar

MOST_HELD = 500
"""Events that are held while one before them is missing."""

T = TypeVar("T")


class EventOrder(Generic[T]):
    """done: events up to this number have been given out, or were never wanted."""

    def __init__(self, done: int = 0) -> None:
        self.done = done
        self._held: dict[int, T] = {}

    def take(self, number: int, event: T) -> list[T]:
        """The events that can be given out now that this one has come; numbers count from 1."""
        if number <= self.done or number in self._held or number > self.done + MOST_HELD:
            return []
        self._held[number] = event
        given = []
        while (number := self.done + 1) in self._held:
            given.append(self._held.pop(number))
            self.done = number
        return given

    def missing(self, sent: int) -> tuple[int, int] | None:
        """The first gap, (first, last), where the table says it has sent so many; None where nothing is missing."""
        first = self.done + 1
        last = min(self._held) - 1 if self._held else sent
        return (first, last) if last >= first else None

    def skip(self, last: int) -> list[T]:
        """Give up what is missing up to and including `last`; what was held behind it is given out."""
        self.done = max(self.done, last)
        given = []
        while (number := self.done + 1) in self._held:
            given.append(self._held.pop(number))
            self.done = number
        return given
