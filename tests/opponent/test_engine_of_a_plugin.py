"""A seat whose engine no part of the program knows: a plugin's, which names itself and may have dice of its own."""

from __future__ import annotations

import threading

import pytest

from arbiter.match.answers import answer
from arbiter.match.commands import (
    CommandError,
    CorrectDice,
    EditTurn,
    IntendCube,
    IntendPlay,
    NewMatch,
    OpponentDecided,
)
from arbiter.match.event_json import event_from_json, event_to_json
from arbiter.match.events import GameStarted, MatchStarted, PlayMade, RollSeen
from arbiter.match.fold import fold
from arbiter.match.opponent import OpponentSeat
from arbiter.match.opponent_answers import Decision, decision_due
from arbiter.match.state import MatchState
from arbiter.notation import find_play
from arbiter.plays import Dice
from arbiter.position import START, Side
from arbiter.rules import Rules
from bookgammon.opponent.protocol import GameSituation, OpponentWithDice, RecordedOpponent, Stopped
from bookgammon.opponent.seat import SeatedOpponent
from web.opponent_view import opponent_detail, opponent_headline

SEAT = OpponentSeat(Side.DARK, "by_post", "Ben in Graz", "program")


class ByPost(RecordedOpponent):
    """Has thrown a 6-1 somewhere else."""

    def rolls(self, at: GameSituation, stopped: Stopped) -> Dice:
        assert at.side is SEAT.side
        return (6, 1)


def its_turn() -> MatchState:
    first = find_play("8/5 6/5", START, Side.LIGHT, (3, 1))
    return fold(
        [
            MatchStarted(0, 0.0, Rules(), SEAT.among(("Ann", "")), opponent=SEAT),
            GameStarted(0, 0.0, START),
            RollSeen(0, 0.0, Side.LIGHT, (3, 1)),
            PlayMade(0, 0.0, Side.LIGHT, (3, 1), "8/5 6/5", first.result),
        ]
    )


def test_its_level_is_its_name_and_the_record_can_be_read_without_the_plugin() -> None:
    (begun,) = answer(MatchState(), NewMatch(Rules(), ("Ann", "nobody"), opponent=SEAT), 0, 0.0)
    assert isinstance(begun, MatchStarted)
    assert begun.names == ("Ann", "Ben in Graz")
    assert event_from_json(event_to_json(begun)) == begun


def test_one_without_a_name_is_refused() -> None:
    for seat in (OpponentSeat(Side.DARK, "by_post", ""), OpponentSeat(Side.DARK, "", "Ben")):
        with pytest.raises(CommandError, match="not understood"):
            answer(MatchState(), NewMatch(Rules(), opponent=seat), 0, 0.0)


def test_only_one_with_dice_is_asked_for_its_roll() -> None:
    assert isinstance(ByPost((), "take"), OpponentWithDice)
    assert not isinstance(RecordedOpponent((), "take"), OpponentWithDice)


@pytest.mark.parametrize(("opponent", "dice"), [(ByPost((), "take"), (6, 1)), (RecordedOpponent((), "take"), (2, 2))])
def test_what_it_has_rolled_reaches_the_table(opponent: RecordedOpponent, dice: Dice) -> None:
    said: list[OpponentDecided] = []
    came = threading.Event()

    def submit(word: OpponentDecided) -> None:
        said.append(word)
        came.set()

    state = its_turn()
    asked: list[Decision | None] = []
    with SeatedOpponent(submit, lambda _: None, lambda _: opponent, lambda: (2, 2)) as seated:
        for _ in range(2):
            asked.append(decision_due(state))
            came.clear()
            seated.take_up(state)
            assert came.wait(20.0)
            command = said[-1].command
            if isinstance(command, IntendCube):
                state = fold(answer(state, command, 0, 0.0), state)
    assert asked == ["cube", "roll"]
    assert said[-1].command == CorrectDice(dice, SEAT.side)


def test_it_is_called_by_its_name_on_the_page() -> None:
    state = its_turn()
    assert opponent_headline(state) == "Ben in Graz is to decide"
    assert opponent_detail(state, None) == "Waiting for the other board."
    play = find_play("13/7 8/7", state.position, SEAT.side, (6, 1))
    for command in (IntendCube(False), CorrectDice((6, 1), SEAT.side), IntendPlay((6, 1), play.result)):
        state = fold(answer(state, command, 0, 0.0), state)
    assert opponent_headline(state) == "Ben in Graz plays 13/7 8/7"
    assert opponent_detail(state, None) == "2 checkers to move: 13 to 7, 8 to 7."


def test_after_another_play_of_its_own_was_agreed_to_the_page_asks_for_our_dice_again() -> None:
    play = find_play("13/7 8/7", its_turn().position, SEAT.side, (6, 1))
    made = PlayMade(0, 0.0, SEAT.side, (6, 1), "13/7 8/7", play.result)
    state = fold([RollSeen(0, 0.0, SEAT.side, (6, 1)), made, RollSeen(0, 0.0, Side.LIGHT, (4, 1))], its_turn())
    state = fold(answer(state, EditTurn(1, 2, play="24/17", confirmed=True), 0, 0.0), state)
    assert opponent_detail(state, None) == "This roll is yours: lay the dice so (4-1), play, and lift them."
