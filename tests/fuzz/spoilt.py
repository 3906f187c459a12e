"""Strategies for input that was right once: cut, doubled, scrambled, with foreign matter in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, nan
from random import Random
from typing import Any, TypeVar

from hypothesis import strategies as st

Piece = TypeVar("Piece", str, bytes)

ODD = (
    *("", "\0", "\n", " ", ":", "-", "/", "9" * 40, "-1", "1e999", "nan", "[", "{", '"'),
    *("\u00e9", "\u0663", "\ud800", "\ufffd", "\u2028"),
    *("[" * 3000, "(" * 3000, '{"a":' * 3000, "9" * 5000),
)
"""What parsers stumble over: foreign digits, half a character, numbers beyond all bounds, nests without end."""
STRANGE: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 7, 26, 2**31, 2**64, 10**400, -(10**400), 0.5, -0.0, 1e308, nan, inf, -inf),
    *([], {}, [[]], [1, 2, 3], [None] * 30, {"a": None}, {"": [{}]}, "dark", "light"),
    *ODD,
)
"""What JSON or TOML may say where something else is wanted."""
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


edits = st.lists(st.integers(0, 2**48), min_size=1, max_size=MOST_EDITS).map(lambda seeds: [Random(s) for s in seeds])
"""What is to be done to a sample, one chance an edit: hypothesis takes longer for each choice than most parsers for a
whole case. What it shrinks is how many edits there are."""


@st.composite
def texts(draw: st.DrawFn, samples: Sequence[str]) -> str:
    """One of the samples after a few edits, or any text at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.text(max_size=200))
    return _edited(draw(st.sampled_from(samples)), draw(edits), _foreign_text)


@st.composite
def torn_bytes(draw: st.DrawFn, samples: Sequence[bytes]) -> bytes:
    """The bytes of one of the samples after a few edits, or any bytes at all."""
    if draw(st.integers(0, 9)) == 0:
        return draw(st.binary(max_size=300))
    return _edited(draw(st.sampled_from(samples)), draw(edits), lambda chance: chance.randbytes(chance.randint(0, 8)))


@st.composite
def objects(draw: st.DrawFn, samples: Sequence[Any]) -> Any:
    """One of the samples with a few of its values exchanged, taken out or put elsewhere; or anything."""
    if draw(st.integers(0, 9)) == 0:
        return draw(anything)
    found = draw(st.sampled_from(samples))
    for chance in draw(edits):
        found = _exchanged(found, chance)
    return found


def _foreign_text(chance: Random) -> str:
    if chance.random() < 0.7:
        return chance.choice(ODD)
    return "".join(chr(chance.choice((chance.randrange(128), chance.randrange(0x110000)))) for _ in range(3))


def _edited(text: Piece, chances: Sequence[Random], foreign: Callable[[Random], Piece]) -> Piece:
    for chance in chances:
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.randint(0, 12))
        match chance.choice(("put in", "take out", "put over", "its own", "double", "cut off")):
            case "put in":
                text = text[:start] + foreign(chance) + text[start:]
            case "take out":
                text = text[:start] + text[end:]
            case "put over":
                text = text[:start] + foreign(chance) + text[end:]
            case "its own":  # a character or two from elsewhere in it: nearly right
                other, size = chance.randint(0, len(text)), chance.randint(1, 2)
                text = text[:start] + text[other : other + size] + text[start + size :]
            case "double":
                text = text[:end] + text[start:]
            case _:
                text = text[:start]
    return text


def _exchanged(value: Any, chance: Random) -> Any:
    """A copy with one value, somewhere in it, made into something else."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    if not keys:
        return _near(value, chance) if chance.random() < 0.5 else chance.choice(STRANGE)
    if chance.random() < 0.1:
        return chance.choice(STRANGE)
    key = chance.choice(keys)
    copy = value.copy()
    if chance.random() < 0.15:
        del copy[key]
    else:
        copy[key] = _exchanged(value[key], chance)
    return copy


def _near(value: Any, chance: Random) -> Any:
    """A value of the same kind: what is nearly right comes further in."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + chance.randint(-4, 4)
    if isinstance(value, float):
        return value + chance.uniform(-4, 4)
    return _edited(value, [chance], _foreign_text) if isinstance(value, str) else value
