"""Cases as JSON: what `bookgammon plays`, `bookgammon judge` and `bookgammon id` ask and answer.

Cases are in the mover's own view: points 1..24 with +n the mover's checkers and -n the opponent's; bar and
off as [own, opponent]. A row is these 28 numbers in one list. The mover is taken as light. A case that says
`"rules": "abak"` is answered by `arbiter.abak.cases`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from arbiter.errors import CaseError
from arbiter.gnubg_ids import match_id, parse_ids, position_id
from arbiter.message import Message
from arbiter.plays import Dice, legal_plays
from arbiter.position import BAR, CHECKERS, OFF, Position, Side
from arbiter.position_text import parse_position
from arbiter.rulebooks import RULEBOOKS
from arbiter.verdict import judge
from arbiter.xgid import format_xgid

Case = Mapping[str, Any]

_ROW_LENGTH = 28


def answer_plays(case: Case) -> dict[str, Any]:
    """`{"id", "results": [row, ...]}`, sorted and distinct; raises CaseError for a senseless case."""
    if _of_abak(case):
        from arbiter.abak import cases  # noqa: PLC0415 - most who come here ask about backgammon

        return cases.answer_plays(case, _dice(case))
    position, dice = _position(case), _dice(case)
    rows = sorted(row_of_position(play.result) for play in legal_plays(position, Side.LIGHT, dice))
    return {"id": _id(case), "results": rows}


def answer_judge(case: Case) -> dict[str, Any]:
    """`{"id", "legal", "rules", "message", "play"}`; raises CaseError for a senseless case."""
    if _of_abak(case):
        from arbiter.abak import cases  # noqa: PLC0415 - most who come here ask about backgammon

        return cases.answer_judge(case, _dice(case))
    position, dice = _position(case), _dice(case)
    after = _row(case, "after", _ROW_LENGTH, -CHECKERS, CHECKERS)
    if min(after[24:]) < 0:
        raise CaseError(Message('"after" ends with four counts on the bar and off, which cannot be negative.'))
    verdict = judge(position, Side.LIGHT, dice, _build(after[:24], after[24:26], after[26:]))
    return {
        "id": _id(case),
        "legal": verdict.legal,
        "rules": list(verdict.rules),
        "message": verdict.message,
        "play": verdict.play,
    }


def row_of_position(position: Position) -> list[int]:
    """The 28 numbers of a position with light as the mover."""
    return [*position.points, *position.bar, *position.off]


def answer_id(case: Mapping[str, Any]) -> dict[str, Any]:
    """`{"id", "xgid", "position_id", "match_id"}` from a case with the first or with the other two.

    Raises CaseError where neither is there, NotationError and IllegalPositionError for what cannot be read.
    """
    if not isinstance(case, Mapping):
        raise CaseError(Message("A case is a JSON object."))
    given = {key: case[key] for key in ("xgid", "position_id", "match_id") if key in case}
    for key, value in given.items():
        if not isinstance(value, str):
            raise CaseError(Message('"{key}" must be text.', key=key))
    if "xgid" in given:
        xgid = parse_position(given["xgid"])
    elif len(given) == 2:
        xgid = parse_ids(given["position_id"], given["match_id"])
    else:
        raise CaseError(Message('The case lacks "xgid", or "position_id" and "match_id".'))
    return {
        "id": case.get("id"),
        "xgid": format_xgid(xgid),
        "position_id": position_id(xgid.position, xgid.turn),
        "match_id": match_id(xgid),
    }


def _of_abak(case: Case) -> bool:
    """Whether a case is one of Abak Evolution's; raises CaseError for rules that nobody knows."""
    if not isinstance(case, Mapping) or "rules" not in case:
        return False
    if case["rules"] not in RULEBOOKS:
        raise CaseError(Message('"rules" must be "backgammon" or "abak", not {kind}.', kind=_kind(case["rules"])))
    return bool(case["rules"] == "abak")


def _id(case: Case) -> object:
    return case.get("id")


def _position(case: Case) -> Position:
    if not isinstance(case, Mapping):
        raise CaseError(Message("A case is a JSON object, not {kind}.", kind=_kind(case)))
    points = _row(case, "points", 24, -CHECKERS, CHECKERS)
    bar = _row(case, "bar", 2, 0, CHECKERS)
    off = _row(case, "off", 2, 0, CHECKERS)
    position = _build(points, bar, off)
    for name, row in (("The mover", position.light), ("The opponent", position.dark)):
        if sum(row) != CHECKERS:
            raise CaseError(
                Message(
                    "{name} has {count} checkers on points, bar and off together instead of {most}.",
                    name=name,
                    count=sum(row),
                    most=CHECKERS,
                )
            )
    return position


def _build(points: Sequence[int], bar: Sequence[int], off: Sequence[int]) -> Position:
    own, other = [0] * 26, [0] * 26
    for point, number in enumerate(points, start=1):
        own[point], other[25 - point] = max(number, 0), max(-number, 0)
    (own[BAR], other[BAR]), (own[OFF], other[OFF]) = bar, off
    return Position(tuple(own), tuple(other))


def _dice(case: Case) -> Dice:
    one, two = _row(case, "dice", 2, 1, 6)
    return one, two


def _row(case: Case, field: str, length: int, lowest: int, highest: int) -> list[int]:
    """A list of `length` whole numbers."""
    if field not in case:
        raise CaseError(Message('The case lacks "{field}".', field=field))
    value = case[field]
    if not isinstance(value, list):
        raise CaseError(
            Message(
                '"{field}" must be a list of {length} whole numbers, not {kind}.',
                field=field,
                length=length,
                kind=_kind(value),
            )
        )
    if len(value) != length:
        raise CaseError(
            Message('"{field}" must hold {length} numbers, not {count}.', field=field, length=length, count=len(value))
        )
    for number in value:
        if not isinstance(number, int) or isinstance(number, bool):
            raise CaseError(
                Message('"{field}" must hold whole numbers only, not {kind}.', field=field, kind=_kind(number))
            )
        if not lowest <= number <= highest:
            raise CaseError(
                Message(
                    '"{field}" must hold numbers from {lowest} to {highest}, not {number}.',
                    field=field,
                    lowest=lowest,
                    highest=highest,
                    number=number,
                )
            )
    return value


def _kind(value: object) -> str:
    if isinstance(value, str):
        return Message("text")
    if isinstance(value, list):
        return Message("a list")
    if isinstance(value, Mapping):
        return Message("an object")
    return json.dumps(value)
