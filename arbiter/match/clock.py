"""The delay clock of the federations, driven by what is seen at the table.

Each turn has its delay (12 seconds by default); what is thought beyond that comes out of the player's bank. The bank
holds 2 minutes for each point of the match, less 1 for each point already scored when the match begins (clock rules of
USBGF and WBGF). Lifting the dice ends a turn, and with it the delay of the other player begins. Offering a double stops
the doubler's time; the answer has a delay of its own. After an illegal play the time of whoever played it goes on,
without a new delay, until it is put right or stands. Pauses, the time between games and before the opening roll count
for nobody. An overdrawn bank is shown; it costs no points.

Pure: a clock, the state of the match and a time give the next clock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from arbiter.match.events import Event, MatchStarted
from arbiter.match.state import MatchState, Phase, apply
from arbiter.position import Side
from arbiter.rules import Rules

BANK_A_POINT_S = 120.0
LESS_A_POINT_SCORED_S = 60.0

TurnKey = tuple[int, int, bool]


@dataclass(frozen=True, slots=True)
class Clock:
    """bank: seconds left of (light, dark), below 0 where it is overdrawn. used: of the running turn, in seconds.

    runner: whose time runs. turn: which turn that is. at: the time up to which everything is counted.
    """

    delay: float
    bank: tuple[float, float]
    runner: Side | None = None
    turn: TurnKey = (0, 0, False)
    used: float = 0.0
    at: float = 0.0

    @property
    def delay_left(self) -> float:
        return max(0.0, self.delay - self.used)


def new_clock(rules: Rules, score: tuple[int, int] = (0, 0), at: float = 0.0) -> Clock | None:
    """The clock that a match begins with; None where the players agreed on none, or on no match length."""
    if rules.clock == "none" or rules.length == 0:
        return None
    bank = BANK_A_POINT_S * rules.length - LESS_A_POINT_SCORED_S * sum(score)
    return Clock(float(rules.delay), (bank, bank), at=at)


def advanced(clock: Clock, state: MatchState, time: float) -> Clock:
    """The clock at `time` (seconds, as events count it), with `state` as it is from then on.

    The time since the last call belongs to whoever was to act until now. Time that goes backward counts as none.
    """
    passed = max(0.0, time - clock.at)
    clock = replace(_spent(clock, passed), at=max(time, clock.at))
    runner, turn = _running(state)
    if (runner, turn) == (clock.runner, clock.turn):
        return clock
    if turn == clock.turn and None in (runner, clock.runner):
        return replace(clock, runner=runner)  # a pause: the same turn goes on with what is left of its delay
    return replace(clock, runner=runner, turn=turn, used=0.0 if runner else clock.used)


def clock_told(events: Iterable[Event]) -> str:
    """One line for a record: what was agreed and what each player had left at the end; empty without a clock.

    Pauses and what was taken back are followed as they happened.
    """
    state, clock = MatchState(), None
    for event in events:
        state = apply(state, event)
        if isinstance(event, MatchStarted):
            clock = new_clock(event.rules, event.score, event.time)
        if clock:
            clock = advanced(clock, state, event.time)
    if clock is None:
        return ""
    left = ", ".join(f"{name} {_minutes(bank)}" for name, bank in zip(state.names, clock.bank, strict=True))
    return f"Clock: {clock.delay:g} seconds a play, then the bank; left at the end: {left}."


def _minutes(seconds: float) -> str:
    whole = round(abs(seconds))
    return f"{'-' if seconds < 0 else ''}{whole // 60}:{whole % 60:02d}"


def _spent(clock: Clock, passed: float) -> Clock:
    if clock.runner is None:
        return clock
    used = clock.used + passed
    over = max(0.0, used - clock.delay) - max(0.0, clock.used - clock.delay)
    light, dark = clock.bank
    bank = (light - over, dark) if clock.runner is Side.LIGHT else (light, dark - over)
    return replace(clock, used=used, bank=bank)


def _running(state: MatchState) -> tuple[Side | None, TurnKey]:
    turn = (state.game, len(state.turns), state.phase is Phase.DOUBLED)
    if state.paused or state.phase in (Phase.SETTING_UP, Phase.GAME_OVER, Phase.MATCH_OVER):
        return None, turn
    if state.phase is Phase.DOUBLED:
        return state.answerer, turn
    return state.player, turn
