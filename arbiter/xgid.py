"""XGID: one line of text for a position with turn, dice, cube and score.

`XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10`. The upper-case player is light; the 26
letters are in light's numbering, dark's bar first and light's bar last.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

from arbiter.errors import IllegalPositionError, NotationError
from arbiter.message import Message, side_word
from arbiter.plays import Dice
from arbiter.position import BAR, CHECKERS, START, Position, Side

CubeAction = Literal["D", "B", "R"]
"""Instead of dice: doubled and waiting for an answer, beavered, raccooned."""

_T = TypeVar("_T")
_FIELDS = (
    Message("position"), Message("cube"), Message("cube owner"), Message("turn"), Message("dice"),
    Message("score of light"), Message("score of dark"), Message("rule flag"), Message("match length"),
    Message("highest cube"),
)  # fmt: skip
_SIDES = {1: Side.LIGHT, -1: Side.DARK}
_NUMBERS = {Side.LIGHT: 1, Side.DARK: -1, None: 0}
_HIGHEST_LOG = 30


@dataclass(frozen=True, slots=True)
class MatchPosition:
    """What one XGID says.

    dice: None before the roll. action: set where the dice field holds a letter instead. cube: the stake.
    score: (light, dark). length: 0 for money; then jacoby and beavers count, else crawford.
    max_cube: the highest stake allowed.
    """

    position: Position = START
    turn: Side = Side.LIGHT
    dice: Dice | None = None
    cube: int = 1
    owner: Side | None = None
    score: tuple[int, int] = (0, 0)
    length: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    max_cube: int = 1024
    action: CubeAction | None = None


def parse_xgid(text: str) -> MatchPosition:
    """Read an XGID, with or without its prefix.

    Raises NotationError naming the field that cannot be read, IllegalPositionError for a board that no set of
    checkers can form.
    """
    fields = text.strip().removeprefix("XGID=").split(":")
    if len(fields) != len(_FIELDS):
        raise NotationError(
            Message(
                "An XGID has ten fields between colons, but this text has {count}: {text}.",
                count=len(fields),
                text=repr(text.strip()[:80]),
            )
        )
    numbers = {at: _number(fields[at], at) for at in (1, 2, 3, 5, 6, 7, 8, 9)}
    length, flag = numbers[8], numbers[7]
    dice, action = _dice(fields[4])
    return MatchPosition(
        position=_position(fields[0]),
        turn=_one_of(_SIDES, numbers[3], 3),
        dice=dice,
        cube=2 ** numbers[1],
        owner=_SIDES.get(numbers[2]),
        score=(numbers[5], numbers[6]),
        length=length,
        crawford=bool(length and _one_of({0: 0, 1: 1}, flag, 7)),
        jacoby=not length and bool(_one_of({0: 0, 1: 1, 2: 0, 3: 1}, flag, 7)),
        beavers=not length and flag >= 2,
        max_cube=2 ** numbers[9],
        action=action,
    )


def format_xgid(xgid: MatchPosition) -> str:
    """Write an XGID with its prefix. Raises IllegalPositionError for a point with both colours on it."""
    for fault in xgid.position.faults():
        if fault.startswith("both"):
            raise IllegalPositionError(Message("An XGID cannot be written: {fault}.", fault=fault))
    flag = int(xgid.crawford) if xgid.length else int(xgid.jacoby) + 2 * int(xgid.beavers)
    dice = xgid.action or ("{}{}".format(*xgid.dice) if xgid.dice else "00")
    fields = (
        _letters(xgid.position), xgid.cube.bit_length() - 1, _NUMBERS[xgid.owner], _NUMBERS[xgid.turn], dice,
        *xgid.score, flag, xgid.length, xgid.max_cube.bit_length() - 1,
    )  # fmt: skip
    return "XGID=" + ":".join(map(str, fields))


def _number(text: str, field: int) -> int:
    try:
        value = int(text)
    except ValueError:
        raise NotationError(
            Message("The XGID's {field} must be a number, not {text}.", field=_FIELDS[field], text=repr(text))
        ) from None
    lowest, highest = (-1, 1) if field in (2, 3) else (0, _HIGHEST_LOG if field in (1, 9) else 32767)
    if not lowest <= value <= highest:
        raise NotationError(
            Message(
                "The XGID's {field} must be from {lowest} to {highest}, not {value}.",
                field=_FIELDS[field],
                lowest=lowest,
                highest=highest,
                value=value,
            )
        )
    return value


def _one_of(meanings: Mapping[int, _T], value: int, field: int) -> _T:
    if value not in meanings:
        raise NotationError(
            Message(
                "The XGID's {field} must be one of {known}, not {value}.",
                field=_FIELDS[field],
                known=', '.join(map(str, meanings)),
                value=value,
            )
        )
    return meanings[value]


def _dice(text: str) -> tuple[Dice | None, CubeAction | None]:
    match text:
        case "00":
            return None, None
        case "D" | "B" | "R":
            return None, text
        case _ if len(text) == 2 and set(text) <= set("123456"):
            return (int(text[0]), int(text[1])), None
    raise NotationError(
        Message("The XGID's dice must be 00, two digits from 1 to 6, or D, B or R, not {text}.", text=repr(text))
    )


def _position(letters: str) -> Position:
    if len(letters) != 26:
        raise NotationError(
            Message("The XGID's position must have 26 characters, not {count}.", count=len(letters))
        )
    light, dark = [0] * 26, [0] * 26
    for place, letter in enumerate(letters):
        count = ord(letter.upper()) - ord("A") + 1
        if letter != "-" and not (letter.isascii() and letter.isalpha() and count <= CHECKERS):
            raise NotationError(
                Message(
                    "Character {place} of the XGID's position must be -, A to O or a to o, not {letter}.",
                    place=place + 1,
                    letter=repr(letter),
                )
            )
        if (letter.isupper() and place == 0) or (letter.islower() and place == BAR):
            owner = "lower" if place == 0 else "upper"
            raise NotationError(
                Message(
                    "Character {place} of the XGID's position is a bar that only {owner} case can stand on.",
                    place=place + 1,
                    owner=owner,
                )
            )
        if letter.isupper():
            light[place] = count
        elif letter.islower():
            dark[25 - place] = count
    for side, row in ((Side.LIGHT, light), (Side.DARK, dark)):
        if sum(row) > CHECKERS:
            raise IllegalPositionError(
                Message(
                    "The XGID has {count} {side} checkers instead of {most}.",
                    count=sum(row),
                    side=side_word(side),
                    most=CHECKERS,
                )
            )
        row[0] = CHECKERS - sum(row)
    return Position(tuple(light), tuple(dark))


def _letters(position: Position) -> str:
    signed = (-position.dark[BAR], *position.points, position.light[BAR])
    return "".join("-" if not n else chr(ord("A" if n > 0 else "a") + abs(n) - 1) for n in signed)
