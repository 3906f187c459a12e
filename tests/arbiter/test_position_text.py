"""What eXtreme Gammon puts on the clipboard: an XGID with a board drawn below."""

from __future__ import annotations

import pytest

from arbiter.errors import ArbiterError, NotationError
from arbiter.position import Side
from arbiter.position_text import LONGEST_TEXT, parse_position
from arbiter.xgid import format_xgid, parse_xgid

XGID = "XGID=-b-A--E-B---dE--ac-e----B-:1:-1:1:31:2:4:0:7:10"
DRAWN = """\
 +13-14-15-16-17-18------19-20-21-22-23-24-+
 | X        O  O    |   | O              X | +---+
 | X           O    |   | O              X | | 2 |
 | X           O    |   | O                | +---+
 | X                |   | O                |
 | X                |   | O                |
 |                  |BAR|                  |
 |                  |   | X                |
 | O                |   | X                |
 | O                |   | X                |
 | O           X    |   | X              O |
 | O           X    |   | X        X     O |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+
"""
TEXT = f"""{XGID}

X:Player 1   O:Player 2
Score is X:2 O:4 7 pt.(s) match.
{DRAWN}Pip count  X: 154  O: 152 X-O: 2-4/7
Cube: 2, O own cube
X to play 31

    1. 4-ply       6/5 3/off                    eq:-0.491
      Player:   25.45% (G:0.00% B:0.00%)
"""


def seen_from_the_other_side(xgid: str) -> str:
    """The same with the colours changed over, the roller of the text now in lower case."""
    letters, cube, owner, turn, *rest = xgid.removeprefix("XGID=").split(":")
    dice, light, dark, *more = rest
    turned = [letters[::-1].swapcase(), cube, str(-int(owner)), str(-int(turn)), dice, dark, light, *more]
    return "XGID=" + ":".join(turned)


def test_the_position_of_the_text_is_that_of_its_xgid() -> None:
    assert parse_position(TEXT) == parse_xgid(XGID) == parse_position(XGID)
    assert parse_position(TEXT.replace("\n", "\r\n")) == parse_xgid(XGID)
    assert parse_position(f"{XGID}\n\nX to play 31\n") == parse_xgid(XGID)


def test_x_is_whoever_is_on_roll() -> None:
    turned = seen_from_the_other_side(XGID)
    position = parse_position(TEXT.replace(XGID, turned))
    assert position.turn is Side.DARK
    assert format_xgid(position) == turned


@pytest.mark.parametrize("place", [index for index, letter in enumerate(DRAWN) if letter in "XO"])
def test_no_checker_of_the_drawing_may_be_missing(place: int) -> None:
    wrong = DRAWN[:place] + " " + DRAWN[place + 1 :]
    with pytest.raises(NotationError, match="another position"):
        parse_position(TEXT.replace(DRAWN, wrong))


def test_more_than_five_checkers_are_drawn_as_five_or_told_by_number() -> None:
    xgid = "XGID=------O-----------------e-:0:0:1:00:0:0:0:0:10"
    empty = " |                  |   |                  |\n"
    rows = " |                  |   |                O |\n" * 5, " |                  |   | X                |\n" * 4
    edge = " +13-14-15-16-17-18------19-20-21-22-23-24-+\n", " +12-11-10--9--8--7-------6--5--4--3--2--1-+\n"
    for last in ("X ", "15"):
        top = f" |                  |   | {last}               |\n"
        text = f"{xgid}\n{edge[0]}{rows[0]}{empty}{top}{rows[1]}{edge[1]}"
        assert parse_position(text) == parse_xgid(xgid)
    with pytest.raises(NotationError, match="another position"):
        parse_position(text.replace("15", "14"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nothing\nhere", "names none"),
        (f"{XGID}\n{seen_from_the_other_side(XGID)}", "names 2"),
        ("x\n" * LONGEST_TEXT, "at most"),
        ("XGID=torn\n", "ten fields"),
    ],
)
def test_what_is_no_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ArbiterError, match=reason):
        parse_position(text)
