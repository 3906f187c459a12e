"""Values in messages that no table of ours would send: the wall shows everybody else, and its answers stay answers."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from arbiter.match.event_json import event_to_json
from arbiter.match.events import PlayMade
from arbiter.position import START, Side
from bookgammon.plugins.club.club_state import ClubState
from bookgammon.plugins.club.report import SCHEMA, report_to_json
from bookgammon.plugins.club.results import MatchResult, result_to_json
from bookgammon.plugins.club.wall_hub import WallHub
from bookgammon.plugins.club.wall_pages import Tables, create_wall, table_json
from tests.fuzz.spoilt import STRANGE
from tests.plugins.club.test_club_state import moving

KEY = "1-20260131T180000Z"
RESULT = MatchResult(
    "Table 7", KEY, "2026-01-31T18:00:00+00:00", "2026-01-31T19:00:00+00:00", 5, ("Ann", "Ben"), (5, 3), Side.LIGHT,
    "mat", " 5 point match\r\n\r\n Game 1\r\n",
)  # fmt: skip


def payload(body: Any) -> bytes:
    return json.dumps(body).encode()


def event(number: int, **changed: Any) -> bytes:
    made = event_to_json(PlayMade(1, 1.0, Side.LIGHT, (3, 1), "8/5 6/5", START))
    return payload({**made, "schema": SCHEMA, "match": moving().match.key, "number": number, "sent": 0, **changed})


def answers(club: ClubState) -> None:
    """Every page of the wall, as bytes."""
    hub = WallHub()
    tables = club.view(1.0, 0.0)
    hub.publish({table.id: table_json(table) for table in tables}, [table.id for table in tables], "")
    client = create_wall(hub, Tables(club.results, club.picture)).test_client()
    pages = ["/", "/results", "/results.csv", "/results.json", "/api/wall"]
    pages += [f"/results/{one.id}/{one.match}" for one in club.results()]
    for page in pages:
        with client.get(page, headers={"Host": "localhost"}) as answer:
            assert answer.status_code == 200, page
            answer.get_data().decode()


def a_club() -> ClubState:
    club = ClubState()
    club.handle_message("bookgammon/table-7/state", payload(report_to_json(moving())), False, 0.0)
    return club


def test_half_a_character_in_a_play_or_a_record_takes_no_page_away() -> None:
    club = a_club()
    number = moving().match.events + 1
    club.handle_message("bookgammon/table-7/event", event(number, play="8/5 \ud83d"), False, 0.5)
    result = result_to_json(RESULT)
    result["record"]["text"] = "A\ud83d\r\nB\x00\u202e\r\n"
    club.handle_message(f"bookgammon/table-7/result/{KEY}", payload(result), True, 0.5)
    answers(club)
    (kept,) = club.results()
    assert kept.record == "A\ufffd\r\nB  \r\n"
    assert club.view(1.0, 0.0)[0].plays[-1].endswith("8/5 \ufffd")


@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_message_says_every_page_answers(seed: int) -> None:
    tried(seed, 150, each=50)


def tried(seed: int, cases: int, each: int) -> int:
    """Messages in which one value is another; after each so many all pages are asked. How many were taken."""
    club, dropped = a_club(), 0
    for number in range(cases):
        chance = Random(seed * 10**6 + number)
        kind = chance.choice(("state", "event", f"result/{KEY}"))
        body = {"state": report_to_json(moving()), "event": json.loads(event(number + 1))}.get(kind)
        body = _changed(body or result_to_json(RESULT), chance)
        before = club.dropped
        club.handle_message(f"bookgammon/table-7/{kind}", payload(body), False, number / 100)
        dropped += club.dropped - before
        if number % each == each - 1:
            answers(club)
            club = a_club()
    return cases - dropped


def _changed(body: dict[str, Any], chance: Random) -> dict[str, Any]:
    key = chance.choice(list(body))
    inner = body[key]
    return {**body, key: _changed(inner, chance) if isinstance(inner, dict) and inner else chance.choice(STRANGE)}
