"""What was undone comes again by a redo, step by step, and is forgotten once anything else is done."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arbiter.match.answers import answer
from arbiter.match.commands import (
    Accept,
    Command,
    CommandError,
    CorrectDice,
    CorrectPosition,
    CorrectScore,
    Double,
    Pause,
    Redo,
    Resign,
    Seat,
    Take,
    Undo,
)
from arbiter.match.endings import what_follows
from arbiter.match.event_json import event_from_json, event_to_json
from arbiter.match.events import Event, MatchOver, Note, PlayMade, RollSeen
from arbiter.match.fold import apply, fold
from arbiter.match.record import record_of
from arbiter.match.state import MatchState
from arbiter.match.undo import last_action, next_redo
from arbiter.notation import find_play
from arbiter.position import Side
from tests.web.table_parts import game, match

OPENING = [*match(), *game()]
ROLL = RollSeen(7, 7.0, Side.DARK, (6, 3))


class Told:
    """A match as commands and looks make it."""

    def __init__(self, events: list[Event]) -> None:
        self.events = list(events)
        self.state = fold(events)

    def add(self, *events: Event) -> Told:
        self.events += events
        self.state = fold(events, self.state)
        following = what_follows(self.state, 9, 9.0)
        return self.add(*following) if following else self

    def tell(self, *commands: Command) -> Told:
        for command in commands:
            self.add(*answer(self.state, command, 9, 9.0))
        return self


def shown(state: MatchState) -> tuple[object, ...]:
    now = state.phase, state.player, state.dice, state.position, state.cube, state.score
    return *now, state.turns, last_action(state)


def played(state: MatchState) -> PlayMade:
    play = find_play("11/5 8/5", state.position, Side.DARK, (6, 3))
    return PlayMade(8, 8.0, Side.DARK, (6, 3), "11/5 8/5", play.result)


WHAT: dict[str, Callable[[], Told]] = {
    "a roll": lambda: Told([*OPENING, ROLL]),
    "a play": lambda: Told([*OPENING, ROLL]).add(played(fold([*OPENING, ROLL]))),
    "a take": lambda: Told(OPENING).tell(Double(), Take()),
    "the end of a match": lambda: Told([*match((4, 4)), *game()]).tell(Resign(Side.LIGHT), Accept()),
    "a score": lambda: Told(OPENING).tell(CorrectScore((3, 3))),
    "a position": lambda: Told(OPENING).tell(CorrectPosition(fold(OPENING[:-1]).position)),
}


@pytest.mark.parametrize("made", WHAT.values(), ids=WHAT.keys())
def test_what_was_undone_comes_again_and_leaves_the_same_match(made: Callable[[], Told]) -> None:
    whole, once = made(), made()
    once.tell(Undo())
    assert next_redo(once.state) == last_action(whole.state)
    once.tell(Redo())
    assert shown(once.state) == shown(whole.state)
    assert not once.state.undone
    assert record_of(once.events).games == record_of(whole.events).games
    again = [event_from_json(event_to_json(event)) for event in once.events]
    assert shown(fold(again)) == shown(whole.state), "and so it does from the journal"


def test_several_come_again_one_after_the_other() -> None:
    told = Told([*OPENING, ROLL])
    told.add(played(told.state))
    states = [shown(told.state)]
    for _ in range(4):
        told.tell(Undo())
        states.append(shown(told.state))
    for expected in reversed(states[:-1]):
        told.tell(Redo())
        assert shown(told.state) == expected
    with pytest.raises(CommandError, match="nothing to redo"):
        told.tell(Redo())


@pytest.mark.parametrize("other", [CorrectDice((5, 4), Side.DARK), CorrectScore((1, 1)), Double()])
def test_whatever_else_is_done_forgets_it(other: Command) -> None:
    told = Told([*OPENING, ROLL]).tell(Undo(), other)
    before = shown(told.state)
    assert not next_redo(told.state)
    with pytest.raises(CommandError, match="something else was done"):
        told.tell(Redo())
    assert shown(told.state) == before
    told.tell(Undo())
    assert next_redo(told.state), "what was undone now is another matter"


def test_what_happens_beside_the_match_does_not() -> None:
    told = Told([*OPENING, ROLL]).tell(Undo(), Pause(), Seat(Side.DARK)).add(Note(9, 9.0, "The camera is back."))
    told.tell(Redo())
    assert told.state.dice == (6, 3)
    assert (told.state.paused, told.state.notes[-1]) == (True, "The camera is back.")
    assert told.state.seats


def test_the_end_of_a_match_comes_again_whole() -> None:
    told = WHAT["the end of a match"]()
    assert isinstance(told.events[-1], MatchOver)
    told.tell(Undo(), Redo())
    assert isinstance(told.events[-1], MatchOver)
    assert told.state.winner is Side.DARK


def test_the_same_roll_seen_again_is_that_redo() -> None:
    told = Told([*OPENING, ROLL]).tell(Undo())
    assert not apply(told.state, ROLL).undone
