"""Nobody plays on a board that is cleared, swapped, mirrored or jumbled: the record stays, people are asked.

A sample; `python -m tests.arbiter_referee.upheavals 30` is the whole.
"""

from __future__ import annotations

import pytest

from tests.arbiter_referee.upheavals import KINDS, Upheavals, shaken

REWROTE = {"thinned": (61003, 61005, 61009), "cleared": (61000,)}
"""Games in which a half-cleared board became a play that nobody made, and one in which of a cleared one was said that
the camera sees something else than people entered."""


@pytest.mark.parametrize("corrected", [False, True])
@pytest.mark.parametrize("kind", KINDS)
def test_the_record_stays_as_it_is(kind: str, corrected: bool) -> None:
    found = Upheavals()
    for seed in REWROTE.get(kind, (61008,)):
        assert shaken(seed, kind, found, corrected=corrected) == ""
    assert found.times >= 3
    assert (found.changed, found.unasked) == (0, 0)
