"""One value, one text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from two_books.canonical import canonical, read_canonical
from two_books.errors import TooMuchError

VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.floats(-1e12, 1e12, allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("aé\u2603", max_size=3), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_a_text_gives_back_its_value_and_has_no_other_text(value: Any) -> None:
    text = canonical(value)
    assert read_canonical(text) == value
    assert canonical(read_canonical(text)) == text
    for other in (b" " + text, json.dumps(value, indent=1).encode()):
        if other != text:
            with pytest.raises(ValueError, match=r"."):
                read_canonical(other)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": (1.0, -0.0, 0.5)}, b'{"a":[1,0,0.5],"b":1}'),
        ({"ü": "ß\u2603\n"}, b'{"\\u00fc":"\\u00df\\u2603\\n"}'),
        (True, b"true"),
        (None, b"null"),
    ],
)
def test_known_texts(value: Any, text: bytes) -> None:
    assert canonical(value) == text


@pytest.mark.parametrize("value", [2**53, 1e300, float("nan"), float("inf"), {1: 2}, b"x", object(), "\ud800", {1, 2}])
def test_what_has_no_text_is_refused(value: Any) -> None:
    with pytest.raises(TooMuchError, match=r"\.$"):
        canonical({"a": value})


def test_what_is_too_large_or_too_deep_is_refused() -> None:
    deep: Any = 1
    for _ in range(13):
        deep = [deep]
    for value in (deep, "x" * 9000):
        with pytest.raises(TooMuchError):
            canonical(value)


@given(st.binary(max_size=60))
def test_other_bytes_are_refused(data: bytes) -> None:
    try:
        value = read_canonical(data)
    except ValueError:
        return
    assert canonical(value) == data


def test_nesting_without_end_is_refused() -> None:
    with pytest.raises(ValueError, match=r"."):
        read_canonical(b"[" * 8000)
    for text in (b'{"a":1,"a":1}', b"1.0", b"1e3", b"-0", b"[1, 2]", b'"\xc3\xa4"', b"NaN", b'{"b":1,"a":1}'):
        with pytest.raises(ValueError, match=r"."):
            read_canonical(text)
