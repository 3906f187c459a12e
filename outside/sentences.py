"""Sentences for people on their way out of a confined process, so that they can still be said in another language."""

from __future__ import annotations

from typing import Any

from arbiter.message import Message

_DEEPEST = 8


def to_json(sentence: str) -> Any:
    """A message with its pattern and values, which may be messages themselves; a plain string as it is."""
    if not isinstance(sentence, Message):
        return sentence
    values = {name: _value(value) for name, value in sentence.values.items()}
    return {"pattern": sentence.pattern, "plural": sentence.plural, "values": values}


def from_json(data: Any, depth: int = 0) -> str:
    """The sentence again. Raises KeyError or TypeError for what `to_json` has not made."""
    if not isinstance(data, dict) or depth > _DEEPEST:
        return str(data)
    values = {
        str(name): from_json(value, depth + 1) if isinstance(value, dict) else value
        for name, value in data["values"].items()
    }
    pattern, plural = data["pattern"], data["plural"]
    if plural is None:
        return Message(pattern, **values)
    return Message.counted(pattern, plural, int(values.pop("count")), **values)


def _value(value: object) -> object:
    if isinstance(value, Message):
        return to_json(value)
    return value if isinstance(value, str | int | float | bool | None) else str(value)
