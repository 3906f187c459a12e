"""Rules cases as JSON: answers, and senseless cases refused."""

from __future__ import annotations

import json
from typing import Any

import pytest

from arbiter.cases import answer_judge, answer_plays
from arbiter.errors import CaseError
from tests.arbiter import known

PLAYS = known.cases("plays")
GOOD: dict[str, Any] = {key: PLAYS[0][key] for key in ("id", "points", "bar", "off", "dice")}


@pytest.mark.parametrize("case", PLAYS[::9], ids=lambda case: case["id"])
def test_answers_are_json_with_the_results_of_the_engines(case: dict[str, Any]) -> None:
    assert json.loads(json.dumps(answer_plays(case))) == {"id": case["id"], "results": case["results"]}


def test_legal_and_illegal_boards_are_judged() -> None:
    legal = answer_judge({**GOOD, "after": PLAYS[0]["results"][0]})
    assert (legal["legal"], legal["rules"], legal["message"]) == (True, [], "")
    illegal = answer_judge(known.cases("illegal")[0])
    assert illegal["legal"] is False
    assert set(illegal) == {"id", "legal", "rules", "message", "play"}


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"points": None}, '"points" must be a list of 24 whole numbers, not null'),
        ({"points": [0] * 23}, '"points" must hold 24 numbers, not 23'),
        ({"points": [0.5] * 24}, "whole numbers only, not 0.5"),
        ({"points": ["1"] * 24}, "whole numbers only, not text"),
        ({"points": [16] + [0] * 23}, "from -15 to 15, not 16"),
        ({"bar": [True, 0]}, "whole numbers only, not true"),
        ({"bar": [-1, 0]}, "from 0 to 15, not -1"),
        ({"bar": [1, 0]}, "The mover has 16 checkers"),
        ({"off": [0, 2]}, "The opponent has 17 checkers"),
        ({"dice": [0, 3]}, '"dice" must hold numbers from 1 to 6, not 0'),
        ({"dice": [3]}, '"dice" must hold 2 numbers, not 1'),
        ({"dice": "31"}, "not text"),
    ],
)
def test_senseless_fields_get_one_sentence(change: dict[str, Any], complaint: str) -> None:
    for answer in (answer_plays, answer_judge):
        with pytest.raises(CaseError, match=complaint):
            answer({**GOOD, "after": [0] * 28, **change})


def test_what_is_missing_is_named() -> None:
    for field in ("points", "bar", "off", "dice"):
        with pytest.raises(CaseError, match=f'lacks "{field}"'):
            answer_plays({key: value for key, value in GOOD.items() if key != field})
    with pytest.raises(CaseError, match='lacks "after"'):
        answer_judge(GOOD)
    with pytest.raises(CaseError, match="cannot be negative"):
        answer_judge({**GOOD, "after": [0] * 27 + [-1]})


def test_a_case_that_is_no_object() -> None:
    with pytest.raises(CaseError, match="JSON object, not a list"):
        answer_plays([1, 2])  # type: ignore[arg-type]  # what a caller may get wrong
