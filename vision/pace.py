"""How long a look takes here, by the pictures that went by meanwhile; and what is skipped where that is too long.

A live source keeps only its newest picture: where the next one after a look is not the next of the source, the look
took as long as these lie apart. A recording drops none, so it is always read in full.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PaceLimits:
    """When work is skipped, in seconds unless it says otherwise. Set by hand on a rendered game before a grainy webcam;
    `python -m lab.benchmarks.live_slow` measures what comes of them."""

    slow: float = 0.2
    quick: float = 0.1
    """That looks take on average from which on less is looked at, and below which all is again."""
    share: float = 0.25
    """Of a new look in that average."""
    longest: float = 1.0
    """What one look counts for at the most: a machine may be busy for a moment."""
    settles: float = 0.2
    """For which the table must lie still before it is read: a hand that pauses is not worth it."""
    times: float = 3.0
    """Looks that would have taken place before the same thing is looked at again."""


PACE = PaceLimits()


class Pace:
    """Is told of each picture that is given to whoever looks, in order.

    cost: seconds that a look takes, on average; 0 where no picture is missed meanwhile. slow: whether to skip what can
    be skipped.
    """

    def __init__(self) -> None:
        self.cost = 0.0
        self.slow = False
        self._last: tuple[int, float] | None = None
        self._looked = False

    def observe(self, frame: int, time: float) -> None:
        """The next picture."""
        last, self._last = self._last, (frame, time)
        looked, self._looked = self._looked, False
        if last is None or not looked or not time - last[1] >= 0:
            return
        took = min(time - last[1], PACE.longest) if frame > last[0] + 1 else 0.0
        self.cost += PACE.share * (took - self.cost)
        self.slow = self.cost > (PACE.quick if self.slow else PACE.slow)

    def looked(self) -> None:
        """This picture was looked at in earnest."""
        self._looked = True

    def settled(self, still_for: float) -> bool:
        """Whether a table that has lain still for so long is worth a look."""
        return not self.slow or still_for >= PACE.settles

    def again(self, since: float) -> bool:
        """Whether it is time for another look at the same thing, so long after the last one."""
        return not self.slow or since >= PACE.times * self.cost
