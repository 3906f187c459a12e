"""What an opponent who is not at the table has to decide, what follows, and what undo takes back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arbiter.match.answers import answer
from arbiter.match.command_json import command_from_json
from arbiter.match.commands import (
    Accept,
    Beaver,
    CommandError,
    CorrectDice,
    Double,
    Drop,
    IntendCube,
    IntendPlay,
    NewMatch,
    OpponentDecided,
    Refuse,
    Resign,
    Take,
    Undo,
)
from arbiter.match.event_json import event_from_json, event_to_json
from arbiter.match.events import Doubled, GameStarted, IntendedPlay, MatchStarted, Misplaced, PlayMade, RollSeen
from arbiter.match.fold import fold
from arbiter.match.opponent import DiceOf, OpponentSeat
from arbiter.match.opponent_answers import decision_due, said_now
from arbiter.match.state import MatchState, Phase
from arbiter.match.undo import last_action
from arbiter.notation import find_play, format_play
from arbiter.plays import legal_plays
from arbiter.position import START, Side
from arbiter.rules import Rules

ME, IT = Side.LIGHT, Side.DARK
AT = (1, 1.0)


def begun(dice: DiceOf = "thrown") -> MatchState:
    """I have rolled 3-1 and played."""
    seat = OpponentSeat(IT, "gnubg", "expert", dice)
    play = find_play("8/5 6/5", START, ME, (3, 1))
    return fold(
        [
            MatchStarted(0, 0.0, Rules(length=5), opponent=seat),
            GameStarted(0, 0.0, START),
            RollSeen(*AT, ME, (3, 1)),
            PlayMade(*AT, ME, (3, 1), format_play(play), play.result),
        ]
    )


def after(state: MatchState, *commands: object) -> MatchState:
    for command in commands:
        state = fold(answer(state, command, *AT), state)  # type: ignore[arg-type]  # some kind of command
    return state


def intends(state: MatchState) -> IntendPlay:
    """The first legal play."""
    assert state.dice is not None
    assert state.player is not None
    return IntendPlay(state.dice, legal_plays(state.position, state.player, state.dice)[0].result)


def my_turn() -> MatchState:
    """It has played as well."""
    state = after(begun(), IntendCube(False), CorrectDice((6, 2), IT))
    state = after(state, intends(state))
    assert state.intended is not None
    return fold([PlayMade(*AT, IT, (6, 2), state.intended.play, state.intended.position)], state)


def test_it_decides_on_the_cube_before_anything_is_thrown_for_it() -> None:
    state = begun()
    assert decision_due(state) == "cube"
    rolling = after(state, IntendCube(False))
    assert (decision_due(rolling), rolling.phase) == (None, Phase.TO_ROLL)
    doubled = after(state, IntendCube(True))
    assert (decision_due(doubled), doubled.phase, doubled.answerer) == (None, Phase.DOUBLED, ME)
    taken = after(doubled, Take())
    assert (decision_due(taken), taken.player, taken.cube.owner) == (None, IT, ME)


def test_the_programs_dice_are_due_once_it_has_decided() -> None:
    assert decision_due(after(begun("program"), IntendCube(False))) == "roll"


def test_its_play_is_asked_for_once_and_kept() -> None:
    rolled = after(begun(), IntendCube(False), CorrectDice((6, 2), IT))
    assert decision_due(rolled) == "play"
    state = after(rolled, intends(rolled))
    assert decision_due(state) is None
    assert state.intended is not None
    assert event_from_json(event_to_json(state.intended)) == state.intended
    with pytest.raises(CommandError, match="moved on"):
        answer(state, intends(rolled), *AT)


def test_other_dice_ask_for_another_play() -> None:
    state = after(begun(), IntendCube(False), CorrectDice((6, 2), IT))
    stale = intends(state)
    state = after(state, stale, CorrectDice((6, 3), IT))
    assert (state.intended, decision_due(state)) == (None, "play")
    with pytest.raises(CommandError, match="moved on"):
        answer(state, stale, *AT)


def test_it_answers_my_double_and_my_resignation() -> None:
    mine = my_turn()
    assert decision_due(after(mine, Double())) == "answer"
    assert decision_due(after(mine, Resign(ME))) == "resignation"


def test_what_it_gives_up_waits_for_me_and_is_not_offered_again_in_that_turn() -> None:
    offered = after(begun(), Resign(IT, "single"))
    assert decision_due(offered) is None
    assert decision_due(after(offered, Refuse())) is None
    assert after(offered, Refuse()).cube_considered


def test_what_it_decided_for_a_match_that_moved_on_is_refused() -> None:
    state = begun()
    assert said_now(state, OpponentDecided(state.actions, IntendCube(False))) == IntendCube(False)
    with pytest.raises(CommandError, match="moved on"):
        said_now(state, OpponentDecided(state.actions - 1, IntendCube(False)))


def test_nobody_decides_for_it() -> None:
    """Neither by the page nor by another device."""
    rolling = after(begun(), IntendCube(False))
    for state, words in (
        (rolling, (Double(), Resign(IT))),
        (after(my_turn(), Double()), (Take(), Drop(), Beaver())),
        (after(my_turn(), Resign(ME)), (Accept(), Refuse())),
    ):
        for word in words:
            with pytest.raises(CommandError, match="expert"):
                said_now(state, word)
    assert said_now(my_turn(), Double()) == Double()
    assert said_now(after(begun(), IntendCube(True)), Take()) == Take()


@pytest.mark.parametrize("name", ["intend_play", "intend_cube", "opponent_decided"])
def test_nobody_can_enter_its_word(name: str) -> None:
    with pytest.raises(CommandError, match="no such command"):
        command_from_json({"command": name, "doubles": True})


def test_undo_goes_back_to_my_own_play_and_every_roll_comes_again() -> None:
    state = begun()
    assert last_action(state) == "Light's play 8/5 6/5"
    it_rolled = after(state, IntendCube(False), CorrectDice((6, 2), IT))
    it_intends = after(it_rolled, intends(it_rolled))
    assert it_intends.intended is not None
    it_played = fold([PlayMade(*AT, IT, (6, 2), it_intends.intended.play, it_intends.intended.position)], it_intends)
    i_rolled = fold([RollSeen(*AT, ME, (5, 4))], it_played)
    for later, rolls in (
        (state, []),
        (it_rolled, [(IT, (6, 2))]),
        (it_intends, [(IT, (6, 2))]),
        (it_played, [(IT, (6, 2))]),
        (i_rolled, [(IT, (6, 2)), (ME, (5, 4))]),
    ):
        assert last_action(later) == "Light's play 8/5 6/5"
        back = after(later, Undo())
        assert (back.phase, back.player, back.dice, back.position) == (Phase.MOVING, ME, (3, 1), START)
        assert list(back.kept_rolls) == rolls
    other = find_play("24/23 13/10", START, ME, (3, 1))
    again = fold([PlayMade(*AT, ME, (3, 1), format_play(other), other.result)], after(i_rolled, Undo()))
    again = after(again, IntendCube(False))
    assert decision_due(again) == "roll"
    again = fold([RollSeen(*AT, IT, (6, 2))], again)
    assert again.kept_rolls == ((ME, (5, 4)),)


def test_what_it_began_with_cannot_be_taken_back() -> None:
    start = MatchStarted(0, 0.0, Rules(length=5), opponent=OpponentSeat(IT, "gnubg", "expert"))
    state = fold([start, GameStarted(0, 0.0, START), RollSeen(*AT, IT, (3, 1))])
    assert last_action(state) == ""
    with pytest.raises(CommandError, match="nothing of yours"):
        answer(state, Undo(), *AT)


def test_a_match_of_two_people_is_asked_nothing_and_old_journals_have_no_opponent() -> None:
    state = fold([MatchStarted(0, 0.0, Rules()), GameStarted(0, 0.0, START)])
    assert decision_due(state) is None
    kept = {key: value for key, value in event_to_json(MatchStarted(0, 0.0, Rules())).items() if key != "opponent"}
    assert event_from_json(kept) == MatchStarted(0, 0.0, Rules())
    undo = {"event": "undo", "frame": 1, "time": 1.0, "message": "x"}
    assert event_to_json(event_from_json(undo))["keeps_roll"] is False


def test_a_new_match_begins_with_its_opponent() -> None:
    seat = OpponentSeat(IT, "gnubg", "world class", "program")
    command = command_from_json(
        {"command": "new_match", "names": ["Ada", "GNU"], "opponent": event_to_json(begun_with(seat))["opponent"]}
    )
    assert isinstance(command, NewMatch)
    assert fold(answer(MatchState(), command, *AT)).opponent == seat


def begun_with(seat: OpponentSeat) -> MatchStarted:
    return MatchStarted(0, 0.0, Rules(), opponent=seat)


def test_what_lies_there_instead_is_forgotten_with_the_turn() -> None:
    state = after(begun(), IntendCube(False), CorrectDice((6, 2), IT))
    state = after(state, intends(state))
    assert isinstance(state.intended, IntendedPlay)
    wrong = fold([Misplaced(*AT, IT, START, ())], state)
    assert wrong.misplaced is not None
    done = fold([PlayMade(*AT, IT, (6, 2), state.intended.play, state.intended.position)], wrong)
    assert (done.misplaced, done.intended, done.cube_considered) == (None, None, False)
    assert replace(done, history=None).player is ME


def test_a_double_of_mine_that_it_has_not_answered_is_not_taken_by_rolling() -> None:
    state = after(begun(), IntendCube(True))
    assert isinstance(state.last and state.last.event, Doubled)
