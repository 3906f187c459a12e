"""What can be counted of a match: rolls and doubles, the time plays took, illegal plays. Luck is the analysis's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from statistics import median

from arbiter.match.events import (
    Event,
    IllegalPlay,
    Paused,
    PlayMade,
    PlayStood,
    Resumed,
    RollSeen,
)
from arbiter.match.undo import standing
from arbiter.position import Side


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One player's. pips: rolled in all, a double's twice over. illegal: final warnings; stood: those let stand.

    seconds: median from the roll to the end of the play, pauses left out; None without a play.
    """

    rolls: int = 0
    doubles: int = 0
    pips: int = 0
    illegal: int = 0
    stood: int = 0
    seconds: float | None = None


@dataclass(slots=True)
class _Count:
    rolls: int = 0
    doubles: int = 0
    pips: int = 0
    illegal: int = 0
    stood: int = 0
    times: list[float] = field(default_factory=list)

    def result(self) -> PlayerStatistics:
        seconds = median(self.times) if self.times else None
        return PlayerStatistics(self.rolls, self.doubles, self.pips, self.illegal, self.stood, seconds)


def statistics_of(events: Iterable[Event]) -> tuple[PlayerStatistics, PlayerStatistics]:
    """(light, dark) of the match that these events tell of; what was taken back does not count."""
    counts = {Side.LIGHT: _Count(), Side.DARK: _Count()}
    rolled: float | None = None
    paused_at: float | None = None
    for event in standing(events):
        match event:
            case RollSeen():
                one, other = event.dice
                count = counts[event.player]
                count.rolls += 1
                count.doubles += one == other
                count.pips += (one + other) * (2 if one == other else 1)
                rolled = event.time
            case Paused():
                paused_at = event.time
            case Resumed():
                if rolled is not None and paused_at is not None:
                    rolled += event.time - max(paused_at, rolled)
                paused_at = None
            case PlayMade() | IllegalPlay(provisional=False):
                count = counts[event.player]
                count.illegal += isinstance(event, IllegalPlay)
                if rolled is not None:
                    count.times.append(max(0.0, event.time - rolled))
                rolled = None
            case PlayStood():
                counts[event.player].stood += 1
    return counts[Side.LIGHT].result(), counts[Side.DARK].result()
