"""Earlier turns edited: the record is replayed with the change, and nothing else of it changes."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.match.answers import answer
from arbiter.match.commands import CommandError, ConfirmationNeeded, EditTurn
from arbiter.match.edit_answers import edit_line
from arbiter.match.entered_events import CorrectionDemanded, TurnEdited, Undone
from arbiter.match.event_json import event_from_json, event_to_json
from arbiter.match.events import (
    Doubled,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    MatchStarted,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
)
from arbiter.match.fold import apply, fold
from arbiter.match.record import record_of
from arbiter.match.state import MatchState, Phase, Turn
from arbiter.match.statistics import statistics_of
from arbiter.match.undo import last_action, standing, standing_edits
from arbiter.notation import find_play, format_play
from arbiter.plays import Dice, legal_plays
from arbiter.position import START, Side
from arbiter.records import Played
from arbiter.rules import Rules
from arbiter.verdict import judge
from tests.arbiter.random_matches import random_match
from tests.arbiter.test_records_from_events import events_of

LIGHT, DARK = Side.LIGHT, Side.DARK
Line = tuple[Dice, str]
GAME: tuple[Line, ...] = (
    ((3, 1), "8/5 6/5"),
    ((6, 3), "24/15"),
    ((4, 2), "8/4 6/4"),
    ((5, 4), "13/4"),
    ((6, 3), "13/4"),
    ((2, 1), "13/10"),
)


def played(lines: tuple[Line, ...], rules: Rules | None = None) -> list[Event]:
    """A game, light to begin, by the lines."""
    found: list[Event] = [MatchStarted(0, 0.0, rules or Rules(length=5), ("Ada", "Ben")), GameStarted(0, 0.0, START)]
    position, side = START, LIGHT
    for number, (dice, text) in enumerate(lines, 1):
        play = find_play(text, position, side, dice)
        position = play.result
        found += [RollSeen(number, float(number), side, dice)]
        found += [PlayMade(number, number + 0.5, side, dice, format_play(play), position)]
        side = side.other
    return found


def edited(events: list[Event], command: EditTurn) -> list[Event]:
    return [*events, *answer(fold(events), command, 99, 99.0)]


def without_the_chain(state: MatchState) -> MatchState:
    return replace(state, notes=())


def texts(state: MatchState) -> list[str]:
    return [turn.play for turn in state.turns]


# ------------------------------------------------------------------ by hand


def test_a_roll_that_was_another_one_leaves_the_board_as_it_was() -> None:
    events = edited(played((*GAME[:4], ((6, 1), "13/7 8/7"))), EditTurn(1, 4, dice=(6, 3)))
    state, before = fold(events), fold(events[:-1])
    assert (state.turns[3].dice, state.turns[3].play) == ((6, 3), "13/4")
    assert [turn.source for turn in state.turns] == ["read"] * 3 + ["entered", "read"]
    assert state.position == before.position
    assert [turn for n, turn in enumerate(state.turns) if n != 3] == [t for n, t in enumerate(before.turns) if n != 3]


def test_another_play_is_what_had_been_recorded_had_it_been_read() -> None:
    right = (*GAME[:2], ((4, 2), "24/20 13/11"), *GAME[3:])
    with pytest.raises(ConfirmationNeeded, match=r"The board as it lies now would have to change"):
        edited(played(GAME), EditTurn(1, 3, play="24/20 13/11"))
    events = edited(played(GAME), EditTurn(1, 3, play="24/20 13/11", confirmed=True))
    assert fold(events) == fold(played(right))
    assert record_of(events).games == record_of(played(right)).games
    assert record_of(events).header.comment == "Turn 3 corrected: 24/20 13/11 instead of 8/4 6/4"
    assert statistics_of(events) == statistics_of(played(right))


def test_a_turn_that_no_longer_fits_is_named_and_nothing_is_changed_until_people_say_so() -> None:
    before = played((*GAME, ((4, 3), "8/4 13/10")))
    command = EditTurn(1, 1, play="8/4")
    with pytest.raises(ConfirmationNeeded) as asked:
        edited(before, replace(command, play="8/7 8/5"))
    assert "Turn 7 no longer fits: 8/4 needs a checker on 8." in str(asked.value)
    events = edited(before, replace(command, play="8/7 8/5", confirmed=True))
    state, was = fold(events), fold(before)
    assert state.turns[0].play == "8/5 8/7"
    assert state.turns[6].illegal
    assert state.position == was.position  # kept as it was recorded from there on


def test_a_play_against_the_rules_is_asked_about_and_stands() -> None:
    before = played(GAME[:2])
    with pytest.raises(ConfirmationNeeded, match=r"It will be recorded as an illegal play that stands\."):
        edited(before, EditTurn(1, 2, play="24/14"))
    events = edited(before, EditTurn(1, 2, play="24/14", confirmed=True))
    assert fold(events).turns[1].illegal
    assert statistics_of(events)[1].stood == 1
    assert any(isinstance(event, PlayStood) for event in standing(events))
    put_back = edited(events, EditTurn(1, 2, play="24/15", confirmed=True))
    assert fold(put_back) == fold(before)
    assert statistics_of(put_back) == statistics_of(before)


def test_a_forgotten_double_counts_in_the_score() -> None:
    events = [*played(GAME), GameOver(9, 9.0, LIGHT, 1, "single"), GameStarted(10, 10.0, START)]
    events = edited(events, EditTurn(1, 3, cube="taken"))
    state = fold(events)
    assert (state.score, state.game, state.phase) == ((2, 0), 2, Phase.TO_ROLL)
    assert [event.value for event in standing(events) if isinstance(event, Doubled | Taken)] == [2, 2]
    edit = events[-1]
    assert isinstance(edit, TurnEdited)
    assert str(edit_line(fold(events[:-1]), edit)) == "Game 1, turn 3 corrected: a double, taken, before it"
    assert fold(edited(events, EditTurn(1, 3, cube="none"))).score == (1, 0)


def test_a_later_double_starts_from_where_the_cube_lies_by_then() -> None:
    early = played(GAME)
    events = [*early[:8], Doubled(4, 4.0, DARK, 2), Taken(4, 4.1, LIGHT, 2), *early[8:]]
    again = edited([*events, GameOver(9, 9.0, DARK, 2, "single")], EditTurn(1, 4, cube="none"))
    assert fold(again).score == (0, 1)
    with pytest.raises(ConfirmationNeeded, match=r"Turn 4 no longer fits: Only the owner of the cube may double"):
        edited(events, EditTurn(1, 2, cube="taken"))


def test_points_that_end_the_match_end_it() -> None:
    events = [*played(GAME, Rules(length=2)), GameOver(9, 9.0, LIGHT, 1, "single")]
    over = edited(events, EditTurn(1, 3, cube="taken"))
    assert (fold(over).phase, fold(over).score) == (Phase.MATCH_OVER, (2, 0))
    going_on = [*events, GameStarted(10, 10.0, START, crawford=True), RollSeen(11, 11.0, DARK, (3, 1))]
    with pytest.raises(ConfirmationNeeded, match=r"The match was over at 2-0 before it\."):
        edited(going_on, EditTurn(1, 3, cube="taken"))


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (EditTurn(1, 9), "Game 1 has no finished turn 9."),
        (EditTurn(2, 1), "Game 2 has no finished turn 1."),
        (EditTurn(1, 2), "That is what the record says already."),
        (EditTurn(1, 2, dice=(3, 6), play="24/15"), "That is what the record says already."),
        (EditTurn(1, 2, dice=(7, 1)), "A die shows a number from 1 to 6."),
        (EditTurn(1, 1, dice=(3, 3)), "Equal opening dice are rolled again (R9)."),
        (EditTurn(1, 1, cube="taken"), "Nobody doubles before the opening roll (R47)."),
        (EditTurn(1, 2, play="22/20"), "22/20 needs a checker on 22."),
        (EditTurn(1, 2, play="over there"), '"over" is not a move; write moves like 13/7*, bar/21(2) or 6/off.'),
        (EditTurn(1, 2, position=replace(START, light=(1, *START.light[1:]))), "That position cannot be: "),
    ],
)
def test_what_cannot_be_is_one_sentence(command: EditTurn, sentence: str) -> None:
    with pytest.raises(CommandError) as refused:
        edited(played(GAME), command)
    assert str(refused.value).startswith(sentence)
    assert not isinstance(refused.value, ConfirmationNeeded)


def misplayed() -> list[Event]:
    """After the game light plays 6-4 as 24/13, one pip too far, and lifts the dice."""
    events = [*played(GAME), RollSeen(7, 7.0, LIGHT, (6, 4))]
    before = fold(events).position
    row = list(before.light)
    row[24], row[13] = row[24] - 1, row[13] + 1
    board = before.with_row(LIGHT, tuple(row))
    verdict = judge(before, LIGHT, (6, 4), board)
    return [*events, IllegalPlay(7, 7.5, LIGHT, (6, 4), verdict.rules, verdict.message, board, False)]


@pytest.mark.parametrize("demanded", [False, True])
def test_an_edit_under_a_warning_has_the_play_judged_anew(demanded: bool) -> None:
    """The camera had read turn 5 as 13/4; it was 13/7 8/5, from where what lies there is a legal play."""
    events = misplayed()
    wrong = fold(events)
    assert wrong.warning
    other = find_play("13/7 8/5", fold(played(GAME[:4])).position, LIGHT, (6, 3))
    start = fold(played((*GAME[:4], ((6, 3), "13/7 8/5"), *GAME[5:])))
    lies = find_play("24/14", start.position, LIGHT, (6, 4)).result
    events = [*events[:-1], replace(wrong.warning, position=lies)]
    events += [CorrectionDemanded(8, 8.0, LIGHT)] if demanded else []
    assert fold(events).phase is Phase.CORRECTING
    after = edited(events, EditTurn(1, 5, position=other.result, confirmed=True))
    state = fold(after)
    assert (state.phase, state.position, state.player) == (Phase.TO_ROLL, lies, DARK)
    assert [(turn.play, turn.illegal) for turn in state.turns[4:]] == [
        ("13/7 8/5", False), ("13/10", False), ("24/14", False),
    ]  # fmt: skip
    assert statistics_of(after)[0].illegal == 0
    assert apply(state, Undone(100, 100.0)) == fold(events)
    assert fold(standing(after)).lies == lies


def test_what_stays_against_the_rules_is_another_fault_after_an_edit() -> None:
    events = [*misplayed(), CorrectionDemanded(8, 8.0, LIGHT)]
    before = fold(events)
    after = fold(edited(events, EditTurn(1, 5, play="13/7 8/5", confirmed=True)))
    assert (after.phase, after.demanded, after.lies) == (Phase.CORRECTING, True, before.lies)
    assert before.warning
    assert after.warning
    assert before.warning.fault
    assert after.warning.fault
    assert before.warning.fault.verdict != after.warning.fault.verdict


def test_the_line_says_what_was_instead_of_what() -> None:
    before = played(GAME)
    *_, edit = edited(before, EditTurn(1, 6, dice=(4, 3), play="13/6", confirmed=True))
    assert isinstance(edit, TurnEdited)
    assert edit_line(fold(before), edit) == "Turn 6 corrected: 4-3 instead of 2-1; 13/6 instead of 13/10"
    assert last_action(fold([*before, edit])) == "the correction of turn 6"


# ------------------------------------------------------------------ random matches


def other_play(rng: random.Random, events: list[Event]) -> tuple[MatchState, EditTurn, TurnEdited]:
    """A finished turn of the match played otherwise. The event changes nothing where no other play is legal."""
    stands = standing(events)
    place = rng.choice([number for number, event in enumerate(stands) if isinstance(event, PlayMade)])
    made, at = stands[place], fold(stands[:place])
    assert isinstance(made, PlayMade)
    assert made.dice
    play = rng.choice(legal_plays(at.position, made.player, made.dice))
    command = EditTurn(at.game, len(at.turns) + 1, play=format_play(play), confirmed=True)
    return at, command, TurnEdited(99, 99.0, command.game, command.turn, None, command.play or "", play.result)


RULES = st.sampled_from([Rules(length=3), Rules(length=5), Rules(length=0)])


@settings(deadline=None, derandomize=True, max_examples=25)
@given(st.integers(0, 2**20), RULES)
def test_edited_to_what_it_was_nothing_changes(seed: int, rules: Rules) -> None:
    rng = random.Random(seed)
    events = list(events_of(random_match(rng, rules, illegal=0.02)))
    state = fold(events)
    game = rng.randint(1, state.game)
    turn = rng.randint(1, 5)
    record = record_of(events)
    plays = [action for action in record.games[game - 1].actions if isinstance(action, Played)]
    if turn > len(plays):
        return
    same = TurnEdited(99, 99.0, game, turn, plays[turn - 1].dice, plays[turn - 1].play, plays[turn - 1].after)
    assert fold([*events, same]) == state
    assert standing([*events, same]) == standing(events)
    assert record_of([*events, same]) == record


@settings(deadline=None, derandomize=True, max_examples=20)
@given(st.integers(0, 2**20), RULES)
def test_random_matches_edited_twice(seed: int, rules: Rules) -> None:
    rng = random.Random(seed)
    events = list(events_of(random_match(rng, rules)))
    whole = len(events) - rng.choice((0, 0, rng.randint(1, len(events) // 2)))
    events = events[:whole]
    if not any(isinstance(event, PlayMade) for event in events):
        return
    live, happened = fold(events), events
    for _ in range(2):
        at, command, edit = other_play(rng, happened)
        before = live
        live, happened = apply(live, edit), [*happened, edit]
        # the turn is what people said, and all before it as it was
        stands = standing(happened)
        turn = turn_of(stands, command.game, command.turn)
        assert find_play(turn.play, at.position, turn.player, turn.dice or (1, 1)).result == edit.position
        assert without_the_chain(fold(stands)) == without_the_chain(live)
        # one step takes it back
        assert apply(live, Undone(100, 100.0)) == before
        assert standing([*happened, Undone(100, 100.0)]) == standing(happened[:-1])
    # a restart gives the same
    again = [event_from_json(json.loads(json.dumps(event_to_json(event)))) for event in happened]
    assert fold(again) == live
    changes = standing_edits(happened)
    assert len(changes) == 2
    for change in changes:
        assert change.before == fold(happened[: change.number])
        assert change.ahead == standing(happened[: change.number])
        assert change.since == standing(happened[: change.number + 1])
    # what stands as legal is legal
    state = MatchState()
    for event in standing(happened):
        if isinstance(event, PlayMade) and event.dice:
            assert event.position in {play.result for play in legal_plays(state.position, event.player, event.dice)}
        state = apply(state, event)
    record_of(happened)


def turn_of(events: list[Event], game: int, number: int) -> Turn:
    state = MatchState()
    for event in events:
        state = apply(state, event)
        if state.game == game and len(state.turns) == number:
            return state.turns[-1]
    raise AssertionError(f"game {game} has no turn {number}")


def test_undo_leads_back_to_the_first_roll_past_an_edit() -> None:
    events = edited(played(GAME), EditTurn(1, 3, play="24/20 13/11", confirmed=True))
    state = fold([*events, RollSeen(100, 100.0, LIGHT, (6, 5))])
    seen: list[str] = []
    while action := last_action(state):
        seen.append(action)
        state = apply(state, Undone(101, 101.0))
    assert seen[:3] == ["Ada's roll 6-5", "the correction of turn 3", "Ben's play 13/10"]
    assert state.position == START
