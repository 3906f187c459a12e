"""Strategies for input that was right once: cut, doubled, scrambled, with foreign matter in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from hypothesis import strategies as st

Piece = TypeVar("Piece", str, bytes)

ODD = (
    *("", "\0", "\n", " ", ":", "-", "/", "9" * 40, "-1", "1e999", "nan", "[", "{", '"'),
    *("\u00e9", "\u0663", "\ud800", "\ufffd", "\u2028"),
    *("[" * 3000, "(" * 3000, '{"a":' * 3000, "9" * 5000),
)
"""What parsers stumble over: foreign digits, half a character, numbers beyond all bounds, nests without end."""
MOST_EDITS = 4

anything: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-40, 40)
    | st.integers()
    | st.sampled_from((10**400, -(10**400)))
    | st.floats()
    | st.sampled_from(ODD)
    | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
"""Whatever JSON or TOML can say."""


@st.composite
def texts(draw: st.DrawFn, samples: Sequence[str]) -> str:
    """One of the samples after a few edits, or any text at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.text(max_size=200))
    foreign = st.sampled_from(ODD) | st.text(max_size=6)
    return _edited(draw, draw(st.sampled_from(samples)), foreign)


@st.composite
def torn_bytes(draw: st.DrawFn, samples: Sequence[bytes]) -> bytes:
    """The bytes of one of the samples after a few edits, or any bytes at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=300))
    return _edited(draw, draw(st.sampled_from(samples)), st.binary(max_size=8))


def _edited(draw: st.DrawFn, text: Piece, foreign: st.SearchStrategy[Piece]) -> Piece:
    for _ in range(draw(st.integers(1, MOST_EDITS))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 12)))
        kind = draw(st.sampled_from(("put in", "take out", "put over", "its own", "double", "cut off")))
        if kind == "put in":
            text = text[:start] + draw(foreign) + text[start:]
        elif kind == "its own":  # a character or two from elsewhere in it: nearly right
            other = draw(st.integers(0, len(text)))
            size = draw(st.integers(1, 2))
            text = text[:start] + text[other : other + size] + text[start + size :]
        elif kind == "take out":
            text = text[:start] + text[end:]
        elif kind == "put over":
            text = text[:start] + draw(foreign) + text[end:]
        elif kind == "double":
            text = text[:end] + text[start:]
        else:
            text = text[:start]
    return text


@st.composite
def objects(draw: st.DrawFn, samples: Sequence[Any]) -> Any:
    """One of the samples with a few of its values exchanged, taken out or put elsewhere; or anything."""
    if draw(st.integers(0, 9)) == 0:
        return draw(anything)
    found = draw(st.sampled_from(samples))
    for _ in range(draw(st.integers(1, MOST_EDITS))):
        found = _exchanged(draw, found)
    return found


def _exchanged(draw: st.DrawFn, value: Any) -> Any:
    """A copy with one value, somewhere in it, made into something else."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    if not keys:
        return draw(anything | _near(value))
    if draw(st.integers(0, 5)) == 0:
        return draw(anything)
    key = draw(st.sampled_from(keys))
    copy = value.copy()
    if draw(st.integers(0, 4)) == 0:
        del copy[key]
    else:
        copy[key] = _exchanged(draw, value[key])
    return copy


def _near(value: Any) -> st.SearchStrategy[Any]:
    """A value of the same kind: what is nearly right comes further in."""
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, int):
        return st.integers(value - 4, value + 4)
    if isinstance(value, float):
        return st.floats(value - 4, value + 4)
    return texts([value]) if isinstance(value, str) else st.just(value)
