"""A warning is data: made once by the arbiter, kept, and shown without being judged again."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest

from arbiter.match.event_json import EventError, event_from_json, event_to_json
from arbiter.match.events import GameStarted, IllegalPlay, MatchStarted, RollSeen
from arbiter.match.fold import fold
from arbiter.match.play_fault import fault_of
from arbiter.message import Message
from arbiter.plays import accepted_plays
from arbiter.position import BAR, START, row_of
from arbiter.verdict import judge
from tests.arbiter_referee.stage import LIGHT, Stage, moved, opened
from translation.catalogue import catalogue
from web.messages import way_back

ROOT = Path(__file__).parents[2]
WRONG = moved(START, LIGHT, (13, 11), (8, 4))


def warned(stage: Stage) -> IllegalPlay:
    return [event for event in stage.events if isinstance(event, IllegalPlay)][-1]


def kept(event: IllegalPlay) -> IllegalPlay:
    """As it comes back from a journal."""
    read = event_from_json(json.loads(json.dumps(event_to_json(event))))
    assert isinstance(read, IllegalPlay)
    return read


def test_the_referee_tells_the_whole_fault() -> None:
    warning = warned(opened((2, 1)).put(WRONG).lift())
    assert warning.fault
    assert (warning.fault.verdict, warning.fault.reason) == ("8/4 needs a 4.", None)
    assert warning.fault.other_roll == (4, 2)
    assert {(shift.start, shift.end) for shift in warning.fault.moved} == {(13, 11), (8, 4)}
    assert [(shift.start, shift.end) for shift in warning.fault.way_back] == [(4, 7)]
    assert warning.message == "8/4 needs a 4; the dice show 2-1."


def test_the_way_back_leads_to_where_it_began_and_then_to_a_legal_play() -> None:
    warning = warned(opened((2, 1)).put(WRONG).lift())
    assert warning.fault
    assert [(shift.start, shift.end) for shift in warning.fault.put_back] == [(4, 8)]
    assert [(shift.start, shift.end) for shift in warning.fault.then] == [(8, 7)]
    assert way_back(warning.fault) == "Put back: light 4 to 8. Then: light 8 to 7."


def test_a_checker_wrongly_entered_goes_back_to_the_bar_first() -> None:
    """From the issue: "bar to 24, 21 to 22" is the fewest checkers, and nobody would do it."""
    before = START.with_row(LIGHT, row_of(((BAR, 2), (13, 5), (8, 3), (6, 5))))
    after = before.moved(LIGHT, ((BAR, 21),))
    fault = fault_of(before, judge(before, LIGHT, (3, 1), after), LIGHT, (3, 1), after)
    assert [(shift.start, shift.end) for shift in fault.put_back] == [(21, BAR)]
    assert sorted((shift.start, shift.end) for shift in fault.then) == [(BAR, 22), (BAR, 24)]


def test_a_die_that_was_not_played_puts_nothing_back() -> None:
    after = moved(START, LIGHT, (8, 6))
    fault = fault_of(START, judge(START, LIGHT, (2, 1), after), LIGHT, (2, 1), after)
    assert fault.put_back == ()
    assert len(fault.then) == 1
    assert way_back(fault).startswith("To a legal play: light ")


@pytest.mark.parametrize("seed", range(40))
def test_what_is_put_back_and_then_played_is_the_nearest_legal_play(seed: int) -> None:
    chance, before, side = random.Random(seed), START, LIGHT
    for _ in range(chance.randrange(12)):
        before = chance.choice(accepted_plays(before, side, (chance.randint(1, 6), chance.randint(1, 6)))).result
        side = side.other
    after, roll = before, (chance.randint(1, 6), chance.randint(1, 6))
    for _ in range(chance.randint(1, 4)):
        row = list(after.row(side))
        row[chance.choice([point for point in range(1, BAR + 1) if row[point]])] -= 1
        row[chance.randint(1, 24)] += 1
        after = after.with_row(side, tuple(row))
    verdict = judge(before, side, roll, after)
    if verdict.legal:
        return
    fault, lies = fault_of(before, verdict, side, roll, after), after
    for step in (*fault.put_back, *fault.then):
        assert step.start is not None
        assert step.end is not None
        moving = list(lies.row(step.side))
        moving[step.start] -= 1
        moving[step.end] += 1
        lies = lies.with_row(step.side, tuple(moving))
    assert lies == verdict.nearest[0].result


def test_a_kept_fault_is_still_said_in_german() -> None:
    warning = kept(warned(opened((2, 1)).put(WRONG).lift()))
    assert warning.fault
    assert catalogue("de").say(warning.fault.verdict) == "8/4 braucht eine 4."


def test_a_warning_kept_by_an_older_version_is_judged_once_on_reading() -> None:
    verdict = judge(START, LIGHT, (2, 1), WRONG)
    old = IllegalPlay(0, 0.0, LIGHT, (2, 1), verdict.rules, verdict.message, WRONG, False)
    begun = [MatchStarted(0, 0.0, fold([]).rules), GameStarted(0, 0.0, START), RollSeen(0, 0.0, LIGHT, (2, 1))]
    state = fold([*begun, old])
    assert state.warning
    assert state.warning == replace(old, fault=warned(opened((2, 1)).put(WRONG).lift()).fault)
    nonsense = fold([*begun, replace(old, dice=(9, 9))]).warning
    assert nonsense
    assert nonsense.fault
    assert nonsense.fault.verdict == verdict.message


@pytest.mark.parametrize("pattern", ["{move.__class__}", "{move!r}", "{move:>999999999}", "{other}", "{", "{0}"])
def test_a_pattern_of_somebody_elses_is_refused(pattern: str) -> None:
    data = event_to_json(warned(opened((2, 1)).put(WRONG).lift()))
    data["fault"]["verdict"] = {"text": "", "pattern": pattern, "values": {"move": "8/4"}}
    with pytest.raises(EventError):
        event_from_json(data)


def test_a_counted_message_keeps_its_count() -> None:
    said = Message.counted("{count} point", "{count} points", 3)
    again = Message.from_parts(said.pattern, said.plural, said.values)
    assert (again, again.number) == ("3 points", 3)
    with pytest.raises(ValueError, match="count"):
        Message.from_parts("{count} point", "{count} points", {"count": "3"})


@pytest.mark.parametrize("shows", ["web", "firmware_bridge", "bookgammon/history"])
def test_whoever_shows_a_warning_judges_nothing(shows: str) -> None:
    judges_nothing(ROOT / shows)


def judges_nothing(folder: Path) -> None:
    for module in folder.rglob("*.py"):
        assert not re.search(r"(?:import|,) judge\b", module.read_text(encoding="utf-8")), module
