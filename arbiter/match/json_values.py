"""JSON values read as the types that fields of events and commands name, within the bounds of `arbiter.values`.

`reader_of` makes of an annotation what reads it, once. What does not fit raises EventError, one sentence that names
the field.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, Union

from arbiter.errors import ArbiterError
from arbiter.match.opponent import OpponentSeat
from arbiter.match.play_fault import LegalPlay, PlayFault
from arbiter.message import Message
from arbiter.position import SIDES, Position, Side, position_of
from arbiter.rules import Rules
from arbiter.values import (
    LONGEST_SENTENCE,
    MOST_CHECKERS,
    MOST_ITEMS,
    AsSeen,
    PowerOfTwo,
    Real,
    Text,
    Whole,
    plain,
    plain_name,
)
from arbiter.verdict import CheckerMove

Json = dict[str, Any]
Read = Callable[[object, str], Any]
"""Reads a JSON value; is given the field's name too. Raises EventError."""

RECORDS: tuple[type[Any], ...] = (Rules, OpponentSeat, PlayFault, LegalPlay, CheckerMove)
"""What stands in events as an object of its own fields."""
RENAMED: dict[type[Any], dict[str, str]] = {CheckerMove: {"start": "from", "end": "to"}}
_MOST_INT = 2**53
"""Beyond it JSON's numbers are no longer whole for everybody who reads them."""
_MOST_SHOWN = 40
_COUNT = Whole(0, MOST_CHECKERS)
_SIGNED_COUNT = Whole(-MOST_CHECKERS, MOST_CHECKERS)
_ANY = Whole(-_MOST_INT, _MOST_INT)
_SENTENCE = Text(LONGEST_SENTENCE)


class EventError(ArbiterError):
    """A JSON object that is no event of ours: torn, foreign, out of bounds or from another version."""


def fields_of(kind: type[Any]) -> dict[str, Any]:
    """Field names of a frozen record and their types with their bounds, class variables left out."""
    hints = typing.get_type_hints(kind, include_extras=True).items()
    return {name: hint for name, hint in hints if typing.get_origin(hint) is not ClassVar}


@cache
def reader_of(hint: Any) -> Read:
    """What reads a field of this type. Raises TypeError for a type without bounds: no field comes in unchecked."""
    origin, choices = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return _within(choices[0], choices[1])
    if origin in (Union, types.UnionType):
        return _optional(reader_of(next(choice for choice in choices if choice is not types.NoneType)))
    if origin is Literal:
        return _one_of(choices)
    if origin is tuple:
        endless = len(choices) == 2 and choices[1] is Ellipsis
        return _list_of(reader_of(choices[0])) if endless else _row_of(tuple(map(reader_of, choices)))
    if hint in RECORDS:
        return _record(hint)
    if hint not in _PLAIN:
        raise TypeError(f"nobody knows the bounds of {hint}")
    return _PLAIN[hint]


def wrong(field: str, value: object) -> EventError:
    """A field that has no such value."""
    return EventError(
        Message(
            "{field} cannot be {value}; the record is torn or from another version.", field=field, value=_shown(value)
        )
    )


def mapping(value: object, field: str) -> Mapping[str, object]:
    """Raises EventError for what is no JSON object."""
    if not isinstance(value, dict):
        raise EventError(Message("{field} must be a JSON object; the record is torn.", field=field))
    return value


def position_from_json(data: object, *, seen: bool = False) -> Position:
    """seen: as a camera reads it, both sides perhaps with more than fifteen checkers. Raises EventError."""
    found = mapping(data, "position")
    points = _numbers(_items(found.get("points"), "points", 24), "points", _SIGNED_COUNT)
    light = [count if count > 0 else 0 for count in points]
    dark = [-count if count < 0 else 0 for count in points]
    for entry in _items(found.get("mixed", []), "mixed"):
        mixed = mapping(entry, "mixed")
        point = _number(mixed.get("point"), "point")
        if not 1 <= point <= 24:
            raise EventError(Message("A position has the points 1 to 24, not {point}.", point=_shown(point)))
        light[point - 1] = _number(mixed.get("light"), "light", _COUNT)
        dark[point - 1] = _number(mixed.get("dark"), "dark", _COUNT)
    bar, off = (mapping(found.get(name), name) for name in ("bar", "off"))
    dark.reverse()
    rows = [
        (_number(off.get(side), "off", _COUNT), *row, _number(bar.get(side), "bar", _COUNT))
        for side, row in zip(SIDES, (light, dark), strict=True)
    ]
    position = position_of(rows[0], rows[1])  # 26 counts each that are none of them negative
    if not seen:
        check_playable(position)
    return position


def check_playable(position: Position) -> None:
    """Raises EventError where a side has more checkers than it owns."""
    if not position.playable:
        raise EventError(Message("A position has at most {most} checkers of a side.", most=MOST_CHECKERS))


def message_from_json(value: object, field: str) -> Message:
    """Raises EventError where it is no message, or longer than a sentence of ours."""
    found = mapping(value, field)
    values = {
        str(name): message_from_json(each, field) if isinstance(each, dict) else _message_value(each, field)
        for name, each in _at_most(mapping(found.get("values", {}), field), field).items()
    }
    pattern = _text(found.get("pattern"), field)
    plural = None if found.get("plural") is None else _text(found["plural"], field)
    try:
        made = Message.from_parts(pattern, plural, values)
    except (ValueError, MemoryError) as error:
        raise wrong(field, value) from error
    if len(made) > LONGEST_SENTENCE:
        raise wrong(field, made)
    return made


# ------------------------------------------------------------------ readers


def _within(kind: type[Any], bounds: object) -> Read:
    match bounds:
        case Whole() | PowerOfTwo():
            return lambda value, field: _number(value, field, bounds)
        case Real(least, most):
            return lambda value, field: _real(value, field, least, most)
        case Text():
            return lambda value, field: _text(value, field, bounds)
        case AsSeen():
            return lambda value, _: position_from_json(value, seen=True)
    raise TypeError(f"no bounds of {kind}: {bounds}")


def _optional(read: Read) -> Read:
    return lambda value, field: None if value is None else read(value, field)


def _one_of(choices: tuple[Any, ...]) -> Read:
    def read(value: object, field: str) -> object:
        for choice in choices:
            if value == choice and type(value) is type(choice):
                return value
        raise wrong(field, value)

    return read


def _list_of(read: Read) -> Read:
    return lambda value, field: tuple(read(item, field) for item in _items(value, field))


def _row_of(reads: tuple[Read, ...]) -> Read:
    def read(value: object, field: str) -> object:
        items = _items(value, field, len(reads))
        return tuple([each(item, field) for each, item in zip(reads, items, strict=True)])

    return read


def _record(kind: type[Any]) -> Read:
    renamed = RENAMED.get(kind, {})
    reads = {name: (renamed.get(name, name), reader_of(hint)) for name, hint in fields_of(kind).items()}

    def read(value: object, field: str) -> object:
        found = mapping(value, field)
        values = {name: each(found[key], key) for name, (key, each) in reads.items() if key in found}
        try:
            return kind(**values)
        except TypeError as error:
            raise wrong(field, value) from error

    return read


def _truth(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise wrong(field, value)
    return value


def _side(value: object, field: str) -> Side:
    side = _SIDES.get(value) if isinstance(value, str) else None
    if side is None:
        raise wrong(field, value)
    return side


_SIDES = {side.value: side for side in SIDES}


def read_position(value: object, _: str) -> Position:
    """A field that holds a position of play."""
    return position_from_json(value)


_PLAIN: dict[Any, Read] = {
    bool: _truth,
    Side: _side,
    Position: read_position,
    Message: message_from_json,
}
"""Types that are their own bounds."""


# ------------------------------------------------------------------ values


def _number(value: object, field: str, bounds: Whole | PowerOfTwo = _ANY) -> int:
    if type(value) is not int:
        raise EventError(Message("{field} must hold whole numbers; the record is torn.", field=field))
    if not bounds.least <= value <= bounds.most or (type(bounds) is PowerOfTwo and value & (value - 1)):
        raise wrong(field, value)
    return value


def _numbers(values: list[Any], field: str, bounds: Whole) -> list[int]:
    """Each of them read so. Looked at one by one only where something is wrong with one: a position has 24."""
    if set(map(type, values)) == {int} and bounds.least <= min(values) and max(values) <= bounds.most:
        return values
    return [_number(value, field, bounds) for value in values]


def _real(value: object, field: str, least: float, most: float) -> float:
    if type(value) not in (int, float) or not isinstance(value, int | float) or not least <= value <= most:
        raise wrong(field, value)
    return float(value)


def _text(value: object, field: str, bounds: Text = _SENTENCE) -> str:
    if not isinstance(value, str) or len(value) > 4 * bounds.most:
        raise wrong(field, value)
    text = plain_name(value) if bounds.name else plain(value)
    if len(text) > bounds.most:
        raise wrong(field, value)
    return text


def _message_value(value: object, field: str) -> str | int:
    if isinstance(value, str):
        return _text(value, field)
    if not isinstance(value, int) or abs(value) > _MOST_INT:
        raise wrong(field, value)
    return value


def _items(value: object, field: str, length: int | None = None) -> list[object]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        if length is None:
            raise EventError(Message("{field} must be a list; the record is torn.", field=field))
        raise EventError(Message("{field} must be a list of {count}; the record is torn.", field=field, count=length))
    return _at_most(value, field)


Many = typing.TypeVar("Many", list[object], Mapping[str, object])


def _at_most(items: Many, field: str) -> Many:
    if len(items) > MOST_ITEMS:
        raise EventError(
            Message("{field} holds more than {most} things; no record of ours does.", field=field, most=MOST_ITEMS)
        )
    return items


def _shown(value: object) -> str:
    """In short, for a sentence: a stranger's number may have thousands of digits, a list thousands of items."""
    if isinstance(value, int) and abs(value) > _MOST_INT:
        return Message("a number beyond all bounds")
    if isinstance(value, str | int | float | bool | None):
        text = repr(value[:_MOST_SHOWN] if isinstance(value, str) else value)
        return plain(text[:_MOST_SHOWN])
    return Message("what it is")
