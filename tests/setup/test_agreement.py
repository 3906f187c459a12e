"""From the match form to the events that the match begins with, and what the form refuses."""

from __future__ import annotations

from typing import Any, Literal

import pytest

from arbiter.match.chouette import Chouette
from arbiter.match.events import MatchStarted
from arbiter.match.fold import fold
from arbiter.match.opponent import OpponentSeat
from arbiter.position import Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.setup.agreement import Agreement, agreed, form_of
from bookgammon.table.table import FrameTime, opening
from web.errors import Refused
from web.setup import MatchForm, OpenMatch, parse_form

NEAR_DARK = Seats(Side.DARK)
OPENING = opening(Rules(), (0, 0), None, FrameTime())


def agreement(form: MatchForm) -> Agreement:
    made = agreed(form, NEAR_DARK)
    assert made is not None
    return made


def test_names_follow_the_seats() -> None:
    made = agreement(MatchForm("match", near="Anna", far="Ben", board="", rules=Rules(length=7)))
    assert made.names == ("Ben", "Anna")
    assert made.rules.length == 7
    assert agreement(MatchForm("match", near="", far="", board="")).names == ("Light", "Dark")


def test_the_rules_of_the_form_are_those_of_the_match_and_what_it_begins_with() -> None:
    rules = Rules(clock="delay", delay=18, bank=150, time_out="match", must_be_legal=True)
    shown = form_of(rules, None, NEAR_DARK, "")
    assert (shown.kind, agreement(shown).rules) == ("match", rules)
    assert form_of(Rules(length=0), None, NEAR_DARK, "").kind == "money"


def test_a_chouette_lines_up_in_the_order_entered() -> None:
    made = agreement(MatchForm("chouette", "", "", "", players=("Ann", "Bob", "Cy", "Di"), box="far"))
    state = fold(made.settles(OPENING))
    assert isinstance(state.chouette, Chouette)
    assert (state.chouette.box, state.chouette.line) == ("Ann", ("Bob", "Cy", "Di"))
    assert state.names == ("Ann", "Bob")


@pytest.mark.parametrize(
    ("seat", "box", "names"), [("near", Side.DARK, ("Bob", "Ann")), ("far", Side.LIGHT, ("Ann", "Bob"))]
)
def test_the_box_of_a_chouette_sits_where_it_was_entered(
    seat: Literal["near", "far"], box: Side, names: tuple[str, str]
) -> None:
    made = agreement(MatchForm("chouette", "", "", "", players=("Ann", "Bob", "Cy"), box=seat))
    state = fold(made.settles(OPENING))
    assert state.names == names
    assert state.chouette
    assert (state.chouette.box, state.chouette.side) == ("Ann", box)


def test_an_open_match_goes_on_as_agreed() -> None:
    assert agreed(MatchForm("open", "", "", ""), NEAR_DARK) is None
    form = form_of(Rules(), OpenMatch(("Ben", "Anna"), (2, 1), 5), NEAR_DARK, "Our book")
    assert (form.kind, form.near, form.far) == ("open", "Anna", "Ben")


def test_what_the_command_line_said_is_in_the_form() -> None:
    seat = OpponentSeat(Side.DARK, "gnubg", "expert")
    said = Agreement(Rules(length=3), seat.among(("Anna", "Anna")), opponent=seat)
    last = OpenMatch(("Ben", "Cleo"), (2, 1), 5)
    form = form_of(Rules(), last, Seats(Side.LIGHT), "Our book", said)
    assert (form.kind, form.near, form.far, form.opponent, form.rules.length) == ("match", "Anna", "", seat, 3)
    assert agreed(form, Seats(Side.LIGHT)) == said
    two = form_of(Rules(), last, NEAR_DARK, "", Agreement(Rules(length=0), ("Anna", "Ben")))
    assert (two.kind, two.near, two.far, two.opponent) == ("money", "Ben", "Anna", None)


def test_a_match_taken_up_keeps_its_score() -> None:
    begun = opening(Rules(length=5), (3, 1), None, FrameTime(4, 0.5))
    (started,) = Agreement(Rules(length=5), ("Ben", "Anna")).settles(begun)
    assert started == MatchStarted(4, 0.5, Rules(length=5), ("Ben", "Anna"), (3, 1))


GOOD: dict[str, Any] = {"kind": "match", "near": "Anna", "far": "Ben", "board": "Our book", "rules": {"length": 5}}


def test_a_form_is_taken_as_entered() -> None:
    assert parse_form({**GOOD, "near": "  <b>Anna</b>\n"}).near == "<b>Anna</b>"
    assert len(parse_form({**GOOD, "near": "x" * 500}).near) == 40


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"kind": "poker"}, "what is played"),
        ({"rules": {"length": 0}}, "to how many points"),
        ({"rules": {"length": 100}}, "from 1 to 99"),
        ({"rules": {"length": True}}, "not understood"),
        ({"rules": {"length": "5"}}, "not understood"),
        ({"rules": {"delay": -1}}, "from 0 to 3600"),
        ({"rules": {"bank": 3601}}, "from 0 to 3600"),
        ({"rules": {"overtime": "60"}}, "not understood"),
        ({"rules": {"time_out": "gallows"}}, "not understood"),
        ({"rules": []}, "not understood"),
        ({"near": 5}, "letters"),
        ({"far": "anna"}, "same name"),
        ({"kind": "chouette", "players": ["Ann", "Bob", " "], "box": "far"}, "at least three"),
        ({"kind": "chouette", "players": ["Ann", "Bob", "Ann"], "box": "near"}, "same name"),
        ({"kind": "chouette", "players": ["Ann", "Bob", "Cy"]}, "which side the box sits"),
        ({"kind": "chouette", "players": ["x"] * 13}, "three to twelve"),
        ({"kind": "chouette", "players": "Ann"}, "three to twelve"),
    ],
)
def test_a_form_that_makes_no_sense_is_refused_with_a_sentence(change: dict[str, Any], why: str) -> None:
    with pytest.raises(Refused, match=why):
        parse_form({**GOOD, **change})


def test_money_is_played_without_a_length_whatever_was_entered_before() -> None:
    assert parse_form({**GOOD, "kind": "money"}).rules == Rules(length=0)
