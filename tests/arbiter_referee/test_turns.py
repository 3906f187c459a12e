"""One turn at a time: what is said of a play when, and what is not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.match.answers import answer
from arbiter.match.commands import CommandError, TakeBoard
from arbiter.match.events import (
    IllegalPlay,
    OutOfStep,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
)
from arbiter.match.state import Phase
from arbiter.position import START, Position, row_of
from arbiter.referee.evidence import Evidence, PlaceEvidence
from arbiter.referee.observation import Observer
from arbiter.rules import Rules
from arbiter.seats import Seats
from tests.arbiter_referee.stage import (
    BAR_CLOSED,
    DARK,
    LIGHT,
    Stage,
    die,
    moved,
    on_roll,
    opened,
    rolled,
    two_turns_in,
)
from web.state_view import question_json


def test_a_legal_play_is_told_once_when_the_dice_are_lifted() -> None:
    """R60."""
    stage = opened((3, 1)).play("8/5 6/5")
    assert stage.said == []
    stage.lift()
    (event,) = stage.events
    assert isinstance(event, PlayMade)
    assert (event.player, event.dice, event.play) == (LIGHT, (3, 1), "8/5 6/5")
    assert (stage.state.phase, stage.state.player) == (Phase.TO_ROLL, DARK)


def test_half_a_play_gets_no_note_while_the_dice_lie() -> None:
    """R59."""
    stage = opened((3, 1)).put(moved(START, LIGHT, (8, 5)), looks=60)
    assert stage.said == []


def test_half_a_play_is_illegal_once_the_dice_are_lifted() -> None:
    stage = opened((3, 1)).put(moved(START, LIGHT, (8, 5))).lift()
    (event,) = stage.events
    assert isinstance(event, IllegalPlay)
    assert not event.provisional
    assert event.rules[0] == "R18"
    assert stage.state.phase is Phase.CORRECTING


def test_an_illegal_board_is_noted_once_and_withdrawn_when_put_back() -> None:
    stage = opened((3, 1)).put(moved(START, LIGHT, (8, 6)), looks=60)
    assert stage.said == ["illegal"]
    stage.put(START)
    assert stage.said == ["illegal", "withdrawn"]
    assert stage.state.warning is None
    stage.play("8/5 6/5").lift()
    assert stage.said == ["illegal", "withdrawn", "play"]


def test_a_board_shown_for_a_moment_is_no_fault() -> None:
    stage = opened((3, 1)).put(moved(START, LIGHT, (8, 6)), looks=4).put(START)
    assert stage.said == []


def test_a_checker_held_in_the_hand_is_no_fault() -> None:
    lifted = list(START.light)
    lifted[8] -= 1
    held = START.with_row(LIGHT, (1, *lifted[1:]))
    stage = opened((3, 1)).put(held, looks=20).play("8/5 6/5")
    assert stage.said == []


def test_an_illegal_play_can_be_put_right_after_the_dice_were_lifted() -> None:
    stage = opened((3, 1)).put(moved(START, LIGHT, (8, 6), (13, 11))).lift()
    assert stage.said == ["illegal", "illegal"]
    stage.put(moved(START, LIGHT, (8, 5), (6, 5)))
    event = stage.events[-1]
    assert isinstance(event, PlayCorrected)
    assert event.play == "8/5 6/5"
    assert stage.state.player is DARK


def test_an_illegal_play_stands_when_the_opponent_rolls() -> None:
    wrong = moved(START, LIGHT, (8, 6), (13, 11))
    stage = opened((3, 1)).put(wrong).lift().throw((6, 4), "left")
    assert stage.said == ["illegal", "illegal", "stood", "roll"]
    stood, roll = stage.events[-2:]
    assert isinstance(stood, PlayStood)
    assert stood.position == wrong
    assert isinstance(roll, RollSeen)
    assert roll.player is DARK
    assert stage.state.position == wrong


def test_with_must_be_legal_it_never_stands() -> None:
    stage = opened((3, 1), Rules(must_be_legal=True))
    stage.put(moved(START, LIGHT, (8, 6), (13, 11))).lift().throw((6, 4), "left")
    assert stage.said == ["illegal", "illegal", "bad_roll"]
    assert stage.state.phase is Phase.CORRECTING


def test_lifting_the_dice_without_playing_is_illegal_where_a_play_exists() -> None:
    stage = opened((3, 1)).lift(60)
    (event,) = stage.events
    assert isinstance(event, IllegalPlay)
    assert event.rules[0] == "R23"


def test_a_dance_is_a_play() -> None:
    stage = rolled(DARK, (6, 5), BAR_CLOSED).lift()
    (event,) = stage.events
    assert isinstance(event, PlayMade)
    assert event.play == "no play"


def test_moving_though_nothing_can_be_played() -> None:
    stage = rolled(DARK, (6, 5), BAR_CLOSED).put(moved(BAR_CLOSED, DARK, (5, 4)))
    assert stage.said == ["illegal"]


def test_players_take_turns() -> None:
    """R10."""
    stage = opened((3, 1)).play("8/5 6/5").lift().throw((6, 4), "left").play("24/14").lift()
    assert [turn.player for turn in stage.state.turns] == [LIGHT, DARK]
    assert stage.state.player is LIGHT


def test_a_nudge_between_turns_is_no_play() -> None:
    stage = on_roll().put(moved(START, LIGHT, (8, 7)), looks=60).put(START).throw((3, 1))
    assert stage.said == ["roll"]


@pytest.mark.parametrize("frozen", [True, False])
def test_a_recording_without_noise_is_followed_too(frozen: bool) -> None:
    stage = Stage()
    stage.frozen = frozen
    stage.rest().throw((3, 1)).play("8/5 6/5").lift().throw((6, 4), "left").play("24/14").lift()
    assert stage.said == ["game", "roll", "play", "roll", "play"]


def test_the_end_of_the_recording_settles_the_play() -> None:
    stage = opened((3, 1)).play("8/5 6/5")
    assert [event.name for event in stage.referee.finish(stage.frame, 9.0)] == ["play"]


def test_a_recording_that_ends_under_the_hand_that_lifts_the_dice_settles_the_play() -> None:
    """As does one of a grainy camera, of whose last pictures too few are left for a reading."""
    stage = opened((3, 1)).play("8/5 6/5").hand()
    assert [event.name for event in stage.referee.finish(stage.frame, 9.0)] == ["play"]


@pytest.mark.parametrize("hand", [0, 4])
def test_the_end_of_the_recording_leaves_half_a_play_alone(hand: int) -> None:
    stage = opened((3, 1)).put(moved(START, LIGHT, (8, 5))).hand(hand)
    assert stage.referee.finish(stage.frame, 9.0) == ()


def test_a_play_changed_after_the_dice_were_lifted_is_corrected() -> None:
    stage = opened((3, 1)).play("8/5 6/5").lift().put(moved(START, LIGHT, (13, 10), (6, 5)), looks=20)
    assert stage.said == ["play", "corrected"]
    assert len(stage.state.turns) == 1
    assert stage.state.player is DARK


def _places(position: Position) -> tuple[PlaceEvidence, ...]:
    return tuple(PlaceEvidence(((*count, 0.0),)) for count in position.places)


def test_a_printed_page_over_a_leaf_is_no_position() -> None:
    """Its pattern passes for piles of light checkers, and for dice."""
    stage = two_turns_in()
    page = {place: PlaceEvidence(((5, 0, 0.0), (0, 0, -3.0)), floor=-12.0) for place in range(12, 18)}
    stage.misread, stage.dice = page, (die(4, "right"), die(1, "right", 1))
    stage.rest(60)
    assert not {"illegal", "out_of_step"} & set(stage.said)
    observer = Observer(Seats(LIGHT), on_checker_is_bad=False)
    under_it = tuple(page.get(n, place) for n, place in enumerate(_places(START)))
    covered = observer.observe(Evidence(0, 0.0, True, False, under_it))
    observer.observe(Evidence(1, 0.1, False, False))
    plain = observer.observe(Evidence(2, 0.2, True, False, _places(START)))
    assert covered.board is None
    assert plain.board is not None
    stage.misread, stage.dice = {}, ()
    stage.hand().rest().throw((5, 3)).play("13/5").lift()
    assert "illegal" not in stage.said
    assert stage.state.turns[-1].play == "13/5"


def test_a_glass_on_the_board_is_no_hand() -> None:
    stage = on_roll()
    stage.glass = frozenset({3, 4})
    stage.rest(120).throw((3, 1)).play("8/5 6/5").lift()
    assert stage.said == ["roll", "play"]


def test_rows_that_look_a_little_more_like_longer_ones_hide_no_board() -> None:
    """A board that is cleared and laid back: two rows of five are read as eight, hardly surer than as five."""
    stage = two_turns_in()
    lying = stage.state.position
    rows = [place for place, (light, _) in enumerate(lying.places) if light >= 4][:2]
    stage.put(Position.from_points([0] * 24, (0, 0)), 60)
    for place in rows:
        light, _ = lying.places[place]
        stage.misread[place] = PlaceEvidence(((light + 3, 0, 0.0), (light, 0, -2.0)), floor=-12.0)
    stage.put(lying, 60)
    assert stage.said[-2:] == ["out_of_step", "in_step"]


@pytest.mark.parametrize("pictures", [3, 5, 15])
@pytest.mark.parametrize("moves", [((8, 4), (6, 5)), ((13, 9), (8, 6)), ((24, 18),), ((6, 9),), ((13, 12),)])
def test_an_illegal_play_that_lay_still_for_half_a_second_is_told(
    moves: tuple[tuple[int, int], ...], pictures: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Put right while the dice lie; a second holds so many pictures."""
    monkeypatch.setattr("tests.arbiter_referee.stage.FPS", pictures)
    stage = opened((3, 1))
    stage.put(moved(START, LIGHT, *moves), looks=1 + pictures // 2).play("8/5 6/5").lift()
    assert stage.said == ["illegal", "withdrawn", "play"]


def test_a_checker_that_moved_backwards_is_recorded_only_once_people_could_read_it() -> None:
    """Somebody rolls on at once, as where pictures are few and the board was misread: that answers nothing."""
    wrong = moved(START, LIGHT, (6, 9), (8, 7))
    stage = opened((3, 1)).put(wrong).lift()
    assert stage.said == ["illegal", "illegal"]
    stage.throw((6, 4), "left", looks=8)
    assert "stood" not in stage.said
    stage.rest(3 * 15)
    assert stage.said[2:] == ["stood", "roll"]


def test_a_board_on_which_a_checker_went_backwards_after_the_play_is_asked_about() -> None:
    stage = opened((3, 1)).play("8/5 6/5").lift()
    lay = stage.state.position
    stage.put(moved(lay, LIGHT, (6, 11)), looks=20).throw((6, 4), "left", looks=4 * 15)
    assert "stood" not in stage.said
    assert stage.state.out_of_step


def test_a_checker_that_is_nowhere_is_said_to_be_out_of_sight_and_not_played_on_without() -> None:
    gone = START.with_row(LIGHT, row_of(((0, 1), (24, 2), (13, 4), (8, 3), (6, 5))))
    assert gone.out_of_sight(START) == 1
    state = replace(opened((3, 1)).state, out_of_step=OutOfStep(9, 9.0, gone))
    with pytest.raises(CommandError, match="Not all checkers are in sight"):
        answer(state, TakeBoard(), 10, 10.0)
    asked = question_json(state)
    assert asked
    assert "not all of them are in sight" in asked["text"]
    assert not asked["playable"]
    home = START.with_row(LIGHT, row_of(((0, 10), (1, 5))))
    assert home.out_of_sight(START.with_row(LIGHT, row_of(((0, 9), (1, 6))))) == 0
