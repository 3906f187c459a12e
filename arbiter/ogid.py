"""OGID, OpenGammon's identifier of a position: `11jjjjjhhhccccc:ooddddd88866666:N0N:63:B:IW:0:0:7:1`.

Source: HedgeHog's public description, OGID.md. A character a checker names its place: `0` is White's bar, `1`..`9` and
`a`..`o` are the points 1 to 24 of Black's numbering, `p` is Black's bar. Black is the upper-case player of an XGID.
"""

from __future__ import annotations

import re

from arbiter.errors import IllegalPositionError, NotationError
from arbiter.message import Message, side_word
from arbiter.plays import Dice
from arbiter.position import BAR, CHECKERS, Position, Side
from arbiter.xgid import CubeAction, MatchPosition

PATTERN = r"[0-9a-p]{0,15}:[0-9a-p]{0,15}:[NWBD?][0-9][NOTP](?::[0-9A-Za-z]*){0,8}"
"""What looks like one, to find it in a text."""

_PLACES = "0123456789abcdefghijklmnop"
_SIDES = {"W": Side.DARK, "B": Side.LIGHT}
_LENGTH = re.compile(r"(\d{1,5})([LC]?)(?:G\d+)?")
_MOST_FIELDS = 11


def parse_ogid(text: str) -> MatchPosition:
    """Read an OGID, with or without its prefix.

    Raises NotationError naming the field that cannot be read, IllegalPositionError for a board that cannot be.
    """
    fields = re.sub(r"(?i)^ogid[=:]", "", text.strip()).split(":")
    if not 5 <= len(fields) <= _MOST_FIELDS or not re.fullmatch("[NWBD?][0-9][NOTP]", fields[2]):
        raise NotationError(
            Message(
                "An OGID has two boards, a cube like N0N, dice and W or B between colons; this one is {text}.",
                text=repr(text.strip()[:80]),
            )
        )
    owner, log, offered = fields[2][0], fields[2][1], fields[2][2]
    if owner in "D?" or offered == "P":
        raise NotationError(Message("This OGID has no cube to play with: {cube}.", cube=fields[2]))
    fields += [""] * (_MOST_FIELDS - len(fields))
    if fields[4] not in _SIDES:
        raise NotationError(Message("The OGID does not say W or B for who played last."))
    if fields[10] not in ("", str(CHECKERS)):
        raise NotationError(Message("This OGID is of a game with {count} checkers a side.", count=fields[10][:10]))
    dice, action = _dice(fields[3]), _action(offered)
    length = _LENGTH.fullmatch(fields[8] or "0")
    if length is None:
        raise NotationError(
            Message("The OGID's match length cannot be read: {text}.", text=repr(fields[8][:20]))
        )
    points = int(length[1])
    return MatchPosition(
        position=_position(fields[0], fields[1]),
        turn=_turn(fields[4], fields[5], dice, action),
        dice=None if action else dice,
        cube=2 ** int(log),
        owner=_SIDES.get(owner),
        score=(_number(fields[7]), _number(fields[6])),
        length=points,
        crawford=bool(points) and length[2] == "C",
        action=action,
    )


def _turn(played: str, state: str, dice: Dice | None, action: CubeAction | None) -> Side:
    """Its fifth field names who acted last: the other one is on roll, but for a double and a game's beginning."""
    if action:
        return _SIDES[played]
    if state in ("", "IW") and dice is None:
        return _SIDES["W"]
    return _SIDES[played].other


def _action(offered: str) -> CubeAction | None:
    return "D" if offered == "O" else None


def _dice(text: str) -> Dice | None:
    if not text:
        return None
    if not re.fullmatch("[1-6][1-6]", text):
        raise NotationError(Message("The OGID's dice must be two digits from 1 to 6, not {text}.", text=repr(text)))
    return int(text[0]), int(text[1])


def _number(text: str) -> int:
    if not re.fullmatch(r"\d{0,5}", text):
        raise NotationError(Message("The OGID's score must be a number, not {text}.", text=repr(text[:20])))
    return min(int(text or "0"), 32767)


def _position(white: str, black: str) -> Position:
    rows = []
    for side, letters in ((Side.LIGHT, black), (Side.DARK, white)):
        row = [0] * 26
        for letter in letters:
            place = _PLACES.find(letter)
            own = place if side is Side.LIGHT else BAR - place
            if place < 0 or own == 0:
                raise NotationError(
                    Message("The OGID's board names a place that no checker stands on: {letter}.", letter=repr(letter))
                )
            row[own] += 1
        if len(letters) > CHECKERS:
            raise IllegalPositionError(
                Message("The OGID has more than {most} {side} checkers.", most=CHECKERS, side=side_word(side))
            )
        row[0] = CHECKERS - len(letters)
        rows.append(tuple(row))
    position = Position(rows[0], rows[1])
    for fault in position.faults():
        raise IllegalPositionError(Message("The OGID's board cannot be: {fault}.", fault=fault))
    return position
