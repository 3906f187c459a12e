"""Each player's clock is counted at their own table; the log holds it, both pages show it, run out it costs once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.match.answers import answer
from arbiter.match.clock import Clock, after, after_all, new_clock
from arbiter.match.commands import Pause, Resume, RunOut
from arbiter.match.events import Event, PlayMade, RollSeen, TimeRanOut
from arbiter.match.fold import fold
from arbiter.match.state import MatchState, Phase
from arbiter.position import Side
from arbiter.rules import Rules
from tests.two_books.match.logs import AGREED, GUEST, HOST, begun, play, says
from tests.two_books.match.test_own_table import table
from two_books.bodies import Agreed, Halted, RanOut, Rolled
from two_books.clocks import Reading, reading_from_json, reading_to_json, shown_clock, time_lacking, time_said
from two_books.errors import TwoBooksError
from two_books.shared_match import SharedMatch
from two_books.time_at_table import AGAIN_S, TimeAtTable


def timed(**rules: Any) -> SharedMatch:
    """Light, the host, has played; dark is to roll. The bank is 300 seconds for each, a match to 3."""
    agreed = Agreed(replace(AGREED.rules, clock="delay", delay=10, bank=100, **rules), AGREED.names, HOST)
    match = begun(agreed)
    made = play(match.state)
    return says(match, HOST, replace(made, left=2950))


def clock_of(bank: tuple[float, float], runner: Side | None) -> Clock:
    return Clock(10.0, bank, runner)


def test_the_log_has_what_each_table_says_of_its_own_player_and_gives_nothing_back() -> None:
    match = timed()
    assert match.clock
    assert match.clock.bank == (295.0, 300.0)
    rolled = says(match, GUEST, Rolled(1, 1, (6, 2), left=2800))
    assert rolled.clock
    assert rolled.clock.bank == (295.0, 280.0)
    later = says(rolled, GUEST, replace(play(rolled.state), left=2900))
    assert later.clock
    assert later.clock.bank == (295.0, 280.0)
    assert says(match, GUEST, Rolled(1, 1, (6, 2))).clock == match.clock  # what is not said changes nothing


def test_who_waits_loses_nothing_by_an_outage() -> None:
    """By the arbiter's own clock at each table: an hour goes by before the first play lies on the other's board."""
    match = timed()
    assert match.agreed
    turn = match.state.turns[0]
    assert turn.dice
    there, lies = turn.dice, match.state.position
    at_hosts: list[Event] = [
        RollSeen(1, 10.0, HOST, there), PlayMade(2, 25.0, HOST, there, turn.play, lies),
        RollSeen(3, 3700.0, GUEST, (6, 2)),
    ]  # fmt: skip
    at_guests: list[Event] = [
        RollSeen(1, 3600.0, HOST, there), PlayMade(2, 3610.0, HOST, there, turn.play, lies),
        RollSeen(3, 3622.0, GUEST, (6, 2)),
    ]  # fmt: skip
    for own, events, left in ((HOST, at_hosts, 295.0), (GUEST, at_guests, 298.0)):
        clock = after_all(new_clock(match.agreed.rules), table(match, own), events)
        assert clock
        assert clock.bank[0 if own is HOST else 1] == left


@pytest.mark.parametrize(("rule", "points", "over"), [("match", 3, True), ("point", 1, False), ("overtime", 0, False)])
def test_time_that_ran_out_costs_what_is_agreed_once_and_at_both(rule: Any, points: int, over: bool) -> None:
    match = timed(time_out=rule, overtime=60)
    out = clock_of((295.0, -0.5), GUEST)
    assert time_said(clock_of((295.0, 0.5), GUEST), match, GUEST) is None
    assert time_said(replace(out, runner=HOST), match, GUEST) is None
    assert time_said(out, match, GUEST) == RanOut(1, 1)
    said = says(match, GUEST, RanOut(1, 1, left=-5))
    assert said.state.score == (points, 0)
    assert (said.state.phase is Phase.MATCH_OVER) is over
    for own in Side:
        here = table(match, own, *match.events[2:])
        lacks = time_lacking(here, out, said)
        assert lacks == RunOut(GUEST, points)
        events = answer(here, lacks, 5, 1015.0)
        clock = after(out, events[0], fold(events, here))
        assert time_lacking(fold(events, here), clock, said) is None
        assert time_said(clock, said, own) is None
    if not over:
        assert said.clock
        assert said.clock.bank == (295.0, 60.0)
        again = says(said, GUEST, RanOut(1, 1, left=-1))
        assert (again.state.score, again.state.phase is Phase.MATCH_OVER) == (
            ((3, 0), True) if rule == "overtime" else ((2, 0), False)
        )  # fmt: skip


def test_what_costs_nothing_is_refused() -> None:
    for match in (timed(), begun(), says(SharedMatch(), HOST, AGREED)):
        at = (match.state.game, len(match.state.turns))
        with pytest.raises(TwoBooksError):
            says(match, GUEST, RanOut(*at))
    over = says(timed(time_out="match"), HOST, RanOut(1, 1))
    assert over.state.score == (0, 3)
    with pytest.raises(TwoBooksError):
        says(over, HOST, RanOut(1, 1))
    assert isinstance(over.events[-2], TimeRanOut)


def test_a_pause_passes_over_and_ends_by_either() -> None:
    match = timed()
    here, ours, theirs = table(match, HOST, *match.events[2:]), TimeAtTable(), TimeAtTable()

    def lacks(time: TimeAtTable, state: MatchState, log: SharedMatch) -> object:
        return time.lacking(state, log)

    assert lacks(ours, here, match) is lacks(theirs, here, match) is None
    paused = fold(answer(here, Pause(), 5, 1.0), here)
    assert ours.halted(paused, match) == Halted(True)
    assert lacks(ours, paused, match) is None
    log = says(match, HOST, Halted(True))
    assert ours.halted(paused, log) is lacks(ours, paused, log) is None
    assert theirs.halted(here, log) is None
    assert lacks(theirs, here, log) == Pause()
    assert lacks(theirs, paused, log) is None
    assert theirs.halted(here, log) == Halted(False)  # they go on
    log = says(log, GUEST, Halted(False), Halted(False))
    assert not log.state.paused
    assert lacks(ours, paused, log) == Resume()
    assert lacks(TimeAtTable(), paused, log) == Resume()  # after a restart the log says so


def test_the_page_shows_each_clock_as_its_own_table_does() -> None:
    match = timed()
    assert match.clock
    page = {"bank": {"light": 290.0, "dark": 120.0}, "delay": 10, "delay_left": 0.0, "runner": "dark", "at": 50.0}
    shown = shown_clock(page, HOST, match.clock, Reading(280.0, 4.0, runs=True), 48.0)
    assert shown == {
        "bank": {"light": 290.0, "dark": 280.0}, "delay": 10, "delay_left": 4.0, "runner": "dark", "at": 48.0,
    }  # fmt: skip
    assert shown_clock(page, HOST, match.clock, Reading(280.0, 4.0, runs=False), 48.0)["runner"] is None
    assert shown_clock(page, HOST, match.clock, None, 0.0)["bank"]["dark"] == 300.0
    ours = {**page, "runner": "light", "delay_left": 7.0}
    assert shown_clock(ours, HOST, match.clock, Reading(280.0, 4.0, runs=True), 48.0) == {
        **ours, "bank": {"light": 290.0, "dark": 280.0}
    }  # fmt: skip


def test_presence_says_our_clock_when_it_starts_or_stops_and_every_ten_seconds() -> None:
    now = [0.0]
    time, match = TimeAtTable(lambda: now[0]), timed()
    assert time.presence(match, HOST) == {}
    time.clock = clock_of((295.0, 300.0), HOST)
    first = time.presence(match, HOST)
    assert reading_from_json(first["clock"]) == Reading(295.0, 10.0, runs=True)
    time.clock = clock_of((294.0, 300.0), HOST)
    assert time.presence(match, HOST) == first
    now[0] = AGAIN_S
    assert time.presence(match, HOST)["clock"]["bank"] == 294.0
    time.clock = clock_of((293.0, 300.0), GUEST)
    assert time.presence(match, HOST)["clock"] == {"bank": 293.0, "delay": 10.0, "runs": False}
    assert time.presence(begun(), HOST) == {}


@given(
    st.none() | st.text(max_size=3) | st.dictionaries(
        st.sampled_from(["bank", "delay", "runs", "more"]), st.none() | st.booleans() | st.floats() | st.integers()
    )
)  # fmt: skip
def test_whatever_the_other_table_says_of_its_clock_is_read_or_left_out(said: Any) -> None:
    reading = reading_from_json(said)
    if reading is not None:
        assert reading_from_json(reading_to_json(reading)) == reading


def test_without_a_clock_nothing_is_counted() -> None:
    assert begun().clock is None
    money = begun(Agreed(Rules(length=0, must_be_legal=True, clock="delay"), ("A", "B"), HOST))
    assert money.clock is None
