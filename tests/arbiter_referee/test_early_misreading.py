"""What was read wrongly early accuses nobody later: the referee finds what really lay there by itself."""

from __future__ import annotations

from arbiter.match.events import IllegalPlay
from arbiter.match.state import Turn
from arbiter.position import START
from arbiter.referee.evidence import DieSeen
from tests.arbiter_referee.stage import DARK, LIGHT, Stage, moved


def faults(stage: Stage) -> list[IllegalPlay]:
    return [event for event in stage.events if isinstance(event, IllegalPlay)]


def doubtful(one: int, other: int, number: int) -> DieSeen:
    """A die in the right half that looks about as much like the one face as like the other."""
    chances = tuple({one: 0.55, other: 0.41}.get(face, 0.01) for face in range(1, 7))
    return DieSeen(one, chances, (640.0 + 30 * number, 250.0), None, "right")


def test_opening_dice_slow_to_be_read_are_those_of_the_play_already_begun() -> None:
    """13/9 lies there before the 4 is sure enough: a 4-2 by light, not an unseen 3-1 by light and a 4-2 by dark."""
    stage = Stage().rest()
    stage.dice = (doubtful(4, 3, 0), doubtful(2, 6, 1))
    stage.hand(2).rest(2).put(moved(START, LIGHT, (13, 9)), looks=9)
    stage.put(moved(START, LIGHT, (13, 9), (6, 4)), looks=12).lift()
    assert faults(stage) == []
    assert stage.state.turns == (Turn(LIGHT, (4, 2), "13/9 6/4"),)
    assert stage.state.player is DARK
