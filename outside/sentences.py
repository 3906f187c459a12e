"""Text from outside on its way to a person.

Sentences leave a confined process so that they can still be said in another language. What a terminal would obey is
replaced: names, records and board files of strangers end up in sentences, and a terminal takes some of their characters
for orders (move, recolour, change the title, read from right to left).
"""

from __future__ import annotations

import re
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


_ORDERS = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]|\r(?!\n)"
)
"""Control characters but for tabs and line ends, directions of writing, and halves of characters."""


def plain(text: str) -> str:
    """The text with a replacement character for whatever a terminal would obey."""
    return _ORDERS.sub("\ufffd", text)
