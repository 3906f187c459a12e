"""Our `replace` does what the standard one does, and refuses classes that it is not for."""

from __future__ import annotations

import dataclasses
import pickle
from dataclasses import dataclass, field

import pytest

from arbiter.match.entered_events import Undone
from arbiter.match.fold import apply, fold
from arbiter.match.state import MatchState, Phase
from arbiter.replacing import replace
from tests.arbiter.test_editing import GAME, played

STATE = apply(fold(played(GAME)), Undone(99, 99.0))


def test_the_same_as_the_standard_one() -> None:
    ours = replace(STATE, score=(3, 1), phase=Phase.GAME_OVER, history=None)
    theirs = dataclasses.replace(STATE, score=(3, 1), phase=Phase.GAME_OVER, history=None)
    assert ours == theirs
    fields = [each.name for each in dataclasses.fields(MatchState)]
    assert [getattr(ours, name) for name in fields] == [getattr(theirs, name) for name in fields]


def test_a_field_that_there_is_not_is_an_error() -> None:
    with pytest.raises(KeyError):
        replace(STATE, scores=(1, 1))  # type: ignore[call-arg]  # the wrong name is the test


def test_a_pickled_state_holds_what_is_compared_and_what_is_not() -> None:
    again = pickle.loads(pickle.dumps(STATE))  # noqa: S301 - pickled in this very line
    assert again == STATE
    assert STATE.undone
    assert (again.actions, again.undone) == (STATE.actions, STATE.undone)
    assert again.last == STATE.last


@dataclass(frozen=True)
class OneField:
    number: int


@dataclass(frozen=True)
class Reckoned:
    number: int
    twice: int = field(init=False, default=0)


@pytest.mark.parametrize("value", [OneField(1), Reckoned(1)])
def test_classes_that_cannot_be_made_from_all_their_fields_are_refused(value: OneField | Reckoned) -> None:
    with pytest.raises(TypeError, match=r"use dataclasses\.replace"):
        replace(value, number=2)
