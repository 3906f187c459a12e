"""What the page offers is what the referee accepts: each offer at each table is tried on the real one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from arbiter.match.command_json import COMMANDS, command_from_json
from arbiter.match.commands import CommandError
from arbiter.match.entered_events import Resigned, Undone
from arbiter.match.event_json import position_to_json
from arbiter.match.events import GameStarted
from arbiter.match.fold import apply
from arbiter.match.state import MatchState
from arbiter.match.undo import last_action
from arbiter.plays import legal_plays
from arbiter.position import SIDES, START, Position, Side
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from tests.web.table_parts import game, match, view_of
from tests.web.tables import TABLES, doubled
from web.messages import headline, name_of
from web.offers import offers, table_offers
from web.view import TableView, view_json

FIELDS: dict[str, dict[str, object]] = {
    "correct_dice": {"dice": [6, 2], "player": "light"},
    "correct_score": {"score": [1, 1]},
    "name_players": {"names": ["Chloe", "Dan"]},
    "seat": {"near": "dark", "home": "left"},
    "resign": {"player": "dark"},
    "end_game": {"winner": "dark", "kind": "single", "last": True},
    "join": {"name": "Emil"},
    "leave": {"name": "Dan"},
    "found_chouette": {"rolls": [["Anna", 6], ["Ben", 5], ["Chloe", 1]]},
    "answer_as_team": {"takers": ["Ben"]},
}


def accepts(state: MatchState, name: str, side: Side | None = None) -> bool:
    fields = dict(FIELDS.get(name, {}))
    if name == "resign" and state.opponent:
        fields["player"] = state.opponent.side.other.value
    if name == "correct_position":
        fields["position"] = position_to_json(_may_lie_there(state))
    if side and name in ("let_stand", "demand", "press_clock", "ask_hint"):
        fields["player"] = side.value
    try:
        Referee(state, TABLES["opening"]().seats).handle(command_from_json({"command": name, **fields}), 0, 0.0)
    except CommandError:
        return False
    return True


def _may_lie_there(state: MatchState) -> Position:
    """A position that people may enter: once a correction is demanded, only what a legal play leaves."""
    if not state.legal_only:
        return state.position
    assert state.player
    assert state.dice
    return legal_plays(state.position, state.player, state.dice)[0].result


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
def test_whatever_is_offered_is_accepted(table: Callable[[], TableView]) -> None:
    state = table().state
    for side, names in offers(state).items():
        for name in names:
            assert accepts(state, name, side), name
    for name in table_offers(state):
        assert accepts(state, name), name


OFFERED = ("to_roll", "moving", "doubled", "clocked_play", "coach_cube")
"""Tables of which one comes with a plugin."""


@pytest.mark.parametrize("resigns", SIDES)
@pytest.mark.parametrize("table", [name for name in OFFERED if name in TABLES])
def test_who_is_offered_a_resignation_has_its_two_answers_alone(table: str, resigns: Side) -> None:
    state = replace(TABLES[table]().state, resignation=Resigned(0, 0.0, resigns, "gammon"))
    offered = offers(state)
    assert offered[resigns.other] == ("accept", "refuse")
    assert not {"double", "take", "drop", "beaver", "accept"} & set(offered[resigns])
    assert headline(state) == f"{name_of(state, resigns)} resigns"


def test_a_redo_is_offered_and_named_after_an_undo_alone() -> None:
    rolled = TABLES["moving"]().state
    back = apply(rolled, Undone(0, 0.0))
    assert ["redo" in table_offers(state) for state in (rolled, back)] == [False, True]
    assert accepts(back, "redo")
    assert view_json(replace(TABLES["moving"](), state=back), 1)["redo"] == last_action(rolled)


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
def test_no_cube_action_that_the_referee_accepts_is_missing(table: Callable[[], TableView]) -> None:
    state = table().state
    offered = {name for names in offers(state).values() for name in names} | set(table_offers(state))
    if "answer_as_team" in offered:
        return  # the team's answers stand for take and drop
    for name in ("double", "take", "drop", "beaver", "accept", "refuse", "resign", "undo", "pause", "resume"):
        assert accepts(state, name) == (name in offered), name


def test_every_offer_is_a_command() -> None:
    for table in TABLES.values():
        state = table().state
        assert {*table_offers(state), *(name for some in offers(state).values() for name in some)} <= set(COMMANDS)


def test_only_the_doubled_player_answers_and_a_beaver_only_where_agreed() -> None:
    assert offers(doubled().state) == {Side.LIGHT: ("take", "drop"), Side.DARK: ()}
    money = [*match((0, 0), rules=Rules(length=0, beavers=True)), *game()]
    double = TABLES["doubled"]().state
    assert double.player is Side.DARK
    state = view_of(money).state
    assert offers(state)[Side.DARK] == ("double",)


def test_nobody_doubles_before_the_opening_or_in_the_crawford_game() -> None:
    for events in ([GameStarted(0, 0.0, START)], [GameStarted(0, 0.0, START, crawford=True), *game()[1:]]):
        state = view_of([*match((4, 1)), *events]).state
        assert all("double" not in offers(state)[side] for side in SIDES)


def test_the_opponent_decides_about_an_illegal_play_unless_it_must_be_legal() -> None:
    assert offers(TABLES["alarm"]().state) == {Side.LIGHT: ("let_stand", "demand"), Side.DARK: ()}
