"""Seals: hashes by which damage inside the journal is noticed, wherever a bit has fallen over.

Each event's seal is made of its own text and the seal before it, the match's seal of its row and its last event's
seal; so nothing can be changed, lost or moved unnoticed. They are no defence against somebody who means harm.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

NO_SEAL = b""
"""Of a match without events."""
_BYTES = 12


def event_seal(before: bytes, match: int, seq: int, text: str) -> bytes:
    """Of one event's JSON, at its place; before: the seal of the event before it."""
    return _hash(before, f"{match}:{seq}:{text}")


def match_seal(match: int, started: str, source: str, ended: bool, count: int, last: bytes) -> bytes:
    """Of a match's row; last: the seal of its last event."""
    return _hash(last, "\0".join((str(match), started, source, str(int(ended)), str(count))))


def sound(match: int, rows: Iterable[tuple[int, str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """The events' texts and seals, from (seq, text, seal) in order, up to the first that is not what was written."""
    before = NO_SEAL
    for place, (seq, text, seal) in enumerate(rows):
        if seq != place or not isinstance(text, str) or event_seal(before, match, place, text) != seal:
            return
        before = seal
        yield text, seal


def _hash(before: bytes, text: str) -> bytes:
    return hashlib.sha256(before + b"\0" + text.encode("utf-8", "surrogatepass")).digest()[:_BYTES]
