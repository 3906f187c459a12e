"""How often something may happen: a bucket that fills with time."""

from __future__ import annotations


class Bucket:
    """a_second: how much comes in; most: how much it holds, that of two seconds unless it is said otherwise."""

    def __init__(self, a_second: float, most: float | None = None) -> None:
        self._a_second = a_second
        self._most = 2 * a_second if most is None else most
        self._left, self._at = self._most, 0.0

    def takes(self, now: float, much: float = 1.0) -> bool:
        """Whether there is so much in it, which is then gone. now: steady clock, seconds."""
        self._left = min(self._most, self._left + max(0.0, now - self._at) * self._a_second)
        self._at = max(self._at, now)
        if self._left < much:
            return False
        self._left -= much
        return True
