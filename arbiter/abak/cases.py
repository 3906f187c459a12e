"""Cases of Abak Evolution as JSON: what `bookgammon plays` and `judge` ask and answer with `"rules": "abak"`.

In the mover's own view: `points` are 24 texts from below, capitals the mover's checkers, small letters the opponent's;
`bar` and `off` are [own, opponent's] letters. A row is these 28 texts in one list. `agreed` may name `AbakSettings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from arbiter.abak.plays import legal_plays
from arbiter.abak.position import AbakPosition, position_of
from arbiter.abak.settings import AbakSettings
from arbiter.abak.verdict import judge
from arbiter.errors import CaseError
from arbiter.message import Message
from arbiter.plays import Dice
from arbiter.position import Side

_AGREED = tuple(field.name for field in fields(AbakSettings))


def answer_plays(case: Mapping[str, Any], dice: Dice) -> dict[str, Any]:
    """`{"id", "results": [row, ...], "plays": [text, ...]}`, sorted and distinct; raises CaseError."""
    plays = legal_plays(_position(case), Side.LIGHT, dice, _agreed(case))
    found = sorted((row_of_position(play.result), str(play)) for play in plays)
    return {"id": case.get("id"), "results": [row for row, _ in found], "plays": [play for _, play in found]}


def answer_judge(case: Mapping[str, Any], dice: Dice) -> dict[str, Any]:
    """`{"id", "legal", "rules", "message", "play", "way_back"}`; raises CaseError for a senseless case."""
    before, row = _position(case), _texts(case, "after", 28)
    after = position_of(row[:24], row[24:26], row[26:])
    for stranger in after.strangers():
        raise CaseError(stranger)
    verdict = judge(before, Side.LIGHT, dice, after, _agreed(case))
    return {
        "id": case.get("id"),
        "legal": verdict.legal,
        "rules": list(verdict.rules),
        "message": verdict.message,
        "play": verdict.play,
        "way_back": [str(move) for move in verdict.way_back],
    }


def row_of_position(position: AbakPosition) -> list[str]:
    """The 28 texts of a position with light as the mover."""
    return [*position.points, *position.bar, *position.off]


def _position(case: Mapping[str, Any]) -> AbakPosition:
    position = position_of(_texts(case, "points", 24), _texts(case, "bar", 2), _texts(case, "off", 2))
    for fault in position.faults():
        raise CaseError(fault)
    return position


def _texts(case: Mapping[str, Any], field: str, length: int) -> list[str]:
    if field not in case:
        raise CaseError(Message('The case lacks "{field}".', field=field))
    value = case[field]
    if not (isinstance(value, list) and len(value) == length and all(isinstance(each, str) for each in value)):
        raise CaseError(
            Message('"{field}" must be a list of {length} texts of letters.', field=field, length=length)
        )
    return value


def _agreed(case: Mapping[str, Any]) -> AbakSettings:
    given = case.get("agreed", {})
    if not isinstance(given, Mapping):
        raise CaseError(Message('"agreed" must be an object.'))
    for name, value in given.items():
        if name not in _AGREED or not isinstance(value, bool):
            raise CaseError(
                Message(
                    '"agreed" must hold true or false for some of {names}, not {name}.',
                    names=", ".join(_AGREED),
                    name=name,
                )
            )
    return AbakSettings(**given)
