"""A time limit on one thing after the other, watched by one thread: cheap enough for every frame of a camera."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager


class TimeLimit:
    """Calls `late`, once, from a thread of its own where something takes longer than it may.

    A timer for each frame costs half a millisecond; this thread only wakes when a limit may have passed.
    """

    def __init__(self, late: Callable[[], object]) -> None:
        self._late = late
        self._changed = threading.Condition()
        self._until: float | None = None
        self._wakes: float | None = None
        self._closed = False
        self._reached = False
        threading.Thread(target=self._watch, name="time limit", daemon=True).start()

    @property
    def was_reached(self) -> bool:
        return self._reached

    @contextmanager
    def within(self, seconds: float) -> Iterator[None]:
        """The time limit of what is done in this block; one at a time."""
        with self._changed:
            self._until = time.monotonic() + seconds
            if self._wakes is None or self._wakes > self._until:
                self._changed.notify()
        try:
            yield
        finally:
            with self._changed:
                self._until = None

    def close(self) -> None:
        """Nothing is watched any more."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    def _watch(self) -> None:
        with self._changed:
            while not self._closed:
                now = time.monotonic()
                if self._until is not None and now >= self._until:
                    self._reached = True
                    break
                self._wakes = self._until
                self._changed.wait(None if self._until is None else self._until - now)
        if self._reached:
            self._late()
