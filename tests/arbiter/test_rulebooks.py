"""The door for rulebooks: two games through one set of calls, and Abak Evolution's cases as JSON."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from typing import Any, TypeVar, cast

import pytest

from arbiter.abak.cases import row_of_position
from arbiter.abak.position import START
from arbiter.cases import answer_judge, answer_plays
from arbiter.errors import ArbiterError, CaseError
from arbiter.position import Side
from arbiter.rulebooks import RULEBOOKS, Rulebook, rulebook

P = TypeVar("P")
ROW = row_of_position(START)
CASE: dict[str, Any] = {
    "id": 1,
    "rules": "abak",
    "points": ROW[:24],
    "bar": ROW[24:26],
    "off": ROW[26:],
    "dice": [6, 5],
}


def played_out(book: Rulebook[P]) -> int:
    """A game of plays drawn by lot: every one is legal, and the game ends. How many turns."""
    rng = random.Random(5)
    position, side = book.start, Side.LIGHT
    for turn in range(1000):
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        result = rng.choice(book.legal_plays(position, side, dice)).result
        assert book.judge(position, side, dice, result).legal
        assert sum(book.seen(result).light) == sum(book.seen(result).dark) == 15
        if end := book.ending(result):
            assert end.winner is side
            return turn
        position, side = result, side.other
    raise AssertionError("nobody has won")


def test_both_games_are_played_through_the_same_door() -> None:
    assert played_out(rulebook("backgammon")) > 20
    assert played_out(rulebook("abak")) > 20
    with pytest.raises(CaseError, match='There are no rules "nardi"'):
        rulebook(cast("Any", "nardi"))


def test_every_verdicts_rule_has_its_sentence() -> None:
    assert RULEBOOKS == ("backgammon", "abak")
    assert "A8" not in rulebook("backgammon").rules
    assert {"R27", "A8"} <= set(rulebook("abak").rules)


def test_backgammon_alone_does_not_load_the_other_game() -> None:
    code = "import sys, arbiter, arbiter.cases; sys.exit('arbiter.abak.position' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_plays_and_verdicts_as_json() -> None:
    answer = json.loads(json.dumps(answer_plays(CASE)))
    assert answer["id"] == 1
    assert len(answer["results"]) == len(answer["plays"]) == 11
    assert answer["results"] == sorted(answer["results"])
    assert "D24/18/13" in answer["plays"]
    for row, play in zip(answer["results"], answer["plays"], strict=True):
        assert answer_judge({**CASE, "after": row}) == {
            "id": 1, "legal": True, "rules": [], "message": "", "play": play, "way_back": [],
        }  # fmt: skip
    below = [*ROW]
    below[23], below[17], below[7], below[2] = "D", "E", "SG", "S"
    judged = answer_judge({**CASE, "after": below})
    assert judged["rules"] == ["A4"]
    assert judged["message"] == "E24/18: another checker lies on this one, and only the highest moves."
    assert judged["way_back"] == ["light D 24 -> 18", "light E 18 -> 24"]


def test_what_is_agreed_counts() -> None:
    off = "SSSSSSSSSGGCDO"
    points = ["", "", "E", *[""] * 9, "s", *[""] * 11]
    case = {**CASE, "points": points, "bar": ["", ""], "off": [off, "ssssssssggcdeo"], "dice": [5, 5]}
    assert answer_plays(case)["plays"] == ["no play"]
    assert answer_plays({**case, "agreed": {"wounded_off_by_any": True}})["plays"] == ["E3/off"]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"rules": "nardi"}, '"rules" must be "backgammon" or "abak", not text'),
        ({"points": [0] * 24}, '"points" must be a list of 24 texts of letters'),
        ({"points": ["X", *ROW[1:24]]}, "'X' stands for no checker"),
        ({"points": [*ROW[:23], "EDSSSS"]}, r"(A2)"),
        ({"points": [*ROW[:23], ""], "bar": ["", "ED"]}, "letter 'D' is not one of dark's"),
        ({"points": ["edS", *ROW[1:12], "SGS", *ROW[13:24]]}, "no druid holds one there"),
        ({"bar": [""]}, '"bar" must be a list of 2 texts'),
        ({"dice": [0, 1]}, '"dice" must hold numbers from 1 to 6'),
        ({"agreed": []}, '"agreed" must be an object'),
        ({"agreed": {"cube": True}}, '"agreed" must hold true or false'),
    ],
)
def test_senseless_cases_get_one_sentence(change: dict[str, Any], complaint: str) -> None:
    for answer in (answer_plays, answer_judge):
        with pytest.raises(ArbiterError, match=complaint):
            answer({**CASE, "after": ROW, **change})


def test_backgammons_cases_may_name_their_rules() -> None:
    case = {"id": 2, "rules": "backgammon", "points": [0] * 24, "bar": [1, 0], "off": [14, 15], "dice": [2, 1]}
    assert answer_plays(case)["results"]
