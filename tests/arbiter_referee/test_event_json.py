"""Events as JSON: what `watch` promises, and nothing lost on the way through the journal."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.match.entered_events import EVENTS
from arbiter.match.event_json import (
    EventError,
    checked_event_to_json,
    event_from_json,
    event_to_json,
    position_to_json,
)
from arbiter.match.events import Event, GameStarted, IllegalPlay, MatchStarted, Note, PlayMade, RollSeen
from arbiter.position import START, Side
from arbiter.rules import Rules
from tests.arbiter_referee.strategies import covered, events

EVERY_EVENT = settings(deadline=None, derandomize=True, max_examples=150)


def test_every_event_has_a_name_and_a_strategy() -> None:
    assert covered == set(EVENTS.values())


@EVERY_EVENT
@given(events)
def test_an_event_survives_the_journal(event: Event) -> None:
    assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event


@EVERY_EVENT
@given(events)
def test_a_checked_event_is_written_as_any(event: Event) -> None:
    assert checked_event_to_json(event) == event_to_json(event)


CROWDED = replace(START, light=(9, *START.light[1:]))


@pytest.mark.parametrize(
    "event",
    [
        RollSeen(1, 0.0, Side.DARK, (7, 1)),
        PlayMade(1, 0.0, Side.DARK, (6, 1), "24/18 13/11", CROWDED),
        PlayMade(1, 0.0, Side.DARK, (6, 1), "24/18 " * 1000, START),
        GameStarted(1, 0.0, CROWDED, None, 1, None),
        GameStarted(1, 0.0, START, None, 3, None),
        MatchStarted(1, 0.0, Rules(length=30000)),
        MatchStarted(1, 0.0, Rules(), ("A" * 300, "Ben")),
        MatchStarted(1, 0.0, Rules(), ("Ann", "Ben"), (10**12, 0)),
    ],
    ids=str,
)
def test_an_event_out_of_bounds_is_refused_before_it_is_written_as_it_would_be_after(event: Event) -> None:
    checked_event_to_json(RollSeen(1, 0.0, Side.DARK, (6, 1)))
    with pytest.raises(EventError) as read:
        event_from_json(json.loads(json.dumps(event_to_json(event))))
    with pytest.raises(EventError) as checked:
        checked_event_to_json(event)
    assert str(checked.value) == str(read.value)


def test_a_play_as_the_design_prints_it() -> None:
    event = PlayMade(143, 9.53, Side.DARK, (6, 2), "24/18 13/11", START)
    assert event_to_json(event) == {
        "event": "play",
        "frame": 143,
        "time": 9.53,
        "player": "dark",
        "dice": [6, 2],
        "play": "24/18 13/11",
        "position": {
            "points": [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2],
            "bar": {"light": 0, "dark": 0},
            "off": {"light": 0, "dark": 0},
            "mixed": [],
        },
    }


def test_a_mixed_point_counts_for_the_colour_that_has_more() -> None:
    light = list(START.light)
    light[24], light[1] = 1, 1
    assert position_to_json(replace(START, light=tuple(light))) == {
        "points": [-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 1],
        "bar": {"light": 0, "dark": 0},
        "off": {"light": 0, "dark": 0},
        "mixed": [{"point": 1, "light": 1, "dark": 2}],
    }


@pytest.mark.parametrize(
    "torn",
    [
        None,
        [],
        "roll",
        {},
        {"event": "earthquake", "frame": 1, "time": 0.1},
        {"event": ["roll"], "frame": 1, "time": 0.1},
        {"event": "roll", "frame": 1, "time": 0.1, "player": "dark"},
        {"event": "roll", "frame": 1, "time": 0.1, "player": "red", "dice": [1, 2]},
        {"event": "roll", "frame": 1, "time": 0.1, "player": "dark", "dice": [1, 2, 3]},
        {"event": "roll", "frame": "1", "time": 0.1, "player": "dark", "dice": [1, 2]},
        {"event": "game_over", "frame": 1, "time": 0.1, "winner": "dark", "points": True, "kind": "single"},
        {"event": "game_over", "frame": 1, "time": 0.1, "winner": "dark", "points": 2, "kind": "double"},
        {"event": "match", "frame": 1, "time": 0.1, "rules": {"length": "five"}},
        {"event": "game", "frame": 1, "time": 0.1, "position": {"points": [0] * 23, "bar": {}, "off": {}}},
        {
            "event": "game",
            "frame": 1,
            "time": 0.1,
            "position": {
                "points": [0] * 24,
                "bar": {"light": -1, "dark": 0},
                "off": {"light": 0, "dark": 0},
            },
        },
    ],
)
def test_what_is_no_event_is_refused_in_one_sentence(torn: object) -> None:
    with pytest.raises(EventError) as caught:
        event_from_json(torn)
    assert str(caught.value).count(".") <= 2
    assert "\n" not in str(caught.value)


@settings(deadline=None, derandomize=True, max_examples=300)
@given(events, st.data())
def test_a_torn_event_is_an_event_or_refused(event: Event, data: st.DataObject) -> None:
    """Whatever one field is replaced with, nothing but EventError comes out."""
    found = event_to_json(event)
    name = data.draw(st.sampled_from(sorted(found)))
    junk = st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.integers()) | st.just({"a": 1})
    found[name] = data.draw(junk)
    try:
        event_from_json(found)
    except EventError:
        return


def test_keys_of_a_later_version_are_ignored() -> None:
    found = event_to_json(Note(1, 0.5, "board moved"))
    assert event_from_json(found | {"colour": "red"}) == Note(1, 0.5, "board moved")


def test_lists_become_tuples() -> None:
    event = event_from_json(
        event_to_json(IllegalPlay(1, 0.1, Side.LIGHT, (6, 1), ("R17",), "no", START, True))
    )
    assert isinstance(event, IllegalPlay)
    assert event.rules == ("R17",)
    assert hash(event) == hash(event)
    assert event_from_json(event_to_json(RollSeen(0, 0.0, Side.DARK, (1, 2)))) == RollSeen(
        0, 0.0, Side.DARK, (1, 2)
    )
