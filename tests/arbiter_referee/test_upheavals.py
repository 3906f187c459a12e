"""Nobody plays on a board that is cleared, swapped, mirrored or jumbled: the record stays, people are asked.

A sample; `python -m tests.arbiter_referee.upheavals 30` is the whole.
"""

from __future__ import annotations

import pytest

from arbiter.match.commands import TakeBoard
from arbiter.match.state import Phase
from arbiter.notation import find_play
from arbiter.plays import Dice
from arbiter.position import START, Position, Side
from arbiter.xgid import parse_xgid
from tests.arbiter_referee.stage import FPS, Stage
from tests.arbiter_referee.upheavals import KINDS, MOMENTS, Moment, Upheavals, shaken

REWROTE = {"thinned": (61003, 61005, 61009), "cleared": (61000,), "jumbled": (61006,)}
"""Games in which a half-cleared board became a play that nobody made, one in which of a cleared one was said that the
camera sees something else than people entered, and one in which people were asked about a fault that was told already,
once the board lay there as before."""


@pytest.mark.parametrize("when", MOMENTS)
@pytest.mark.parametrize("kind", KINDS)
def test_the_record_stays_as_it_is(kind: str, when: Moment) -> None:
    found = Upheavals()
    for seed in REWROTE.get(kind, (61008,)):
        assert shaken(seed, kind, found, when=when) == ""
    assert found.times >= 3
    assert (found.changed, found.unasked) == (0, 0)


BEFORE, WRONG, EARLIER = (
    parse_xgid(f"XGID={board}:0:0:1:00:0:0:0:5:10").position
    for board in ("-aa-BBBB----dE---c-d--b-B-", "aAa-BABB----dE---c-d--b-B-", "-b--B-D-B---eE---c-e----B-")
)
"""Of a filmed game: 4-2 is half played as 5/1*, and a position four turns earlier."""


@pytest.mark.parametrize("shown", [EARLIER, START, Position((15, *(0,) * 25), (15, *(0,) * 25))])
def test_no_board_that_nobody_plays_on_puts_an_illegal_play_right(shown: Position) -> None:
    stage = Stage(position=BEFORE, player=Side.LIGHT).throw((4, 2)).put(WRONG).lift(20)
    assert stage.state.phase is Phase.CORRECTING
    known = len(stage.said)
    stage.rest(45, shown).rest(45, WRONG)
    assert stage.said[known:] == ["out_of_step", "in_step"]
    assert stage.state.warning
    assert stage.state.warning.position == WRONG


@pytest.mark.parametrize(("dice", "played"), [((5, 1), "24/23 13/8"), ((3, 3), "13/10(2) 6/3(2)"), ((6, 5), "24/13")])
@pytest.mark.parametrize("lie", ["lie", "are lifted"])
def test_a_board_set_up_anew_before_the_play_was_recorded_is_no_illegal_play(dice: Dice, played: str, lie: str) -> None:
    stage = Stage().rest().throw((4, 2)).play("8/4 6/4").lift().throw(dice, "left")
    result = find_play(played, stage.state.position, Side.DARK, dice).result
    if lie == "are lifted":
        stage.dice = ()
    stage.put(START, looks=45).put(result, looks=45)
    if lie == "lie":
        stage.lift(20)
    assert [name for name in stage.said if name in ("illegal", "play", "undo")] == ["play", "play"]
    assert stage.state.position == result


def test_a_fault_on_a_board_that_was_asked_about_is_what_the_answer_takes() -> None:
    stage = Stage(position=BEFORE, player=Side.LIGHT).throw((4, 2)).put(WRONG, looks=3)
    stage.dice = ()
    stage.rest(45, EARLIER).rest(45, WRONG)
    assert stage.state.out_of_step
    assert stage.state.out_of_step.position == WRONG
    stage.events += stage.referee.handle(TakeBoard(Side.DARK), stage.frame, stage.frame / FPS)
    assert stage.said[-2:] == ["stood", "in_step"]
    assert stage.state.position == WRONG
    assert stage.state.player is Side.DARK
