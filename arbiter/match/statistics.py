"""What can be counted of a match: rolls and doubles, the time plays took, illegal plays. Luck is the analysis's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import fsum
from statistics import median

from arbiter.match.entered_events import Paused, Resumed
from arbiter.match.events import Event, GameStarted, IllegalPlay, PlayCorrected, PlayMade, PlayStood, RollSeen
from arbiter.match.undo import standing
from arbiter.plays import Dice
from arbiter.position import Side


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One player's. pips: rolled in all, a double's twice over. illegal: turns in which a rule was broken once the dice
    were lifted, and which people did not call misread; stood: those of them that were let stand.

    seconds: median from the roll to the end of the play, pauses left out; None without a play. timed: how many plays
    that is of; used: the seconds of all of them together.
    """

    rolls: int = 0
    doubles: int = 0
    pips: int = 0
    illegal: int = 0
    stood: int = 0
    seconds: float | None = None
    timed: int = 0
    used: float = 0.0


@dataclass(slots=True)
class _Turn:
    """A turn as it counts by now, however often it was judged or corrected. done: its play is over."""

    warned: bool = False
    stood: bool = False
    done: bool = False


@dataclass(slots=True)
class _Count:
    rolls: list[Dice] = field(default_factory=list)
    turns: list[_Turn] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    def result(self) -> PlayerStatistics:
        seconds = median(self.times) if self.times else None
        doubles = sum(one == other for one, other in self.rolls)
        pips = sum((one + other) * (2 if one == other else 1) for one, other in self.rolls)
        illegal, stood = sum(t.warned or t.stood for t in self.turns), sum(t.stood for t in self.turns)
        times = (seconds, len(self.times), fsum(self.times))
        return PlayerStatistics(len(self.rolls), doubles, pips, illegal, stood, *times)

    def judged(self, event: Event) -> None:
        """What became of this player's last turn."""
        if not self.turns or (self.turns[-1].done and isinstance(event, RollSeen | PlayMade | IllegalPlay)):
            self.turns.append(_Turn())
        turn = self.turns[-1]
        match event:
            case IllegalPlay():
                turn.warned = True
            case PlayMade():
                turn.warned, turn.done = False, True
            case PlayCorrected(entered=True):
                turn.done = True
            case PlayStood() | PlayCorrected():
                turn.warned &= not (isinstance(event, PlayCorrected) and event.misread)
                turn.stood, turn.done = isinstance(event, PlayStood), True


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
                counts[event.player].judged(event)
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
                count.judged(event)
                if rolled is not None and event.time:  # the record of a match played elsewhere knows no times
                    count.times.append(max(0.0, event.time - rolled))
                rolled = None
                if isinstance(event, PlayMade):
                    if rolling is None:  # seen with its play alone
                        count.rolls += [event.dice] if event.dice else []
                    rolling = None
            case PlayStood() | PlayCorrected():
                counts[event.player].judged(event)
                rolling = None if event.player is rolling else rolling
            case GameStarted():
                rolling = None
    return counts[Side.LIGHT].result(), counts[Side.DARK].result()
