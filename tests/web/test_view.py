from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import pytest

from arbiter.match.events import IllegalPlay, PlayMade, PlayStood, RollSeen
from arbiter.match.fold import fold
from arbiter.match.state import Cube, MatchState, Phase
from arbiter.position import START, Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from tests.web.table_parts import view_of
from tests.web.tables import TABLES, alarm, cube_owned, hint, misplay, moving, setting_up, stood
from web.state_view import PLAYS_SHOWN
from web.view import TableView, view_json

API = Path(__file__).parents[2] / "docs" / "api.md"


@pytest.mark.parametrize("table", TABLES.values(), ids=TABLES.keys())
def test_every_table_becomes_json_and_every_key_is_documented(table: Callable[[], TableView]) -> None:
    told = json.loads(json.dumps(view_json(table(), 7)))
    text = API.read_text(encoding="utf-8")
    assert told["version"] == 7
    for key in _keys(told):
        assert f"`{key}`" in text, f"docs/api.md does not speak of {key}"


def _keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return set(value) | {key for item in value.values() for key in _keys(item)}
    return {key for item in value for key in _keys(item)} if isinstance(value, list) else set()


@pytest.mark.parametrize(
    ("owner", "near", "place"),
    [
        (None, Side.LIGHT, "middle"),
        (Side.LIGHT, Side.LIGHT, "near"),
        (Side.DARK, Side.LIGHT, "far"),
        (Side.LIGHT, Side.DARK, "far"),
    ],
)
def test_the_cube_lies_where_its_owner_sits(owner: Side | None, near: Side, place: str) -> None:
    state = MatchState(cube=Cube(4, owner))
    cube = view_json(TableView(state, Seats(near)), 1)["cube"]
    assert (cube["place"], cube["value"], cube["in_use"]) == (place, 4, True)


def test_there_is_no_cube_in_the_crawford_game() -> None:
    assert not view_json(TableView(MatchState(crawford=True), Seats(Side.LIGHT)), 1)["cube"]["in_use"]


def test_a_double_shows_what_is_offered() -> None:
    state = MatchState(phase=Phase.DOUBLED, player=Side.LIGHT, cube=Cube(2, Side.LIGHT))
    told = view_json(TableView(state, Seats(Side.LIGHT)), 1)
    assert told["cube"]["offered"] == 4
    assert (told["headline"], told["detail"]) == ("Light doubles", "Dark: take at 4, or drop?")


@pytest.mark.parametrize(
    ("warnings", "shown"),
    [("all", (True, True)), ("final", (False, True)), ("none", (False, False))],
)
def test_only_the_warnings_that_were_agreed_are_shown(
    warnings: Literal["all", "final", "none"], shown: tuple[bool, bool]
) -> None:
    tables = [view_of(misplay(provisional, Rules(warnings=warnings))) for provisional in (True, False)]
    assert tuple(view_json(table, 1)["warning"] is not None for table in tables) == shown


def test_a_warning_says_what_moved_which_rule_and_what_to_do() -> None:
    told = view_json(alarm(), 1)["warning"]
    assert told["provisional"] is False
    assert told["moved"] == [
        {"side": "dark", "from": 11, "to": 5},
        {"side": "dark", "from": 8, "to": 4},
    ]
    assert told["rules"][0]["number"] == "R12"
    assert "die" in told["rules"][0]["text"]
    assert told["advice"] == "Correct it with the same dice. It stands once Anna rolls."
    assert view_json(hint(), 1)["warning"]["advice"] == "Ben can still correct it: the dice have not been lifted."


def test_a_warning_tells_verdict_and_dice_as_read_each_by_itself() -> None:
    told = view_json(alarm(), 1)["warning"]
    assert (told["verdict"], told["reason"], told["read"]) == ("8/4 needs a 4.", "", "The camera read 6-3.")
    assert told["answers"] == ["demand", "let_stand", "misread", "other_roll"]
    assert (told["doubtful"], told["other_roll"]) == (False, [6, 4])


def test_checkers_that_can_hardly_be_seen_make_the_warning_a_question_and_a_misread_board_the_first_answer() -> None:
    told = view_json(TABLES["hardly_seen"](), 1)["warning"]
    assert (told["doubtful"], told["answers"][0]) == (True, "misread")
    assert "can hardly be seen" in told["read"]


def test_a_doubtful_die_makes_the_warning_a_question_and_other_dice_the_first_answer() -> None:
    told = view_json(TABLES["asked"](), 1)["warning"]
    assert (told["doubtful"], told["instead"], told["answers"][0]) == (True, [6, 4], "other_roll")
    assert told["message"] == "8/4 needs a 4."


def test_whether_another_roll_would_do_does_not_make_it_a_question() -> None:
    *events, wrong = misplay(False)
    assert isinstance(wrong, IllegalPlay)
    assert view_json(view_of([*events, replace(wrong, instead=(6, 4))]), 1)["warning"]["doubtful"] is False


def test_what_was_demanded_is_told_with_what_a_roll_does_then() -> None:
    told = view_json(TABLES["demanded"](), 1)["warning"]
    assert told["advice"] == "Anna wants it put right; a roll before that does not count."
    assert told["answers"] == ["let_stand", "misread", "other_roll"]


def test_a_name_like_a_sentence_changes_no_verdict() -> None:
    view = alarm()
    named = replace(view, state=replace(view.state, names=("Anna: B", "Ben; C? D")))
    told = view_json(named, 1)["warning"]
    assert (told["verdict"], told["reason"]) == ("8/4 needs a 4.", "")


@pytest.mark.parametrize(
    ("rules", "advice"),
    [
        (Rules(must_be_legal=True), "Ben must correct it, with the same dice; a roll before that does not count."),
        (
            Rules(correction_window="play"),
            "Correct it with the same dice. It stands once Anna has played.",
        ),
    ],
)
def test_the_advice_follows_the_agreed_rules(rules: Rules, advice: str) -> None:
    assert view_json(view_of(misplay(False, rules)), 1)["warning"]["advice"] == advice


def test_the_board_is_the_one_seen_and_else_the_last_one_known() -> None:
    view = moving()
    assert view_json(replace(view, seen=START), 1)["board"]["position"]["points"] == list(START.points)
    unseen = view_json(replace(view, seen=None), 1)["board"]
    assert (unseen["seen"], unseen["position"]["points"]) == (False, list(view.state.position.points))


def test_setting_up_says_how_much_is_wrong_and_shows_what_is_wanted() -> None:
    told = view_json(setting_up(), 1)
    assert told["detail"] == "3 points are not right yet."
    assert told["board"]["wanted"]["points"] == list(START.points)
    ready = replace(setting_up(), seen=START)
    assert view_json(ready, 1)["detail"] == "All checkers are in place."
    assert view_json(replace(ready, hand=True), 1)["detail"] == "Hands off the board, please."


def test_the_last_plays_keep_their_numbers_and_say_which_stood() -> None:
    plays = view_json(stood(), 1)["plays"]
    assert [entry["number"] for entry in plays] == [1, 2, 3, 4, 5, 6, 7]
    last = {"number": 7, "player": "dark", "dice": [6, 3], "source": "read", "play": "11/5 8/4", "illegal": True}
    assert plays[-1] == {**last, "corrected": ""}
    state = stood().state
    long = replace(state, turns=state.turns * 5)
    numbers = [entry["number"] for entry in view_json(TableView(long, Seats(Side.LIGHT)), 1)["plays"]]
    assert numbers == list(range(35 - PLAYS_SHOWN + 1, 36))


def test_a_roll_that_the_play_told_is_said_to_be_inferred() -> None:
    state = fold([RollSeen(0, 0.0, Side.LIGHT, (5, 3), "inferred")], stood().state)
    shown = view_json(TableView(state, Seats(Side.LIGHT)), 1)
    assert (shown["dice"], shown["source"]) == ([5, 3], "inferred")
    assert shown["detail"] == "The dice were hard to read; by the play they show 5-3."
    after = fold([PlayMade(0, 0.0, Side.LIGHT, (5, 3), "8/3 6/3", state.position)], state)
    last = view_json(TableView(after, Seats(Side.LIGHT)), 1)["plays"][-1]
    assert (last["dice"], last["source"]) == ([5, 3], "inferred")


@pytest.mark.parametrize(
    ("table", "headline", "detail"),
    [
        ("opening", "Roll to begin", "One die each; the higher number begins."),
        ("to_roll", "Ben to roll", "Or to double."),
        ("moving", "Ben to play", "Lifting the dice ends the turn."),
        ("alarm", "Illegal play", "Ben can correct it."),
        ("asked", "Is this right?", "Ben can correct it."),
        ("beaver_offered", "Ben doubles", "Anna: take at 2, beaver, or drop?"),
        ("resigning", "Ben resigns", "Anna: accept, or play on?"),
        ("game_over", "Anna wins a gammon", "2 points. Set the board up for the next game."),
        ("match_over", "Anna wins the match", ""),
    ],
)
def test_each_phase_has_its_words(table: str, headline: str, detail: str) -> None:
    told = view_json(TABLES[table](), 1)
    assert (told["headline"], told["detail"]) == (headline, detail)


def test_an_illegal_play_that_is_only_recorded_is_told_nowhere() -> None:
    told = view_json(view_of(misplay(False, Rules(length=5, warnings="none"))), 1)
    assert (told["headline"], told["detail"]) == ("Anna to roll", "Or to double.")
    assert told["warning"] is None


def test_a_roll_is_written_with_the_higher_number_first_in_whatever_order_it_lies() -> None:
    *begun, wrong = misplay(False)
    assert isinstance(wrong, IllegalPlay)
    rolled = RollSeen(0, 0.0, wrong.player, (3, 6))
    view = view_of([*begun, rolled, replace(wrong, dice=(3, 6), instead=(4, 6), dice_sure=(0.6, 0.9))])
    warning = view_json(view, 1)["warning"]
    assert (warning["read"], warning["instead"]) == ("The camera read 6-3.", [6, 4])
    stands = PlayStood(0, 0.0, wrong.player, "11/5 8/4", wrong.position)
    stood = view_of([*begun, rolled, wrong, stands])
    assert view_json(stood, 1)["plays"][-1]["dice"] == [6, 3]


def test_nobody_is_asked_to_throw_where_the_program_does() -> None:
    """It decides about the cube, then throws at once: one headline for both."""
    shown = TABLES["thrown_for_computer"]()
    assert view_json(shown, 1)["headline"] == "Throw for it"
    seat = shown.state.opponent
    assert seat
    by_program = replace(shown, state=replace(shown.state, opponent=replace(seat, dice="program")))
    assert view_json(by_program, 1)["headline"] == "It thinks…"


def test_only_who_may_double_is_told_so() -> None:
    owned = cube_owned().state
    waiting = replace(owned, phase=Phase.TO_ROLL, dice=None)
    assert view_json(TableView(waiting, Seats(Side.LIGHT)), 1)["detail"] == ""
    mine = replace(waiting, player=Side.LIGHT)
    assert view_json(TableView(mine, Seats(Side.LIGHT)), 1)["detail"] == "Or to double."
    for rules in (Rules(length=1), Rules(cube_limit=mine.cube.value)):
        assert view_json(TableView(replace(mine, rules=rules), Seats(Side.LIGHT)), 1)["detail"] == ""


def test_the_camera_is_fine_or_says_what_is_wrong() -> None:
    assert view_json(moving(), 1)["camera"] == {"ok": True, "message": ""}
    gone = replace(moving(), camera="The camera has gone.")
    assert view_json(gone, 1)["camera"] == {"ok": False, "message": "The camera has gone."}
