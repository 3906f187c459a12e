"""The published messages are as docs/schema/mqtt-1.json says, and what it refuses the wall does not show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from arbiter.position import Side
from bookgammon.errors import BadMessage
from bookgammon.plugins.club.publisher import event_message
from bookgammon.plugins.club.report import ClockReport, report_from_json, report_to_json
from bookgammon.plugins.club.results import result_to_json
from tests.plugins.club.simulated import STARTED, Journalled, evening, finished
from tests.plugins.club.test_club_state import report
from tests.web.tables import TABLES

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "schema" / "mqtt-1.json").read_text(encoding="utf-8"))


def valid(kind: str) -> Draft202012Validator:
    return Draft202012Validator({"$defs": SCHEMA["$defs"], "$ref": f"#/$defs/{kind}"})


@pytest.mark.parametrize("name", TABLES)
def test_every_state_is_as_documented(name: str) -> None:
    valid("state").validate(report_to_json(report(TABLES[name](), clock=ClockReport((1.0, 2.0), Side.LIGHT))))


def test_events_and_results_are_as_documented() -> None:
    journal = Journalled()
    played = evening(1)
    while (result := finished(journal, "Table 7")) is None:
        journal.keep(next(played))
    for one in journal.events:
        valid("event").validate(json.loads(json.dumps(event_message(one, 0.0))))
    valid("result").validate(result_to_json(result))
    assert result.started == STARTED


MAY_BE_NULL = {"before", "clock", "dice", "offered", "owner", "running", "turn", "warning", "winner"}
"""The wall takes these for null where they are absent."""
WRONG: tuple[Any, ...] = (None, True, -1, "x" * 400, [], {}, [9, 9])


def broken(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The same with one field missing, null or of another kind, inner ones too."""
    for name, value in data.items():
        if name not in MAY_BE_NULL:
            yield {other: kept for other, kept in data.items() if other != name}
        for wrong in WRONG:
            if wrong != value:
                yield {**data, name: wrong}
        if isinstance(value, dict):
            yield from ({**data, name: inner} for inner in broken(value))


def test_what_the_schema_refuses_the_wall_refuses_too() -> None:
    made = json.loads(json.dumps(report_to_json(report(TABLES["alarm"](), clock=ClockReport((1.0, 2.0), Side.LIGHT)))))
    checked = valid("state")
    refused = 0
    for data in broken(made):
        try:
            report_from_json(data)
        except BadMessage:
            refused += 1
            continue
        assert checked.is_valid(data), data
    assert refused > 100
