"""What can be counted of a match: rolls and doubles, the time plays took, illegal plays. Luck is the analysis's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from statistics import median

from arbiter.match.entered_events import Paused, Resumed
from arbiter.match.events import Event, GameStarted, IllegalPlay, PlayCorrected, PlayMade, PlayStood, RollSeen
from arbiter.match.undo import standing
from arbiter.plays import Dice
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
    rolls: list[Dice] = field(default_factory=list)
    illegal: int = 0
    stood: int = 0
    times: list[float] = field(default_factory=list)

    def result(self) -> PlayerStatistics:
        seconds = median(self.times) if self.times else None
        doubles = sum(one == other for one, other in self.rolls)
        pips = sum((one + other) * (2 if one == other else 1) for one, other in self.rolls)
        return PlayerStatistics(len(self.rolls), doubles, pips, self.illegal, self.stood, seconds)


def _rolled(counts: Mapping[Side, _Count], roll: RollSeen, before: Side | None) -> None:
    """before: whose roll is still open: this is the same one, read better, or the other player's after all."""
    if before is not None:
        counts[before].rolls.pop()
    counts[roll.player].rolls.append(roll.dice)


def statistics_of(events: Iterable[Event]) -> tuple[PlayerStatistics, PlayerStatistics]:
    """(light, dark) of the match that these events report; what was taken back does not count."""
    counts = {Side.LIGHT: _Count(), Side.DARK: _Count()}
    rolling: Side | None = None  # whose roll may still be read otherwise
    rolled: float | None = None
    paused_at: float | None = None
    for event in standing(events):
        match event:
            case RollSeen():
                _rolled(counts, event, rolling)
                rolling = event.player
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
                if isinstance(event, PlayMade):
                    if rolling is None:  # seen with its play alone
                        count.rolls += [event.dice] if event.dice else []
                    rolling = None
            case PlayStood() | PlayCorrected():
                counts[event.player].stood += isinstance(event, PlayStood)
                rolling = None if event.player is rolling else rolling
            case GameStarted():
                rolling = None
    return counts[Side.LIGHT].result(), counts[Side.DARK].result()
