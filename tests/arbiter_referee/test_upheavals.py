"""Nobody plays on a board that is cleared, swapped, mirrored or jumbled: the record stays, people are asked.

A sample; `python -m lab.campaigns.upheavals 30` is the whole.
"""

from __future__ import annotations

import pytest

from arbiter.match.commands import TakeBoard
from arbiter.match.state import Phase
from arbiter.notation import find_play
from arbiter.plays import Dice
from arbiter.position import START, Position, Side
from arbiter.xgid import parse_xgid
from lab.campaigns.upheavals import KINDS, MOMENTS, Moment, Upheavals, shaken
from tests.arbiter_referee.stage import FPS, Stage

GAMES: tuple[tuple[str, Moment, int], ...] = (
    # a half-cleared board became a play that nobody made
    ("thinned", "", 61003),
    ("thinned", "", 61005),
    ("thinned", "", 61009),
    # it was said that the camera sees something else than people entered
    ("cleared", "corrected", 61000),
    # people were asked about a fault that was told already, once the board lay there as before
    ("jumbled", "discussed", 61006),
    ("swapped", "corrected", 61008),
    ("mirrored", "", 61008),
)
"""Every kind and every moment once, and what went wrong before; the campaign plays each kind at each moment."""


@pytest.mark.parametrize(("kind", "when", "seed"), GAMES)
def test_the_record_stays_as_it_is(kind: str, when: Moment, seed: int) -> None:
    found = Upheavals()
    assert shaken(seed, kind, found, when=when) == ""
    assert found.times >= 1
    assert (found.changed, found.unasked) == (0, 0)


def test_every_kind_and_moment_is_shown() -> None:
    assert {kind for kind, _, _ in GAMES} == set(KINDS)
    assert {when for _, when, _ in GAMES} == set(MOMENTS)


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


def test_a_board_that_people_take_as_it_lies_accuses_nobody() -> None:
    """Half a play lies there; asked about it, they say that it is the other's turn."""
    stage = Stage(position=BEFORE, player=Side.LIGHT).throw((4, 2)).put(WRONG, looks=3)
    stage.dice = ()
    stage.rest(45, EARLIER).rest(45, WRONG)
    assert stage.state.out_of_step
    assert stage.state.out_of_step.position == WRONG
    stage.events += stage.referee.handle(TakeBoard(Side.DARK), stage.frame, stage.frame / FPS)
    assert stage.said[-2:] == ["corrected", "in_step"]
    assert not stage.state.turns[-1].illegal
    assert stage.state.position == WRONG
    assert stage.state.player is Side.DARK
