"""A checkpoint comes back as it was written."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.position import Side
from arbiter.referee.trust import Trust
from bookgammon.following.following import Checkpoint, checkpoint_from_json, checkpoint_to_json

numbers = st.integers(0, 10**9)
tables = st.tuples(*[st.tuples(*[st.floats(-20, 20)] * 6)] * 6)
trusts = st.builds(Trust, st.dictionaries(st.sampled_from([None, *Side]), tables))


@given(st.builds(Checkpoint, numbers, numbers, numbers, st.booleans(), trusts))
def test_it_comes_back_to_the_last_digit(checkpoint: Checkpoint) -> None:
    assert checkpoint_from_json(json.loads(json.dumps(checkpoint_to_json(checkpoint)))) == checkpoint


@pytest.mark.parametrize("known", [[], [[0.0] * 6] * 5, [[0.0] * 5] * 6])
def test_another_table_of_confusions_is_refused(known: list[list[float]]) -> None:
    data = checkpoint_to_json(Checkpoint()) | {"trust": [{"set": "light", "known": known}]}
    with pytest.raises(ValueError, match="trust"):
        checkpoint_from_json(data)
