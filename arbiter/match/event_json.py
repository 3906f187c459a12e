"""Events as JSON objects: what `watch` prints, the journal keeps and the page gets.

`event_to_json` and `event_from_json` are each other's inverse for every event; `frame` and `time` come first.
Position: {"points": [24], "bar": {"light", "dark"}, "off": {...}, "mixed": [{"point", "light", "dark"}...]}.
A field that is a `Message` by its type: {"text", "pattern", "values"}, with "plural" where something is counted, so
that it can be said in another language later. A text that happens to be a message is written as text.
What a value may be stands in the fields' annotations (`arbiter.values`), and is read by `arbiter.match.json_values`.
"""

from __future__ import annotations

import typing
from dataclasses import fields
from functools import lru_cache

from arbiter.match.entered_events import EVENTS
from arbiter.match.events import Event
from arbiter.match.json_values import (
    RECORDS,
    RENAMED,
    EventError,
    Json,
    Read,
    check_playable,
    fields_of,
    mapping,
    position_from_json,
    read_position,
    reader_of,
    wrong,
)
from arbiter.match.opponent import OpponentSeat
from arbiter.message import Message
from arbiter.position import Position, Side
from arbiter.position_json import position_to_json
from arbiter.rules import Rules

__all__ = [
    "EventError",
    "checked_event_to_json",
    "event_from_json",
    "event_to_json",
    "message_to_json",
    "opponent_from_json",
    "position_from_json",
    "position_to_json",
    "record_to_json",
    "rules_from_json",
]


def event_to_json(event: Event) -> Json:
    """The event as a JSON object: {"event", "frame", "time", ...its own fields}."""
    return {"event": event.name, **record_to_json(event)}


def event_from_json(data: object) -> Event:
    """The event that `event_to_json` wrote. Unknown keys are ignored, absent ones take their defaults.

    Raises EventError, one sentence, where the name is unknown, or a field is missing, of the wrong kind or out of its
    bounds.
    """
    found = mapping(data, "event")
    name = found.get("event")
    kind = EVENTS.get(name) if isinstance(name, str) else None
    if kind is None or not isinstance(name, str):
        raise EventError(Message("There is no such event; the record is torn or from another version."))
    try:
        values = {field: read(found[field], field) for field, read in _READERS[kind].items() if field in found}
    except EventError as error:
        raise EventError(Message("In the event {name}: {error}", name=name, error=error)) from error
    try:
        return kind(**values)
    except TypeError as error:
        raise EventError(Message("The event {name!r} lacks a field; the record is torn.", name=name)) from error


def checked_event_to_json(event: Event) -> Json:
    """`event_to_json` of an event that is made of what somebody else wrote: `event_from_json` takes it.

    A position was checked when it was made, so only its number of checkers is looked at: a match has hundreds.
    Raises EventError, one sentence, where a field is out of its bounds.
    """
    found: Json = {"event": event.name}
    try:
        for name, key, checked in _CHECKED[type(event)]:
            found[key] = checked(getattr(event, name), key)
    except EventError as error:
        raise EventError(Message("In the event {name}: {error}", name=event.name, error=error)) from error
    return found


def _checked_by(read: Read, *, structured: bool) -> Read:
    """What gives a field's JSON value once it is read. The few values of most fields (sides, rolls) are read once."""

    def checked(value: object, key: str) -> object:
        found = _as_json(value, structured=structured)
        read(found, key)
        return found

    def position(value: object, key: str) -> object:
        if not isinstance(value, Position):
            return checked(value, key)
        check_playable(value)
        return position_to_json(value)

    if read is read_position:
        return position
    again = lru_cache(maxsize=256, typed=True)(checked)
    return lambda value, key: again(value, key) if type(value) in _READ_ONCE else checked(value, key)


_HINTS = {kind: fields_of(kind) for kind in (*EVENTS.values(), *RECORDS)}
_READERS = {
    kind: {field: reader_of(hint) for field, hint in _HINTS[kind].items()} for kind in EVENTS.values()
}


_ONLY_OF = {field.name: field.metadata["of"] for field in fields(Rules) if field.metadata["of"]}
"""Rules that say something in one variant alone, and are left out of others' events."""


def record_to_json(record: object) -> Json:
    """The JSON object of an event's fields, of a fault, or of anything else that events hold."""
    found: Json = {}
    for name, key, structured in _WRITTEN[type(record)]:
        found[key] = _as_json(getattr(record, name), structured=structured)
    if isinstance(record, Rules):
        return {name: value for name, value in found.items() if _ONLY_OF.get(name, record.variant) == record.variant}
    return found


_WRITTEN = {
    kind: tuple(
        (name, RENAMED.get(kind, {}).get(name, name), Message in (hint, *typing.get_args(hint)))
        for name, hint in hints.items()
    )
    for kind, hints in _HINTS.items()
}
"""Of each kind its fields: name, key in JSON, and whether a message there keeps what it was made of."""
_AS_THEY_ARE = frozenset((str, int, float, bool, type(None)))
_READ_ONCE = frozenset((str, Side, tuple))
"""Kinds of values of which most fields have few; frames and times are new in each event."""
_CHECKED = {
    kind: tuple(
        (name, key, _checked_by(read, structured=structured))
        for (name, key, structured), read in zip(_WRITTEN[kind], _READERS[kind].values(), strict=True)
    )
    for kind in EVENTS.values()
}
"""Of each event its fields: name, key in JSON, and what gives the value there once it is checked."""


def message_to_json(message: Message) -> Json:
    """The message in English, and what it takes to say it in another language."""
    values = {name: message_to_json(v) if isinstance(v, Message) else v for name, v in message.values.items()}
    plural = {} if message.plural is None else {"plural": message.plural}
    return {"text": str.__str__(message), "pattern": message.pattern, **plural, "values": values}


def _as_json(value: object, *, structured: bool) -> object:
    """structured: a message keeps what it was made of."""
    if type(value) in _AS_THEY_ARE:
        return value
    return message_to_json(value) if structured and isinstance(value, Message) else _plain(value)


def _plain(value: object) -> object:
    if type(value) is tuple:
        return [item if type(item) in _AS_THEY_ARE else _plain(item) for item in value]
    if isinstance(value, Side):
        return value.value
    if isinstance(value, Position):
        return position_to_json(value)
    return record_to_json(value) if isinstance(value, RECORDS) else value


def rules_from_json(data: object) -> Rules:
    """What is not given keeps its default. Raises EventError where `data` is no object of rules."""
    rules: Rules = reader_of(Rules)(data, "rules")
    return rules


def opponent_from_json(data: object) -> OpponentSeat | None:
    """None for null. Raises EventError where `data` is neither that nor an opponent that is known."""
    if data is None:
        return None
    seat: OpponentSeat = reader_of(OpponentSeat)(data, "opponent")
    if not seat.known:
        raise wrong("opponent", data)
    return seat
