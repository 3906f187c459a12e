"""What a coach may be asked, which decisions it judges, what is played again, and what the record says of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from arbiter.match.answers import answer
from arbiter.match.coaching import (
    JudgedCube,
    JudgedPlay,
    coached,
    hint_about,
    judged_decisions,
    may_play_again,
)
from arbiter.match.command_json import command_from_json
from arbiter.match.commands import (
    AskHint,
    CommandError,
    CorrectDice,
    Double,
    Drop,
    IntendCube,
    NewMatch,
    PlayAgain,
    Take,
    Undo,
)
from arbiter.match.entered_events import HintTaken
from arbiter.match.event_json import event_from_json, event_to_json
from arbiter.match.events import Event, GameStarted, MatchStarted, PlayMade, RollSeen
from arbiter.match.fold import fold
from arbiter.match.opponent import DiceOf, OpponentSeat
from arbiter.match.opponent_answers import decision_due, said_now
from arbiter.match.record import record_of
from arbiter.match.state import MatchState, Phase
from arbiter.notation import find_play, format_play
from arbiter.plays import Dice
from arbiter.position import START, Side
from arbiter.records import write_sgf
from arbiter.rules import Rules
from arbiter.xgid import MatchPosition

ONE, OTHER = Side.LIGHT, Side.DARK
AT = (1, 1.0)
COACHED = Rules(length=5, coach=True)


class Table:
    """A match by its events."""

    def __init__(self, rules: Rules = COACHED, opponent: OpponentSeat | None = None) -> None:
        self.events: list[Event] = []
        self.state = MatchState()
        self.add(MatchStarted(0, 0.0, rules, ("Ada", "Ben"), opponent=opponent), GameStarted(0, 0.0, START))

    def add(self, *events: Event) -> Table:
        self.events += events
        self.state = fold(events, self.state)
        return self

    def enter(self, *commands: object) -> Table:
        for command in commands:
            self.add(*answer(self.state, command, *AT))  # type: ignore[arg-type]  # some kind of command
        return self

    def rolls(self, side: Side, dice: Dice) -> Table:
        return self.add(RollSeen(*AT, side, dice))

    def plays(self, text: str) -> Table:
        side, dice = self.state.player, self.state.dice
        assert side
        assert dice
        play = find_play(text, self.state.position, side, dice)
        return self.add(PlayMade(*AT, side, dice, format_play(play), play.result))


def opened(rules: Rules = COACHED, opponent: OpponentSeat | None = None) -> Table:
    return Table(rules, opponent).rolls(ONE, (3, 1)).plays("8/5 6/5")


def against(dice: DiceOf = "thrown") -> OpponentSeat:
    return OpponentSeat(OTHER, "gnubg", "expert", dice)


def texts(table: Table) -> Sequence[str]:
    return [line for line in record_of(table.events).header.comment.splitlines() if "coach" in line]


# ------------------------------------------------------------------ whether there is one


def test_there_is_none_unless_agreed_nor_beside_a_clock() -> None:
    assert not coached(opened(Rules(length=5)).state)
    assert coached(opened().state)
    timed = Rules(length=5, coach=True, clock="delay")
    assert not coached(opened(timed).state)
    with pytest.raises(CommandError, match="no coach in a match with a clock"):
        answer(MatchState(), NewMatch(timed), *AT)
    assert Rules(length=0, coach=True, clock="delay").fault() is None  # a session has no clock


def test_a_chouette_has_none() -> None:
    rolls = (("Ada", 6), ("Ben", 5), ("Cy", 4))
    with pytest.raises(CommandError, match="no coach in a chouette"):
        answer(MatchState(), NewMatch(Rules(length=0, coach=True), rolls=rolls), *AT)


def test_journals_of_before_have_none() -> None:
    kept = event_to_json(MatchStarted(0, 0.0, Rules()))
    del kept["rules"]["coach"], kept["rules"]["play_again"]
    assert event_from_json(kept) == MatchStarted(0, 0.0, Rules())
    undo = {"event": "undo", "frame": 1, "time": 1.0, "message": "x", "keeps_roll": True}
    assert event_to_json(event_from_json(undo))["again"] is False


# ------------------------------------------------------------------ hints


def test_a_hint_is_for_who_decides_and_about_what_they_decide() -> None:
    table = Table().rolls(ONE, (3, 1))
    assert [hint_about(table.state, side) for side in Side] == ["play", None]
    table.plays("8/5 6/5")
    assert [hint_about(table.state, side) for side in Side] == [None, "cube"]
    table.enter(Double())
    assert [hint_about(table.state, side) for side in Side] == ["cube", None]
    table.enter(Take())
    assert [hint_about(table.state, side) for side in Side] == [None, None]  # the cube is no longer theirs
    with pytest.raises(CommandError, match="who has to decide"):
        table.enter(AskHint(ONE))
    with pytest.raises(CommandError, match="no coach"):
        opened(Rules(length=5)).enter(AskHint(OTHER))


def test_before_the_first_turn_there_is_no_cube_to_ask_about() -> None:
    assert [hint_about(Table().state, side) for side in Side] == [None, None]


def test_a_hint_stands_until_its_decision_is_made_and_is_no_action() -> None:
    table = opened().enter(AskHint(OTHER))
    assert table.state.hint == HintTaken(*AT, OTHER, "cube")
    assert table.state.last
    assert isinstance(table.state.last.event, PlayMade)
    table.rolls(OTHER, (6, 2))
    assert table.state.hint is None
    table.enter(AskHint(OTHER), CorrectDice((6, 1)))  # the dice were misread: the hint is about those that lie there
    assert table.state.hint
    table.plays("13/7 8/7")
    assert table.state.hint is None
    table.enter(Undo())
    assert table.state.hint  # back before the play


def test_nobody_asks_for_the_computer() -> None:
    state = opened(COACHED, against()).state
    assert hint_about(state, OTHER) is None
    with pytest.raises(CommandError, match="expert"):
        said_now(state, AskHint(OTHER))


def test_the_page_sends_both_commands() -> None:
    assert command_from_json({"command": "ask_hint", "player": "dark"}) == AskHint(OTHER)
    assert command_from_json({"command": "play_again"}) == PlayAgain()


# ------------------------------------------------------------------ what is judged


def test_a_play_is_judged_from_where_its_turn_began_until_the_next_is_final() -> None:
    table = opened()
    at = MatchPosition(START, ONE, (3, 1), length=5)
    first = JudgedPlay(ONE, at, table.state.position)
    assert judged_decisions(table.state) == (first,)
    table.rolls(OTHER, (6, 1))
    assert judged_decisions(table.state) == (first,)
    began = table.state.position
    table.plays("13/7 8/7")
    assert judged_decisions(table.state) == (
        JudgedPlay(OTHER, MatchPosition(began, OTHER, (6, 1), length=5), table.state.position),
    )


def test_a_double_is_not_judged_before_its_answer_and_then_with_it() -> None:
    table = opened().enter(Double())
    assert judged_decisions(table.state) == ()
    table.enter(Take())
    at = MatchPosition(table.state.position, OTHER, length=5)
    both = (JudgedCube(OTHER, at, "double"), JudgedCube(ONE, at, "take"))
    assert judged_decisions(table.state) == both
    table.rolls(OTHER, (6, 1))
    assert judged_decisions(table.state) == both
    dropped = opened().enter(Double(), Drop())
    assert [each.verb for each in judged_decisions(dropped.state) if isinstance(each, JudgedCube)] == ["double", "drop"]


def test_what_the_computer_does_is_not_judged() -> None:
    table = opened(COACHED, against())
    mine = judged_decisions(table.state)
    table.enter(IntendCube(True))
    assert judged_decisions(table.state) == ()  # its double waits for my answer
    table.enter(Take())
    (answered,) = judged_decisions(table.state)
    assert (answered.side, answered.at.turn) == (ONE, OTHER)
    rolled = opened(COACHED, against()).enter(IntendCube(False)).rolls(OTHER, (6, 1))
    assert judged_decisions(rolled.state) == mine
    doubled = rolled.plays("13/7 8/7").enter(Double())
    doubled.enter(Take())
    (mine_only,) = judged_decisions(doubled.state)
    assert isinstance(mine_only, JudgedCube)
    assert (mine_only.side, mine_only.verb) == (ONE, "double")


def test_nothing_of_the_last_game_is_judged_in_the_next() -> None:
    table = opened().enter(Double(), Drop())
    table.add(GameStarted(*AT, START)).rolls(OTHER, (3, 1))
    assert judged_decisions(table.state) == ()


# ------------------------------------------------------------------ once more


def test_a_play_is_made_again_with_the_same_dice() -> None:
    table = Table().rolls(ONE, (3, 1)).enter(AskHint(ONE)).plays("8/5 6/5")
    assert may_play_again(table.state)
    table.enter(PlayAgain())
    state = table.state
    assert state.hint is None  # it may be asked for once more
    assert (state.phase, state.player, state.dice, state.position, state.again) == (
        Phase.MOVING, ONE, (3, 1), START, True,
    )  # fmt: skip
    table.plays("24/23 13/10")
    assert not table.state.again
    assert [turn.play for turn in table.state.turns] == ["24/23 13/10"]


def test_it_is_too_late_once_the_other_has_rolled_but_not_where_the_computer_has() -> None:
    table = opened().rolls(OTHER, (6, 2))
    assert not may_play_again(table.state)
    with pytest.raises(CommandError, match="no play that could be made again"):
        table.enter(PlayAgain())
    rolled = opened(COACHED, against()).enter(IntendCube(False)).rolls(OTHER, (6, 1))
    assert may_play_again(rolled.state)
    rolled.enter(PlayAgain())
    assert rolled.state.again
    assert rolled.state.kept_rolls == ((OTHER, (6, 1)),)
    assert texts(rolled) == ["Played with a coach: plays made again Ada 1."]
    rolled.plays("24/23 13/10").enter(IntendCube(False))
    assert decision_due(rolled.state) == "roll"  # the same again
    played = opened(COACHED, against()).enter(IntendCube(False)).rolls(OTHER, (6, 1)).plays("13/7 8/7")
    assert not may_play_again(played.state)
    with pytest.raises(CommandError, match="no coach"):
        opened(Rules(length=5)).enter(PlayAgain())


# ------------------------------------------------------------------ the record


def test_the_record_says_who_used_it() -> None:
    assert texts(opened(Rules(length=5))) == []
    assert texts(opened()) == ["Played with a coach: no hints."]
    table = Table().rolls(ONE, (3, 1)).enter(AskHint(ONE)).plays("8/5 6/5").enter(PlayAgain()).plays("24/23 13/10")
    table.enter(AskHint(OTHER)).rolls(OTHER, (6, 1)).enter(AskHint(OTHER), Undo())
    said = "Played with a coach: hints Ada 1 and Ben 2, plays made again Ada 1."
    assert texts(table) == [said]  # what was taken back does not make it undone
    assert said in write_sgf(record_of(table.events))
