"""Events as JSON objects: what `watch` prints, the journal keeps and the page gets.

`event_to_json` and `event_from_json` are each other's inverse for every event; `frame` and `time` come first.
Position: {"points": [24], "bar": {"light", "dark"}, "off": {...}, "mixed": [{"point", "light", "dark"}...]}.
A field that is a `Message` by its type: {"text", "pattern", "values"}, with "plural" where something is counted, so
that it can be said in another language later. A text that happens to be a message is written as text.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Mapping
from typing import Any, ClassVar, Literal, Union

from arbiter.errors import ArbiterError
from arbiter.match.entered_events import EVENTS
from arbiter.match.events import Event
from arbiter.match.opponent import OpponentSeat
from arbiter.match.play_fault import LegalPlay, PlayFault
from arbiter.message import Message
from arbiter.position import SIDES, Position, Side
from arbiter.rules import Rules
from arbiter.verdict import CheckerMove

Json = dict[str, Any]


class EventError(ArbiterError):
    """A JSON object that is no event of ours: torn, foreign or from another version."""


def position_to_json(position: Position) -> Json:
    """Light's 24 signed counts, bar and off by side, and the points with both colours on them."""
    return {
        "points": list(position.points),
        "bar": dict(zip(SIDES, position.bar, strict=True)),
        "off": dict(zip(SIDES, position.off, strict=True)),
        "mixed": [{"point": point, "light": light, "dark": dark} for point, light, dark in position.mixed],
    }


def position_from_json(data: object) -> Position:
    """Raises EventError where `data` is no position."""
    found = _mapping(data, "position")
    points = [_number(count, "points") for count in _items(found.get("points"), "points", 24)]
    counts = [(max(count, 0), max(-count, 0)) for count in points]
    for entry in _items(found.get("mixed", []), "mixed"):
        mixed = _mapping(entry, "mixed")
        point = _number(mixed.get("point"), "point")
        if not 1 <= point <= 24:
            raise EventError(Message("A position has the points 1 to 24, not {point}.", point=point))
        counts[point - 1] = (_number(mixed.get("light"), "light"), _number(mixed.get("dark"), "dark"))
    bar, off = (_mapping(found.get(name), name) for name in ("bar", "off"))
    rows = {Side.LIGHT: [light for light, _ in counts], Side.DARK: [dark for _, dark in reversed(counts)]}
    light, dark = ((_number(off.get(side), "off"), *rows[side], _number(bar.get(side), "bar")) for side in SIDES)
    try:
        return Position(light, dark)
    except ArbiterError as error:
        raise EventError(Message("This event has an impossible position: {error}", error=error)) from error


def event_to_json(event: Event) -> Json:
    """The event as a JSON object: {"event", "frame", "time", ...its own fields}."""
    return {"event": event.name, **record_to_json(event)}


def event_from_json(data: object) -> Event:
    """The event that `event_to_json` wrote. Unknown keys are ignored, absent ones take their defaults.

    Raises EventError, one sentence, where the name is unknown or a field is missing or of the wrong kind.
    """
    found = _mapping(data, "event")
    name = found.get("event")
    kind = EVENTS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise EventError(
            Message("There is no event called {name!r}; the record is torn or from another version.", name=name)
        )
    values: dict[str, Any] = {}
    for field, hint in _HINTS[kind].items():
        if field in found:
            values[field] = typed_value(found[field], hint, field)
    try:
        return kind(**values)
    except TypeError as error:
        raise EventError(Message("The event {name!r} lacks a field; the record is torn.", name=name)) from error


def fields_of(kind: type[Any]) -> dict[str, Any]:
    """Field names of a frozen record and their types, class variables left out."""
    hints = typing.get_type_hints(kind).items()
    return {name: hint for name, hint in hints if typing.get_origin(hint) is not ClassVar}


_RECORDS: tuple[type[Any], ...] = (Rules, OpponentSeat, PlayFault, LegalPlay, CheckerMove)
"""What stands in events as an object of its own fields."""
_RENAMED: dict[type[Any], dict[str, str]] = {CheckerMove: {"start": "from", "end": "to"}}
_HINTS = {kind: fields_of(kind) for kind in (*EVENTS.values(), *_RECORDS)}


def record_to_json(record: object) -> Json:
    """The JSON object of an event's fields, of a fault, or of anything else that events hold."""
    renamed, hints = _RENAMED.get(type(record), {}), _HINTS[type(record)]
    found = {}
    for name, hint in hints.items():
        value = getattr(record, name)
        structured = isinstance(value, Message) and Message in (hint, *typing.get_args(hint))
        found[renamed.get(name, name)] = message_to_json(value) if structured else _plain(value)
    return found


def message_to_json(message: Message) -> Json:
    """The message in English, and what it takes to say it in another language."""
    values = {name: message_to_json(v) if isinstance(v, Message) else v for name, v in message.values.items()}
    plural = {} if message.plural is None else {"plural": message.plural}
    return {"text": str.__str__(message), "pattern": message.pattern, **plural, "values": values}


def _message(value: object, field: str) -> Message:
    found = _mapping(value, field)
    values = {
        str(name): _message(each, field) if isinstance(each, dict) else each
        for name, each in _mapping(found.get("values", {}), field).items()
    }
    pattern, plural = found.get("pattern"), found.get("plural")
    whole = all(isinstance(each, str | int) for each in values.values())
    if not isinstance(pattern, str) or not isinstance(plural, str | None) or not whole:
        raise _wrong(field, value)
    try:
        return Message.from_parts(pattern, plural, values)
    except ValueError as error:
        raise _wrong(field, value) from error


def _plain(value: object) -> object:
    if isinstance(value, Position):
        return position_to_json(value)
    if isinstance(value, _RECORDS):
        return record_to_json(value)
    if isinstance(value, Side):
        return value.value
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def typed_value(value: object, hint: Any, field: str) -> Any:
    """`value` from JSON as the type that a field's annotation names. Raises EventError."""
    origin, choices = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Union, types.UnionType):
        real = next(choice for choice in choices if choice is not types.NoneType)
        return None if value is None else typed_value(value, real, field)
    if origin is Literal:
        if not any(value == choice and type(value) is type(choice) for choice in choices):
            raise _wrong(field, value)
        return value
    if origin is tuple:
        endless = len(choices) == 2 and choices[1] is Ellipsis
        items = _items(value, field, None if endless else len(choices))
        hints = [choices[0]] * len(items) if endless else choices
        return tuple(typed_value(item, each, field) for item, each in zip(items, hints, strict=True))
    return _of_class(value, hint, field)


def rules_from_json(data: object) -> Rules:
    """What is not given keeps its default. Raises EventError where `data` is no object of rules."""
    rules: Rules = _record(data, Rules, "rules")
    return rules


def opponent_from_json(data: object) -> OpponentSeat | None:
    """None for null. Raises EventError where `data` is neither that nor an opponent that is known."""
    if data is None:
        return None
    seat: OpponentSeat = _record(data, OpponentSeat, "opponent")
    if not seat.known:
        raise _wrong("opponent", data)
    return seat


def _of_class(value: object, hint: Any, field: str) -> Any:
    if hint is Position:
        return position_from_json(value)
    if hint is Message:
        return _message(value, field)
    if hint in _RECORDS:
        return _record(value, hint, field)
    if hint is Side and isinstance(value, str) and value in tuple(SIDES):
        return Side(value)
    if hint is float and type(value) is int and abs(value) < 2**53:
        return float(value)
    if type(value) is not hint:
        raise _wrong(field, value)
    return value


def _record(value: object, kind: type[Any], field: str) -> Any:
    found, renamed = _mapping(value, field), _RENAMED.get(kind, {})
    names = {name: renamed.get(name, name) for name in _HINTS[kind]}
    values = {name: typed_value(found[key], _HINTS[kind][name], key) for name, key in names.items() if key in found}
    try:
        return kind(**values)
    except TypeError as error:
        raise _wrong(field, value) from error


def _wrong(field: str, value: object) -> EventError:
    return EventError(
        Message("{field} cannot be {value!r}; the record is torn or from another version.", field=field, value=value)
    )


def _mapping(value: object, field: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise EventError(Message("{field} must be a JSON object; the record is torn.", field=field))
    return value


def _items(value: object, field: str, length: int | None = None) -> list[object]:
    if not isinstance(value, list) or (length is not None and len(value) != length):
        if length is None:
            raise EventError(Message("{field} must be a list; the record is torn.", field=field))
        raise EventError(Message("{field} must be a list of {count}; the record is torn.", field=field, count=length))
    return value


def _number(value: object, field: str) -> int:
    if type(value) is not int:
        raise EventError(Message("{field} must hold whole numbers; the record is torn.", field=field))
    return value
