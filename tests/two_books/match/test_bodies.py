"""What an entry says, as JSON and back; whatever else comes is one sentence."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.two_books.match.logs import match_by_lot
from two_books.bodies import (
    BODIES,
    AskedBack,
    AskedScore,
    BodyError,
    Consent,
    DiceHidden,
    DiceShown,
    body_of,
    said_by,
)
from two_books.errors import TwoBooksError
from two_books.link import Entry
from two_books.shared_match import Judge

LOG = [entry.body for entry in match_by_lot(3)[0]]
KEYS = sorted({key for body in LOG for key in body})
ANY = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=12,
)  # fmt: skip


def test_every_word_of_a_match_is_read_as_it_was_written() -> None:
    kinds = set()
    for body in LOG:
        kinds.add(body["kind"])
        assert body_of(said_by(json.loads(json.dumps(body)))) == body
    assert {"agreed", "opened", "rolled", "played", "checked"} <= kinds


@pytest.mark.parametrize(
    "said",
    [AskedBack(1, 2), AskedScore((1, 0)), Consent(4, True), DiceHidden(1, 1, "ab" * 32), DiceShown(1, 1, "0" * 64)],
)
def test_the_others_too(said: Any) -> None:
    assert said_by(body_of(said)) == said


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "checked "}, {"kind": None}, {"kind": ["checked"]}, {"more": 1}, {"score": [1]}, {"score": [1, 2, 3]},
        {"score": [1, "0"]}, {"score": [-1, 0]}, {"game": True}, {"game": 1.0}, {"game": 10**9},
    ],
)  # fmt: skip
def test_what_is_said_otherwise_is_refused(change: dict[str, Any]) -> None:
    body = {"kind": "checked", "game": 1, "score": [1, 0], **change}
    with pytest.raises(BodyError):
        said_by(body)


def test_names_and_hashes_have_bounds() -> None:
    agreed = dict(LOG[0])
    for names in (["", "Ben"], ["A" * 61, "Ben"], ["Ann\n", "Ben"]):
        with pytest.raises(BodyError):
            said_by({**agreed, "names": names})
    for digest in ("AB" * 32, "ab" * 31, "zz" * 32):
        with pytest.raises(BodyError):
            said_by({"kind": "dice hidden", "game": 1, "turn": 1, "digest": digest})


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(sorted(BODIES)), st.dictionaries(st.sampled_from(KEYS), ANY))
def test_whatever_comes_is_read_or_ends_in_one_of_our_errors(kind: str, fields: dict[str, Any]) -> None:
    with suppress(TwoBooksError):
        assert body_of(said_by({**fields, "kind": kind})) == {**fields, "kind": kind}


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(LOG) - 1), st.sampled_from(KEYS), ANY, st.booleans())
def test_the_host_refuses_a_changed_word_with_a_sentence(number: int, key: str, value: Any, guest: bool) -> None:
    entries = match_by_lot(3)[0]
    body = {**entries[number].body, key: value}
    proposed = Entry(number + 1, "guest" if guest else "host", body, 1000.0)
    reason = Judge()(entries[:number], proposed)
    assert isinstance(reason, str)
    if body != entries[number].body and key in ("kind", "game", "turn"):
        assert reason
