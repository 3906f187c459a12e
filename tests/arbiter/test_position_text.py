"""Positions in whatever text holds them: identifiers of all kinds, boards drawn, remarks around them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.errors import ArbiterError, NotationError
from arbiter.gnubg_ids import parse_ids
from arbiter.position import START, Position, Side
from arbiter.position_text import LONGEST_TEXT, find_positions, parse_position
from arbiter.xgid import MatchPosition, format_xgid, parse_xgid
from tests.arbiter.drawn import draw
from tests.arbiter.strategies import scattered

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
        parse_position(text.replace("| 15", "| 14"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("nothing\nhere", "no position in this text"),
        ("x\n" * LONGEST_TEXT, "at most"),
        ("XGID=torn\n", "ten fields"),
    ],
)
def test_what_is_no_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(ArbiterError, match=reason):
        parse_position(text)


PLAIN = "XGID=-b----E-C---eE---c-e----B-:0:0:1:63:4:2:1:5:10"
OTHER = "XGID=-b----E-C---eE---c-e----B-:0:0:1:62:4:2:1:5:10"


@pytest.mark.parametrize(
    "text",
    [
        f"How would you play this? {PLAIN}",
        f"I had {PLAIN}. What would you do?",
        f"“{PLAIN}”",
        f"({PLAIN}), said she",
        f"<{PLAIN}>",
        f"\u200b{PLAIN}\u2060",
        PLAIN.replace("=", "=\u200b").replace(":", "\u00ad:", 1),
        PLAIN.replace("XGID=", "XGID:\u00a0"),
        PLAIN.replace("XGID=", "XGID = "),
        PLAIN.replace("XGID=", ""),
        PLAIN.replace("--", "\u2013"),
        PLAIN.replace("-", "\u2212"),
        PLAIN.replace("=", "=3D"),
        f"> she wrote:\r\n> {PLAIN}\r\n",
    ],
)
def test_an_xgid_is_found_wherever_it_stands(text: str) -> None:
    assert parse_position(text) == parse_xgid(PLAIN)


@pytest.mark.parametrize("end", ["\n", "\r\n", " \n  ", "=\n", "\n> "])
def test_an_xgid_may_be_broken_anywhere(end: str) -> None:
    for place in range(6, len(PLAIN)):
        text = f"Look: {PLAIN[:place]}{end}{PLAIN[place:]}\n1. 24/18 13/10"
        assert parse_position(text) == parse_xgid(PLAIN), place


def test_what_is_wrong_with_an_xgid_in_a_sentence_is_said() -> None:
    with pytest.raises(NotationError, match="position must have 26 characters, not 25"):
        parse_position(f"Here: {PLAIN.replace('b--', 'b-')}.")
    with pytest.raises(NotationError, match="ten fields between colons, but this text has 9"):
        parse_position("See XGID=-b----E-C---eE---c-e----B-:0:0:1:63:4:2:1:5, please")


def test_an_xgid_in_the_remarks_is_part_of_the_note() -> None:
    remark = f"Compare with {OTHER} which is close.\n{OTHER}"
    found = find_positions(f"{TEXT}\n{remark}\n\neXtreme Gammon Version: 2.19\n")
    (one,) = found.positions
    assert format_xgid(one.at) == XGID
    assert remark in one.note
    assert "Pip count" not in one.note
    assert "+---" not in one.note


def test_of_several_the_first_is_taken_and_all_are_found() -> None:
    text = f"{OTHER}\n\nand then\n{TEXT}\neXtreme Gammon Version: 2\n\n{PLAIN} 24/18\n{PLAIN}\nXGID=torn\n"
    found = find_positions(text)
    assert [format_xgid(one.at) for one in found.positions] == [XGID, OTHER, PLAIN]
    assert [line for line, _ in found.refused] == [len(text.splitlines())]
    assert parse_position(text) == parse_xgid(XGID)


IDS = ("4HPwATDgc/ABMA", "8AmvACAAIAAE")


@pytest.mark.parametrize(
    "text",
    [
        "Position ID: {}\nMatch ID: {}",
        " GNU Backgammon  Position ID: {}\n                 Match ID   : {}\n",
        "Positions-ID: {}    Match-ID: {}",
        "{}:{}",
        "GNUBGID={}:{}",
        "My position is {} and my match {}.",
        "> {}\n> {}",
    ],
)
def test_gnu_backgammons_ids_are_read_on_one_line_or_two(text: str) -> None:
    assert parse_position(text.format(*IDS)) == parse_ids(*IDS)


def test_half_of_the_ids_says_what_is_missing() -> None:
    for text in (f"Position ID: {IDS[0]}", IDS[0]):
        with pytest.raises(NotationError, match="the match ID is missing"):
            parse_position(text)
    with pytest.raises(NotationError, match="the position ID is missing"):
        parse_position(f"Match ID: {IDS[1]}")
    with pytest.raises(NotationError, match="position ID has 14 characters"):
        parse_position(f"Position ID: {IDS[0][1:]}\nMatch ID: {IDS[1]}")


@pytest.mark.parametrize(
    ("text", "xgid"),
    [
        ("11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0", "-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:1:10"),
        ("OGID=11jjjjjhhhccccc:ooddddd88866666:N0N:63:W:R:2:4:5C:3", "-b----E-C---eE---c-e----B-:0:0:1:63:4:2:1:5:10"),
        ("see 0jj:p6:B2N:21:B:R:0:0:0:9, ok", "a-----A------------b-----A:2:1:-1:21:0:0:0:0:10"),
        ("jj:66:N0O::W:R:0:0:7:9", "------B------------b------:0:0:-1:D:0:0:0:7:10"),
    ],
)
def test_ogids(text: str, xgid: str) -> None:
    assert format_xgid(parse_position(text)) == f"XGID={xgid}"


def test_words_of_many_colons_are_refused_at_once() -> None:
    """Reading them took twice as long with each colon once, and years with fifty."""
    for text in ("X=--ab:" + 200 * ":" + " and more", 200 * ":", ":0" * 5, "a" + 1000 * ":0" + "\n."):
        with pytest.raises(ArbiterError):
            find_positions(text)


def test_ogids_that_cannot_be_are_refused() -> None:
    for text, reason in (
        ("jj:66:D0N:21:W:R:0:0:7:9", "no cube"),
        ("jj:jj:N0N:21:W:R:0:0:7:9", "both colours"),
        ("jj:66:N0N:71:W:R:0:0:7:9", "dice must be"),
        ("jj:66:N0N:21:W:R:0:0:7:9:3", "3 checkers"),
        ("jp:66:N0N:21:W:R:0:0:7:9", "no checker stands"),
    ):
        with pytest.raises(ArbiterError, match=reason):
            parse_position(text)


BESIDE = ("   O: Ben  12", "", " +--+", " | 2|", " +--+", "", "", "", "", "", "", "", "   X: Ann  3")


@settings(max_examples=60, deadline=None)
@given(scattered(), st.booleans())
def test_boards_are_read_as_they_are_drawn(position: Position, gnubg: bool) -> None:
    at = MatchPosition(position, Side.LIGHT, (6, 3), 2, Side.DARK, (1, 4), 7)
    xgid = format_xgid(at)
    words = "Score is X:1 O:4 7 pt.(s) match.\n"
    drawn = draw(position, beside=BESIDE, letters=gnubg)
    assert parse_position(f"{drawn}\n\n {xgid}\n") == at  # BGBlitz
    assert parse_position(f"{xgid}\n{words}{drawn}\nX to play 63\n") == at  # eXtreme Gammon
    assert parse_position(f"{words}{drawn}\nX to play 63\n") == at
    played = replace(at, position=START)
    if position != START:
        with pytest.raises(NotationError, match="another position"):
            parse_position(f"{format_xgid(played)}\n{drawn}\nX to play 63\n")


def test_a_board_alone_needs_somebody_on_roll() -> None:
    with pytest.raises(NotationError, match="whose turn it is is missing"):
        parse_position(draw(START))
    beside = ("     O: gnubg", "", "", "", "", "     On roll")
    found = parse_position(draw(START, beside=beside))
    assert (found.turn, found.dice) == (Side.DARK, None)
    turned = draw(START).replace("13-14-15-16-17-18------19-20-21-22-23-24-", "@").replace(
        "12-11-10--9--8--7-------6--5--4--3--2--1-", "13-14-15-16-17-18------19-20-21-22-23-24-"
    ).replace("@", "12-11-10--9--8--7-------6--5--4--3--2--1-")
    assert parse_position(f"{turned}\nO to play 3-1").position == START
