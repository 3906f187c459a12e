"""GNU Backgammon's position ID (14 characters) and match ID (12 characters), to and from an `MatchPosition`.

The position ID is written from the side of the player on roll. In the match ID light is GNU
Backgammon's player 1 and dark its player 0, as it numbers them when it reads an XGID. Neither says
anything of beavers or of a limit to the cube, and dice come back with the larger first.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.errors import IllegalPositionError, NotationError
from arbiter.message import Message
from arbiter.position import CHECKERS, Position, Row, Side
from arbiter.xgid import MatchPosition

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_POSITION_BYTES, _POSITION_LETTERS = 10, 14
_MATCH_BYTES, _MATCH_LETTERS = 9, 12
_PLAYING = 1
_CENTRED = 3
_FIELDS = {
    "cube": (0, 4), "owner": (4, 2), "on_roll": (6, 1), "crawford": (7, 1), "state": (8, 3),
    "decision": (11, 1), "doubled": (12, 1), "resigned": (13, 2),
    "die1": (15, 3), "die2": (18, 3), "length": (21, 15),
    "score0": (36, 15), "score1": (51, 15), "no_jacoby": (66, 1),
}  # fmt: skip
"""Where each number of the match ID stands: first bit and how many."""


def position_id(position: Position, on_roll: Side) -> str:
    """Raises IllegalPositionError for a position that the ID cannot hold."""
    faults = [fault for fault in position.faults() if "instead" not in fault or _too_many(position)]
    if faults:
        raise IllegalPositionError(Message("A position ID cannot be written: {fault}.", fault=faults[0]))
    bits = "".join("1" * count + "0" for side in (on_roll.other, on_roll) for count in position.row(side)[1:])
    return _letters(int(bits[::-1], 2), _POSITION_BYTES, _POSITION_LETTERS)


def parse_position_id(text: str, on_roll: Side) -> Position:
    """Raises NotationError for text that is no position ID, IllegalPositionError for a board that cannot be."""
    number = _number(text, _POSITION_BYTES, _POSITION_LETTERS, Message("position ID"))
    counts = list(_runs(number))
    if len(counts) < 50 or any(counts[50:]):
        raise NotationError(
            Message('The position ID "{text}" does not describe 24 points and a bar for each player.', text=text)
        )
    rows: list[Row] = []
    for name, run in ((Message("the player not on roll"), counts[:25]), (Message("the player on roll"), counts[25:50])):
        if sum(run) > CHECKERS:
            raise IllegalPositionError(
                Message(
                    'In the position ID "{text}" {name} has {count} checkers instead of {most}.',
                    text=text,
                    name=name,
                    count=sum(run),
                    most=CHECKERS,
                )
            )
        rows.append((CHECKERS - sum(run), *run))
    other, own = rows
    position = Position(own, other) if on_roll is Side.LIGHT else Position(other, own)
    for point, _, _ in position.mixed:
        raise IllegalPositionError(
            Message(
                "In the position ID \"{text}\" both colours stand on light's {point}-point.", text=text, point=point
            )
        )
    return position


def match_id(xgid: MatchPosition) -> str:
    """Raises NotationError where a beaver or raccoon waits for its answer, which the ID cannot say."""
    if xgid.action in ("B", "R"):
        raise NotationError(Message("A match ID cannot say that a beaver or raccoon waits for its answer."))
    on_roll = _player(xgid.turn)
    doubled = xgid.action == "D"
    dice = xgid.dice or (0, 0)
    values = {
        "cube": xgid.cube.bit_length() - 1,
        "owner": _CENTRED if xgid.owner is None else _player(xgid.owner),
        "on_roll": on_roll,
        "crawford": int(xgid.crawford),
        "state": _PLAYING,
        "decision": 1 - on_roll if doubled else on_roll,
        "doubled": int(doubled),
        "die1": max(dice),
        "die2": min(dice),
        "length": xgid.length,
        "score0": xgid.score[1],
        "score1": xgid.score[0],
        "no_jacoby": int(not xgid.jacoby),
    }
    for name, value in values.items():
        if value >> _FIELDS[name][1]:
            raise NotationError(Message("A match ID cannot hold a {name} of {value}.", name=name, value=value))
    number = sum(value << _FIELDS[name][0] for name, value in values.items())
    return _letters(number, _MATCH_BYTES, _MATCH_LETTERS)


def parse_ids(position_text: str, match_text: str) -> MatchPosition:
    """Both IDs together. Raises NotationError or IllegalPositionError, naming what cannot be."""
    number = _number(match_text, _MATCH_BYTES, _MATCH_LETTERS, Message("match ID"))
    value = {name: number >> first & (1 << bits) - 1 for name, (first, bits) in _FIELDS.items()}
    complaint = _senseless(value)
    if complaint:
        raise NotationError(
            Message('The match ID "{match_text}" names {complaint}.', match_text=match_text, complaint=complaint)
        )
    turn = _side(value["on_roll"])
    return MatchPosition(
        position=parse_position_id(position_text, turn),
        turn=turn,
        dice=(value["die1"], value["die2"]) if value["die1"] else None,
        cube=2 ** value["cube"],
        owner=None if value["owner"] == _CENTRED else _side(value["owner"]),
        score=(value["score1"], value["score0"]),
        length=value["length"],
        crawford=bool(value["crawford"] and value["length"]),
        jacoby=not value["no_jacoby"] and not value["length"],
        action="D" if value["doubled"] else None,
    )


def _too_many(position: Position) -> bool:
    return any(sum(position.row(side)) > CHECKERS for side in Side)


def _runs(number: int) -> Iterator[int]:
    """Lengths of the runs of ones, each ended by a zero, from the lowest bit up."""
    length = 0
    for place in range(8 * _POSITION_BYTES):
        if number >> place & 1:
            length += 1
        else:
            yield length
            length = 0
    if length:
        yield length


def _player(side: Side) -> int:
    return 1 if side is Side.LIGHT else 0


def _side(player: int) -> Side:
    return Side.LIGHT if player else Side.DARK


def _senseless(value: dict[str, int]) -> str:
    dice = (value["die1"], value["die2"])
    if max(dice) > 6 or (0 in dice and dice != (0, 0)):
        return Message("dice of {first} and {second}", first=dice[0], second=dice[1])
    if value["owner"] == 2:
        return Message("a cube owner that is neither player nor the middle")
    return ""


def _letters(number: int, size: int, letters: int) -> str:
    bits = "".join(f"{byte:08b}" for byte in number.to_bytes(size, "little"))
    bits += "0" * (6 * letters - len(bits))
    return "".join(_ALPHABET[int(bits[at : at + 6], 2)] for at in range(0, len(bits), 6))


def _number(text: str, size: int, letters: int, name: str) -> int:
    if len(text) != letters:
        raise NotationError(
            Message(
                'A {name} has {letters} characters, and "{text}" has {count}.',
                name=name,
                letters=letters,
                text=text[:40],
                count=len(text),
            )
        )
    for place, letter in enumerate(text, start=1):
        if letter not in _ALPHABET:
            raise NotationError(
                Message(
                    'Character {place} of the {name} "{text}" is {letter}, which is no letter of it.',
                    place=place,
                    name=name,
                    text=text,
                    letter=repr(letter),
                )
            )
    bits = "".join(f"{_ALPHABET.index(letter):06b}" for letter in text)
    if "1" in bits[8 * size :]:
        raise NotationError(
            Message(
                'The {name} "{text}" ends in {end}, which no {name} does.',
                name=name,
                text=text,
                end=repr(text[-1]),
            )
        )
    return int.from_bytes(bytes(int(bits[at : at + 8], 2) for at in range(0, 8 * size, 8)), "little")
