"""Each player's tournament clock: their own table counts it, the log holds what is left, both pages show it.

At a player's own table their time begins when the other's play lies on their board and ends when their dice are lifted.
So neither the line nor the other's hands cost them anything. What a bank that is used up costs follows from the log, by
the arbiter's own rules, and is entered at both tables. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arbiter.match.clock import Clock, run_out
from arbiter.match.commands import RunOut
from arbiter.match.endings import NOT_PLAYED
from arbiter.match.events import TimeRanOut
from arbiter.match.state import MatchState
from arbiter.position import SIDES, Side
from two_books.bodies import RanOut
from two_books.shared_match import SharedMatch

Json = dict[str, Any]
MOST_SAID_S = 1_000_000.0


@dataclass(frozen=True, slots=True)
class Reading:
    """What a player's own table shows of their clock, in seconds. runs: whether their time runs just now."""

    bank: float
    delay_left: float
    runs: bool


def left_of(clock: Clock | None, side: Side) -> int | None:
    """What is left in the player's bank, in tenths of a second; None without a clock."""
    return None if clock is None else round(10 * clock.bank[SIDES.index(side)])


def reading_of(clock: Clock, side: Side) -> Reading:
    return Reading(round(clock.bank[SIDES.index(side)], 1), round(clock.delay_left, 1), clock.runner is side)


def reading_to_json(reading: Reading) -> Json:
    return {"bank": reading.bank, "delay": reading.delay_left, "runs": reading.runs}


def reading_from_json(said: object) -> Reading | None:
    """As the other table says it of itself; None for anything else."""
    if not isinstance(said, Mapping):
        return None
    bank, delay, runs = (said.get(key) for key in ("bank", "delay", "runs"))
    seconds = [each for each in (bank, delay) if isinstance(each, int | float) and not isinstance(each, bool)]
    if len(seconds) != 2 or not isinstance(runs, bool) or not all(abs(each) <= MOST_SAID_S for each in seconds):
        return None
    return Reading(float(seconds[0]), float(seconds[1]), runs)


def time_said(clock: Clock | None, match: SharedMatch, own: Side) -> RanOut | None:
    """That our own player's time has run out, where the log does not say so yet. clock: our table's."""
    shared, state = match.clock, match.state
    if clock is None or shared is None or clock.runner is not own or clock.bank[SIDES.index(own)] >= 0:
        return None
    if shared.ran_out != clock.ran_out or run_out(clock, state) is None:
        return None
    return RanOut(state.game, len(state.turns))


def time_lacking(table: MatchState, clock: Clock | None, match: SharedMatch) -> RunOut | None:
    """What our table has to be told of time that ran out, its own player's too. clock: our table's."""
    state, shared = match.state, match.clock
    if clock is None or shared is None or table.game != state.game or len(table.turns) != len(state.turns):
        return None
    if table.phase in NOT_PLAYED:
        return None
    for side in SIDES:
        known = clock.ran_out[SIDES.index(side)]
        said = [event for event in match.events if isinstance(event, TimeRanOut) and event.player is side]
        if len(said) > known:
            return RunOut(side, said[known].points)
    return None


def shown_clock(page: Json, own: Side, log: Clock, theirs: Reading | None, at: float) -> Json:
    """The clock as a page shows it: our side's as our table counts it, the other's as theirs does.

    page: as our table alone would show it. log: what both know. theirs: None while nothing is heard. at: when that was
    so, in seconds since 1970.
    """
    other = own.other.value
    bank = {**page["bank"], other: theirs.bank if theirs else log.bank[SIDES.index(own.other)]}
    shown = {**page, "bank": bank}
    if page["runner"] == own.value:
        return shown
    if theirs is not None and theirs.runs:
        return {**shown, "runner": other, "delay_left": theirs.delay_left, "at": round(at, 2)}
    return {**shown, "runner": None, "delay_left": page["delay"]}
