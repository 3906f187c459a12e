"""Readers of records hold no more than the text asks for, whatever it is, and refuse what is beyond their limits."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

from arbiter.errors import ArbiterError
from arbiter.records import MatchRecord, read_record

HEAD = " 3 point match\n\n"
GAME = " Game 1\n Ada : 0  Bob : 0\n  1) 31: 8/5 6/5                 64: 24/14\n"
SIZE = 60_000
TEXTS = {
    "repeated move": HEAD + GAME.replace("31: 8/5 6/5", "31: " + "8/5(99) " * (SIZE // 8)),
    "blanks and quotes": "; [" + " " * (SIZE // 2) + '"' * (SIZE // 2) + "\n" + HEAD + GAME,
    "many games": HEAD + " Game 1\n A : 0 B : 0\n" * (SIZE // 20),
    "too many games": HEAD + " Game 1\n A : 0 B : 0\n" * 10_001,
    "digits": HEAD + " Game 1\n A : " + "0" * SIZE + " B : 0\n",
    "empty lines": HEAD + GAME + "\n" * SIZE,
    "opening brackets": "(" * SIZE,
    "open values": "(;GM[6]" + "[" * SIZE,
    "empty values": "(;GM[6]" + "[]" * (SIZE // 2) + ")",
    "empty nodes": "(;GM[6]" + ";" * SIZE + ")",
    "many trees": "(;GM[6])" * (SIZE // 8),
    "endless turn": "(;GM[6];W[31" + "ab" * (SIZE // 2) + "])",
    "backslashes": "(;GM[6]GC[" + "\\" * SIZE + "])",
}


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_memory_beyond_the_result_stays_below_fifty_bytes_a_byte(text: str) -> None:
    tracemalloc.start()
    result: MatchRecord | ArbiterError
    try:
        result = read_record(text)
    except ArbiterError as error:
        result = error
    held, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert isinstance(result, MatchRecord) or ("\n" not in str(result) and len(str(result)) < 200)
    assert peak - held < 50 * len(text)


@pytest.mark.parametrize(
    ("name", "limit"),
    [
        ("repeated move", "at most 1000 characters"),
        ("too many games", "at most 10000 games"),
        ("empty nodes", "more than 10000 nodes"),
        ("endless turn", "neither a play nor a cube action"),
    ],
)
def test_limits_are_named(name: str, limit: str) -> None:
    with pytest.raises(ArbiterError, match=limit):
        read_record(TEXTS[name])


def test_a_record_without_end_is_refused_unread() -> None:
    with pytest.raises(ArbiterError, match="at most 8 million characters"):
        read_record("(" + " " * 8_000_000)
    endless = Path("/dev/zero")
    if endless.exists():
        with pytest.raises(ArbiterError, match="at most 8 million characters"):
            read_record(endless)
