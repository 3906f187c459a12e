"""The doubling cube over many looks (R45 to R51)."""

from __future__ import annotations

from collections import Counter, deque

from arbiter.position import Side
from arbiter.referee.evidence import Evidence

LEAST_CONFIDENCE = 0.4
WINDOW = 10
SHARE = 0.7

Lie = tuple[int, Side | None]
"""Value and owner as the cube lies."""


class CubeTracker:
    """Distinguishes a turned cube from a misread one: the new lie must last, and must be new."""

    def __init__(self) -> None:
        self._recent: deque[Lie] = deque(maxlen=WINDOW)
        self._usual: Counter[Lie] = Counter()

    def update(self, evidence: Evidence) -> None:
        cube = evidence.cube
        if evidence.still and cube is not None and cube.confidence >= LEAST_CONFIDENCE:
            self._recent.append((cube.value, cube.owner))

    def shows(self, value: int, owner: Side, looks: int) -> bool:
        """Whether the cube has come to lie so, and did not seem to lie so before.

        Its place is plainer than its figure: that must be seen in most looks, this only more often than any other.
        """
        figures = Counter(figure for figure, side in self._recent if side is owner)
        if figures.total() < SHARE * min(len(self._recent), looks + 3):
            return False
        agreeing = figures.pop(value, 0)
        if agreeing < looks or agreeing <= max(figures.values(), default=0):
            return False
        return not self._is_usual((value, owner))

    def _is_usual(self, lie: Lie) -> bool:
        return 3 * self._usual[lie] > self._usual.total()

    def forget(self) -> None:
        """What was seen lately says nothing: something else lay on the board."""
        self._recent.clear()

    def turn_over(self) -> None:
        """What was seen during the turn just finished becomes what is usual.

        A play that is hard to see is settled by the next roll only: a cube that came to lie otherwise during the turn
        was turned before that roll.
        """
        during = list(self._recent)
        self._recent.clear()
        while during and during[0] != during[-1] and not self._is_usual(during[-1]):
            self._recent.appendleft(during.pop())
        self._usual.update(during)

    def known(self, lie: Lie) -> None:
        """It may lie so without having been turned: people said that before a restart."""
        self._usual[lie] += WINDOW

    def accepted(self) -> None:
        """The cube was turned: forget how it used to lie."""
        self._usual.clear()
        self._recent.clear()
