"""JSON that has exactly one text: what is hashed, signed and sent.

Keys are sorted, nothing stands between the parts, everything is ASCII. A whole number has no point, be it a float or
not, and lies within 53 bits, so that equal values have equal texts.
"""

from __future__ import annotations

import json
import math
from typing import Any

from arbiter.message import Message
from two_books.errors import TooMuchError

MOST_BODY = 8_192
"""Bytes of an entry's body. A play with everything that is said of it has about 400."""
MOST_DEPTH = 12
_MOST_WHOLE = 2**53


def canonical(value: Any, most: int = MOST_BODY) -> bytes:
    """The one text of a JSON value. Raises TooMuchError for what has none, or one of more than `most` bytes."""
    plain = _plain(value, 0)
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode("ascii")
    if len(text) > most:
        raise TooMuchError(
            Message("What is to pass to the other table has {size} bytes, more than {most}.", size=len(text), most=most)
        )
    return text


def read_canonical(text: bytes, most: int = MOST_BODY) -> Any:
    """The value of a canonical text. Raises ValueError for every other text, be it JSON or not."""
    if len(text) > most:
        raise ValueError("too long")
    try:
        value = json.loads(text.decode("ascii"))
        again = canonical(value, most)
    except (RecursionError, TooMuchError) as error:
        raise ValueError("no JSON of ours") from error
    if again != text:
        raise ValueError("not canonical")
    return value


def _plain(value: Any, depth: int) -> Any:
    """The same value of dicts, lists and plain numbers alone."""
    if depth > MOST_DEPTH:
        raise TooMuchError(Message("What is to pass to the other table is nested too deeply."))
    if isinstance(value, dict):
        return {_plain_key(key): _plain(each, depth + 1) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each, depth + 1) for each in value]
    if isinstance(value, str):
        return _plain_text(value)
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        value = int(value)
    if isinstance(value, int) and abs(value) < _MOST_WHOLE:
        return int(value)
    if isinstance(value, float) and math.isfinite(value):
        return value
    raise _nothing(value)


def _plain_key(key: object) -> str:
    if not isinstance(key, str):
        raise _nothing(key)
    return _plain_text(key)


def _plain_text(text: str) -> str:
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        raise TooMuchError(Message("What is to pass to the other table holds half a letter."))
    return str(text)


def _nothing(value: object) -> TooMuchError:
    kind = type(value).__name__
    return TooMuchError(Message("What is to pass to the other table holds a {kind}, which cannot pass.", kind=kind))
