"""The delay clock of the federations, driven by what is seen at the table and by taps.

Each turn has its delay (12 seconds by default); what is thought beyond that comes out of the player's bank. The bank
holds 2 minutes for each point of the match, less 1 for each point already scored when the match begins (U.S. Backgammon
Clock Rules of 2013, 2.1; for teams `delay` 18 and `bank` 150, 2.2). A turn ends when its dice are lifted or its player
taps, whichever comes first; with it the delay of the other player begins. Offering a double stops the doubler's time;
the answer has a delay of its own, and so has the doubler's roll after a take.

A provisional warning changes nothing. After an illegal play the time of whoever played it goes on, without a new
delay, until it is put right or stands, even where a tap had ended the turn; what the opponent had used of their delay
meanwhile counts when their turn goes on. Pauses, the time between games, before the opening roll and while the program
does not run count for nobody. What is taken back gives no time back, and no new delay either.

What a bank that is used up costs is agreed (`Rules.time_out`); docs/rules.md names the sources.

Pure: a clock and what happens next give the next clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from arbiter.match.commands import RunOut
from arbiter.match.events import ClockPressed, Event, MatchStarted, TimeRanOut
from arbiter.match.fold import apply
from arbiter.match.state import MatchState, Phase
from arbiter.position import Side
from arbiter.replacing import replace
from arbiter.rules import Rules

_T = TypeVar("_T")

_REMEMBERED = 8
"""Stretches of thinking whose delay goes on where it stopped, should they go on."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of thinking with a delay of its own. turn: of the game, from 0; cube: its value;
    answers: whether it is the answer to a double."""

    side: Side
    game: int
    turn: int
    cube: int
    answers: bool


@dataclass(frozen=True, slots=True)
class Clock:
    """bank: seconds left of (light, dark), below 0 where it is overdrawn. runner: whose time runs.

    used: the last stretches of thinking and the seconds used of each, the running one last. at: the time up to which
    everything is counted. ran_out, pressed: how often either player's bank was used up, and how often they tapped.
    """

    delay: float
    bank: tuple[float, float]
    runner: Side | None = None
    used: tuple[tuple[Stretch, float], ...] = ()
    at: float = 0.0
    ran_out: tuple[int, int] = (0, 0)
    pressed: tuple[int, int] = (0, 0)

    @property
    def delay_left(self) -> float:
        return max(0.0, self.delay - (self.used[-1][1] if self.used else 0.0))


def new_clock(rules: Rules, score: tuple[int, int] = (0, 0), at: float = 0.0) -> Clock | None:
    """The clock that a match begins with; None where the players agreed on none, or on no match length."""
    if rules.clock == "none" or rules.length == 0:
        return None
    bank = rules.bank * (rules.length - sum(score) / 2)
    return Clock(float(rules.delay), (bank, bank), at=at)


def after(clock: Clock | None, event: Event, state: MatchState) -> Clock | None:
    """The clock after an event; state: the match after it. None as long as no clock is agreed."""
    if isinstance(event, MatchStarted):
        clock = new_clock(event.rules, event.score, event.time)
    if clock is None:
        return None
    clock = advanced(clock, state, event.time)
    if isinstance(event, ClockPressed):
        return replace(clock, pressed=_with(clock.pressed, event.player, clock.pressed[_of(event.player)] + 1))
    if isinstance(event, TimeRanOut):
        return _after_run_out(clock, event.player, state)
    return clock


def after_all(clock: Clock | None, state: MatchState, events: Iterable[Event]) -> Clock | None:
    """The clock after several events; state: the match before them."""
    for event in events:
        state = apply(state, event)
        clock = after(clock, event, state)
    return clock


def advanced(clock: Clock, state: MatchState, time: float) -> Clock:
    """The clock at `time` (seconds, as events count it), with `state` as it is from then on.

    The time since the last call belongs to whoever was to act until now. Time that goes backward counts as none.
    """
    passed = max(0.0, time - clock.at)
    clock = replace(_spent(clock, passed), at=max(time, clock.at))
    stretch = _stretch(state)
    if stretch is None or state.paused:
        return replace(clock, runner=None)
    return replace(clock, runner=stretch.side, used=_going_on(clock.used, stretch))


def run_out(clock: Clock, state: MatchState) -> RunOut | None:
    """What follows from a bank that is used up, by the agreed rules; None where nothing does.

    It follows once: who takes it back plays on without time, or with the overtime.
    """
    side, rules = clock.runner, state.rules
    if side is None or clock.bank[_of(side)] >= 0 or rules.time_out == "shown":
        return None
    points_needed = rules.length - state.score[_of(side.other)]
    times = clock.ran_out[_of(side)]
    if rules.time_out == "point":
        return RunOut(side, 1) if times == 0 or rules.overtime > 0 else None
    if rules.time_out == "overtime" and times < 2:
        return RunOut(side, points_needed if times else 0)
    return RunOut(side, points_needed) if times == 0 else None


def may_press(state: MatchState, side: Side) -> bool:
    """Whether `side` may end their turn by a tap: once, while they play, or where they cannot enter (R33)."""
    if state.rules.clock == "none" or state.rules.length == 0 or state.paused or state.pressed:
        return False
    if state.player is not side:
        return False
    return state.phase is Phase.MOVING or (state.phase is Phase.TO_ROLL and state.position.closed_out(side))


def clock_comment(events: Iterable[Event]) -> str:
    """What a record says of the clock, a line or more; empty without a clock.

    Pauses and what was taken back are followed as they happened.
    """
    state, clock, lines = MatchState(), None, list[str]()
    for event in events:
        before = clock
        state = apply(state, event)
        clock = after(clock, event, state)
        if isinstance(event, MatchStarted):
            lines = []
        if isinstance(event, TimeRanOut) and before:
            lines.append(_run_out_comment(event, state))
    if clock is None:
        return ""
    left = ", ".join(f"{name} {_minutes(bank)}" for name, bank in zip(state.names, clock.bank, strict=True))
    lines.insert(0, f"Clock: {clock.delay:g} seconds a play, then the bank; left at the end: {left}.")
    if any(clock.pressed):
        taps = ", ".join(f"{name} {count}" for name, count in zip(state.names, clock.pressed, strict=True))
        lines.insert(1, f"Turns ended by a tap: {taps}.")
    return "\n".join(lines)


def _run_out_comment(event: TimeRanOut, state: MatchState) -> str:
    name, other = state.names[_of(event.player)], state.names[_of(event.player.other)]
    what = f"{event.points} to {other}" if event.points else "overtime"
    return f"Game {state.game}: {name} had no time left; {what}."


def _after_run_out(clock: Clock, player: Side, state: MatchState) -> Clock:
    clock = replace(clock, ran_out=_with(clock.ran_out, player, clock.ran_out[_of(player)] + 1))
    over = state.phase in (Phase.GAME_OVER, Phase.MATCH_OVER)
    if over or state.rules.time_out == "match":
        return clock
    return replace(clock, bank=_with(clock.bank, player, float(state.rules.overtime)))


def _minutes(seconds: float) -> str:
    whole = round(abs(seconds))
    return f"{'-' if seconds < 0 else ''}{whole // 60}:{whole % 60:02d}"


def _spent(clock: Clock, passed: float) -> Clock:
    if clock.runner is None or not clock.used:
        return clock
    *others, (stretch, used) = clock.used
    over = max(0.0, used + passed - clock.delay) - max(0.0, used - clock.delay)
    bank = _with(clock.bank, clock.runner, clock.bank[_of(clock.runner)] - over)
    return replace(clock, used=(*others, (stretch, used + passed)), bank=bank)


def _going_on(used: tuple[tuple[Stretch, float], ...], stretch: Stretch) -> tuple[tuple[Stretch, float], ...]:
    """The stretch as the running one, with what was used of it before."""
    before = next((seconds for known, seconds in used if known == stretch), 0.0)
    others = [entry for entry in used if entry[0] != stretch]
    return (*others, (stretch, before))[-_REMEMBERED:]


def _stretch(state: MatchState) -> Stretch | None:
    """Whose thinking goes on; None where nobody's does."""
    turn = len(state.turns)
    if state.player is None or state.phase in (Phase.SETTING_UP, Phase.GAME_OVER, Phase.MATCH_OVER):
        return None
    if state.phase is Phase.DOUBLED:
        return Stretch(state.answerer or state.player.other, state.game, turn, state.cube.value, answers=True)
    if state.pressed:
        # the turn that comes; who is closed out has none of their own, so that no turn is added
        coming = turn if state.phase is Phase.TO_ROLL else turn + 1
        return Stretch(state.player.other, state.game, coming, state.cube.value, answers=False)
    return Stretch(state.player, state.game, turn, state.cube.value, answers=False)


def _of(side: Side) -> int:
    return 0 if side is Side.LIGHT else 1


def _with(pair: tuple[_T, _T], side: Side, value: _T) -> tuple[_T, _T]:
    return (value, pair[1]) if side is Side.LIGHT else (pair[0], value)
