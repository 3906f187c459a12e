"""How a roll is known: read from its dice, inferred from the play, or entered; one read clearly stays."""

from __future__ import annotations

import pytest

from arbiter.match.commands import CorrectDice
from arbiter.match.event_json import event_from_json
from arbiter.match.events import Event, MatchStarted, RollSeen
from arbiter.match.record import record_of
from arbiter.match.undo import standing
from arbiter.plays import Dice
from arbiter.records.mat import write_mat
from arbiter.records.mat_reading import read_mat
from arbiter.records.model import MatchRecord, Played
from arbiter.records.sgf import write_sgf
from arbiter.records.sgf_reading import read_sgf
from arbiter.records.text import write_text
from arbiter.referee.evidence import DieSeen
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats
from tests.arbiter_referee.stage import DARK, LIGHT, Stage, die, moved, opened, two_turns_in
from tests.arbiter_referee.test_commands import tell
from tests.arbiter_referee.test_hard_to_read import unclear

AFTER_TWO = two_turns_in().state.position


def clear(dice: Dice, cocked: bool = False) -> tuple[DieSeen, DieSeen]:
    one, two = (die(value, "right", n, sure=0.98, cocked=cocked) for n, value in enumerate(dice))
    return one, two


def happened(stage: Stage) -> list[Event]:
    return [MatchStarted(0, 0.0, Rules()), *stage.events]


def rolls(stage: Stage) -> list[Dice]:
    """Those that count in the end."""
    return [event.dice for event in standing(happened(stage)) if isinstance(event, RollSeen)]


# ------------------------------------------------------------------ a clear reading stays


@pytest.mark.parametrize("cocked", [False, True])
def test_a_roll_that_was_read_is_not_changed_to_fit_a_play_left_standing(cocked: bool) -> None:
    """6-2 lies there, for once as if leaning; 24/18 8/5, which is a 6-3, stands when dark rolls."""
    stage = two_turns_in()
    stage.dice = clear((6, 2), cocked)
    stage.hand(2).rest(30).put(moved(AFTER_TWO, LIGHT, (24, 18), (8, 5)), looks=30).lift(30)
    stage.hand().rest(20).throw((5, 4), "left", looks=30)
    turn = stage.state.turns[2]
    assert (turn.dice, turn.play, turn.illegal, turn.source) == ((6, 2), "24/18 8/5", True, "read")
    stage.play("13/8 13/9", looks=30).lift().throw((2, 1), looks=30)
    assert stage.state.turns[2] == turn
    assert rolls(stage)[2:] == [(6, 2), (5, 4), (2, 1)]


def test_dice_thrown_too_early_are_played_on_with_as_they_were_read() -> None:
    """Dark's 6-2 comes while light's dice lie, so it does not count; they play 24/18 13/10 with it all the same."""
    stage = two_turns_in().throw((3, 1))
    after = moved(AFTER_TWO, LIGHT, (8, 5), (6, 5))
    stage.put(after)
    early = tuple(die(value, "left", n + 4, sure=0.98) for n, value in enumerate((6, 2)))
    stage.dice = (*stage.dice, *early)
    stage.hand(2).rest(30)
    assert stage.said[-1] == "bad_roll"
    stage.dice = early
    stage.hand().rest(20).put(moved(after, DARK, (24, 18), (13, 10)), looks=30).lift(30).throw((5, 4), looks=30)
    turn = stage.state.turns[3]
    assert (turn.dice, turn.play, turn.illegal, turn.source) == ((6, 2), "24/18 13/10", True, "read")


def test_dice_thrown_too_early_and_again_count_as_they_lie_then() -> None:
    stage = two_turns_in().throw((3, 1))
    stage.put(moved(AFTER_TWO, LIGHT, (8, 5), (6, 5)))
    own = stage.dice
    stage.dice = (*own, *(die(value, "left", n + 4) for n, value in enumerate((6, 2))))
    stage.hand(2).rest(30)
    stage.dice = own
    stage.hand(2).rest(10).lift().throw((4, 3), "left")
    assert (stage.state.player, stage.state.dice, stage.said.count("bad_roll")) == (DARK, (4, 3), 1)


def test_an_illegal_play_does_not_change_the_roll_that_is_shown() -> None:
    """4-3 lies there, and on the board what a 4-2 allows: asked is about it, the roll stays."""
    stage = two_turns_in()
    stage.dice = clear((4, 3))
    stage.hand(2).rest(20)
    stage.put(moved(AFTER_TWO, LIGHT, (24, 20), (8, 6)), looks=60)
    assert rolls(stage)[-1] == (4, 3)
    assert stage.said.count("roll") == 3
    warning = stage.state.warning
    assert warning
    assert (warning.dice, warning.instead, warning.doubtful) == ((4, 3), (4, 2), False)


# ------------------------------------------------------------------ where a roll comes from


def test_a_doubtful_die_that_the_play_decides_is_inferred() -> None:
    stage = two_turns_in()
    stage.dice = (die(3, "right"), unclear(5, {3: 0.6, 1: 0.24, 5: 0.1}))
    stage.hand(2).rest(40).play_as("18/10", (5, 3)).lift()
    turn = stage.state.turns[-1]
    assert (turn.dice, turn.play, turn.source) == ((3, 5), "18/10", "inferred")


def test_an_entered_roll_holds_through_a_restart() -> None:
    """The camera reads 3-1 surely, people say 3-2, and the program begins anew."""
    stage = opened((3, 1))
    tell(stage, CorrectDice((3, 2)))
    assert stage.state.source == "entered"
    stage.referee = Referee(stage.state, Seats(LIGHT))
    stage.rest(30)
    stage.put(moved(stage.state.position, LIGHT, (13, 10), (13, 11)), looks=30).lift().throw((6, 4), "left")
    turn = stage.state.turns[0]
    assert (turn.dice, turn.play, turn.illegal, turn.source) == ((3, 2), "13/10 13/11", False, "entered")


def test_a_roll_kept_by_an_older_version_was_read() -> None:
    old = {"event": "roll", "frame": 1, "time": 0.5, "player": "light", "dice": [3, 1]}
    assert event_from_json(old) == RollSeen(1, 0.5, LIGHT, (3, 1), "read")


# ------------------------------------------------------------------ the record in files


def recorded() -> MatchRecord:
    """Light's 3-1 is read, dark's 6-4 entered, light's 5-2 inferred."""
    stage = opened((3, 1)).play("8/5 6/5").lift()
    tell(stage, CorrectDice((6, 4)))
    stage.throw((6, 3), "left").play_as("24/14", (6, 4)).lift()
    stage.put(moved(stage.state.position, LIGHT, (13, 8), (6, 4)), looks=40).throw((2, 1), "left")
    return record_of([*happened(Stage().rest().throw((3, 1))), *stage.events])


def sources(match: MatchRecord) -> list[tuple[Dice | None, str]]:
    return [(action.dice, action.source) for action in match.games[0].actions if isinstance(action, Played)]


def test_files_tell_how_each_roll_is_known() -> None:
    match = recorded()
    wanted = [((3, 1), "read"), ((6, 4), "entered"), ((5, 2), "inferred")]
    assert sources(match) == wanted
    assert sources(read_mat(write_mat(match))) == wanted
    assert sources(read_sgf(write_sgf(match))) == wanted
    first, second, third = (line for line in write_text(match).splitlines() if "/" in line)
    assert "roll" not in first
    assert second.endswith("(roll entered by hand)")
    assert third.endswith("(roll inferred from the play)")
