"""What a consumer makes of messages, its own and anybody's: no network here."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter.match.event_json import event_to_json
from arbiter.position import Side
from bookgammon.plugins.club.club_state import (
    MOST_ASKED,
    MOST_PICTURE,
    MOST_PICTURES,
    MOST_RESULTS,
    MOST_TABLES,
    Ask,
    ClubState,
)
from bookgammon.plugins.club.club_table import GONE_S, SILENT_S, EventOrder
from bookgammon.plugins.club.publisher import report_of
from bookgammon.plugins.club.report import (
    SCHEMA,
    ClockReport,
    MatchPart,
    OpponentPart,
    Report,
    report_from_json,
    report_to_json,
)
from tests.plugins.club.simulated import Journalled, evening
from tests.web.tables import TABLES
from web.view import TableView

KEY = "1-20260131T180000Z"


def report(view: TableView, **other: object) -> Report:
    state = view.state
    part = MatchPart(KEY, 0, state.rules.length, state.game, state.crawford, state.names, state.score)
    made = report_of(state, view.seats, part, table="Table 7", run="a", number=1, sent=1.0, camera="")
    return replace(made, **other)  # type: ignore[arg-type]  # fields by name


def told(club: ClubState, report: Report, *, at: float = 0.0, table: str = "table-7", retained: bool = False) -> None:
    club.handle_message(f"bookgammon/{table}/state", json.dumps(report_to_json(report)).encode(), retained, at)


def moving(**other: object) -> Report:
    return report(TABLES["moving"](), **other)


@pytest.mark.parametrize("name", TABLES)
def test_a_report_comes_back_from_its_json(name: str) -> None:
    sent = report(TABLES[name](), clock=ClockReport((61.5, 0.0), Side.DARK, 7.5))
    assert report_from_json(json.loads(json.dumps(report_to_json(sent)))) == sent


def test_a_table_whose_match_is_over_alarms_nobody_when_it_falls_silent() -> None:
    """It ended in good order while the broker was away, so nobody heard it close."""
    club = ClubState()
    part = replace(moving().match, winner=Side.LIGHT)
    told(club, moving(match=part), table="over")
    told(club, moving(), table="on")
    standing = {table.id: (table.standing, [one.kind for one in table.attention]) for table in club.view(60.0, 0.0)}
    assert standing == {"over": ("closed", []), "on": ("silent", ["silent"])}


def test_the_tables_that_need_attention_come_first_and_the_others_by_their_number() -> None:
    club = ClubState()
    for number in (10, 2, 1, 3):
        told(club, moving(table=f"Table {number}"), table=f"table-{number}")
    told(club, moving(table="Table 4", camera="The camera has gone."), table="table-4")
    told(club, moving(table="Table 5", closed=True), table="table-5")
    told(club, report(TABLES["alarm"](), table="Table 9"), table="table-9")
    names = [table.name for table in club.view(0.0, 0.0)]
    assert names == [f"Table {number}" for number in (9, 4, 1, 2, 3, 10, 5)]


def against(side: Side, engine: str = "two_books", **other: object) -> Report:
    """A report of a table at which that side's player does not sit."""
    return moving(match=replace(moving().match, opponent=OpponentPart(side, engine)), **other)


def test_a_report_says_who_does_not_sit_at_the_table() -> None:
    sent = against(Side.DARK)
    assert report_from_json(json.loads(json.dumps(report_to_json(sent)))) == sent
    older = report_to_json(sent)
    del older["match"]["opponent"]  # as a table of an older program says it
    assert report_from_json(older).match.opponent is None


def test_a_match_of_two_tables_is_shown_once_and_by_the_one_that_needs_attention() -> None:
    club = ClubState()
    told(club, against(Side.DARK, table="Table 1"), table="table-1")
    told(club, against(Side.LIGHT, table="Table 2"), table="table-2")
    told(club, against(Side.DARK, "gnubg", table="Table 3"), table="table-3")
    told(club, against(Side.DARK, "gnubg", table="Table 4"), table="table-4")  # two people against one program
    assert [table.name for table in club.view(0.0, 0.0)] == ["Table 1", "Table 3", "Table 4"]
    told(club, against(Side.LIGHT, table="Table 2", camera="The camera has gone."), table="table-2")
    assert [table.name for table in club.view(0.0, 0.0)] == ["Table 2", "Table 3", "Table 4"]
    told(club, moving(table="Table 2"), table="table-2")
    assert len(club.view(0.0, 0.0)) == 4


@pytest.mark.parametrize(
    ("made", "kind"),
    [
        (lambda: report(TABLES["alarm"]()), "illegal"),
        (lambda: moving(camera="The camera has gone."), "camera"),
        (lambda: moving(doubt="The board does not match the game."), "doubt"),
        (lambda: moving(clock=ClockReport((0.0, 10.0))), "clock"),
    ],
)
def test_what_needs_attention_is_named(made: Callable[[], Report], kind: str) -> None:
    club = ClubState()
    told(club, made())
    assert [one.kind for one in club.view(0.0, 0.0)[0].attention] == [kind]


def test_a_play_that_is_only_half_done_needs_nobody() -> None:
    club = ClubState()
    told(club, report(TABLES["hint"]()))
    assert club.view(0.0, 0.0)[0].attention == ()


def test_a_running_clock_runs_out_between_two_reports() -> None:
    club = ClubState()
    told(club, moving(clock=ClockReport((5.0, 60.0), Side.LIGHT)))
    assert club.view(4.0, 0.0)[0].attention == ()
    assert club.view(6.0, 0.0)[0].attention[0].kind == "clock"


def test_a_running_clock_costs_nothing_before_the_delay_is_over() -> None:
    club = ClubState()
    told(club, moving(clock=ClockReport((5.0, 60.0), Side.LIGHT, 6.0)))
    assert club.view(10.0, 0.0)[0].attention == ()
    assert club.view(12.0, 0.0)[0].attention[0].kind == "clock"


def test_a_board_that_does_not_match_the_game_is_a_doubt() -> None:
    asked = report(TABLES["doubtful"]())
    assert asked.doubt == "The board does not match the game"


def test_a_table_is_silent_before_fifteen_seconds_are_over_and_gone_much_later() -> None:
    club = ClubState()
    told(club, moving())
    assert club.view(SILENT_S - 0.1, 0.0)[0].standing == "live"
    assert club.view(15.0, 0.0)[0].standing == "silent"
    assert club.view(GONE_S + 1, 0.0)[0].standing == "gone"


def test_a_retained_state_is_no_sign_of_life() -> None:
    club = ClubState()
    told(club, moving())
    told(club, moving(number=2), at=14.5, retained=True)
    assert club.view(15.0, 0.0)[0].standing == "silent"


def test_a_last_will_tells_at_once() -> None:
    club = ClubState()
    told(club, moving())
    club.handle_message("bookgammon/table-7/availability", b"offline", False, 1.0)
    assert club.view(1.0, 0.0)[0].standing == "silent"


def test_two_programs_that_speak_as_one_table_are_told_of() -> None:
    club = ClubState()
    for number in range(1, 4):
        told(club, moving(run="a", number=number), at=number)
        told(club, moving(run="b", number=number), at=number + 0.5)
    assert club.view(4.0, 0.0)[0].attention[0].kind == "two"
    for number in range(4, 40):
        told(club, moving(run="b", number=number), at=2.0 * number)
    assert club.view(78.0, 0.0)[0].attention == ()


def test_a_table_that_is_started_again_is_no_second_one() -> None:
    club = ClubState()
    told(club, moving(run="a", number=9), at=1.0)
    told(club, moving(run="b", number=1), at=2.0)
    assert club.view(3.0, 0.0)[0].attention == ()


@given(st.randoms(use_true_random=False), st.integers(1, 60))
def test_events_are_given_out_in_order_and_once_however_they_come(random: object, count: int) -> None:
    numbers = list(range(1, count + 1)) * 2
    random.shuffle(numbers)  # type: ignore[attr-defined]  # a random.Random
    order: EventOrder[int] = EventOrder()
    given_out = [event for number in numbers for event in order.take(number, number)]
    assert given_out == list(range(1, count + 1))
    assert order.missing(count) is None


def events_of(seed: int, count: int) -> list[tuple[int, bytes]]:
    journal = Journalled()
    played = evening(seed, length=9)
    while len(journal.events) < count:
        journal.keep(next(played))
    wrap = {"schema": SCHEMA, "match": KEY, "sent": 0}
    return [
        (one.number, json.dumps({**event_to_json(one.event), **wrap, "number": one.number}).encode())
        for one in journal.events[:count]
    ]


def test_what_was_missed_is_asked_for_and_given_up_where_nobody_answers() -> None:
    club = ClubState()
    before = "1-20260130T180000Z"
    told(club, moving(match=replace(moving().match, key=before)))
    told(club, moving(number=2, match=replace(moving().match, events=20)))
    for number, payload in events_of(1, 20):
        if not 5 <= number <= 8:
            club.handle_message("bookgammon/table-7/event", payload, False, 1.0)
    assert list(club.asks(2.0)) == [Ask("table-7", KEY, 5, 8)]
    assert list(club.asks(2.1)) == []
    assert list(club.asks(10.0)) == []  # the table has not been heard since
    for again in range(MOST_ASKED):
        at = 100.0 + 100 * again
        told(club, moving(number=3 + again, match=replace(moving().match, events=20)), at=at - 1)
        list(club.asks(at))
    assert club.done()["table-7", KEY] == 20
    assert club.given_up == 4


def test_whoever_comes_into_a_match_does_not_ask_for_its_past() -> None:
    club = ClubState()
    told(club, moving(match=replace(moving().match, events=200)), retained=True)
    assert list(club.asks(5.0)) == []


GOOD = report_to_json(moving())
HOSTILE = [
    b"",
    b"\xff\xfe",
    b"null",
    b"[" * 100_000,
    b'{"schema": 1}',
    b"x" * 1_000_000,
    json.dumps({**GOOD, "schema": 99}).encode(),
    json.dumps({**GOOD, "xgid": "XGID=" + "z" * 26 + ":0:0:1:00:0:0:0:5:10"}).encode(),
    json.dumps({**GOOD, "table": "x" * 100_000}).encode(),
    json.dumps({**GOOD, "dice": [7, 0]}).encode(),
    json.dumps({**GOOD, "number": 10**40}).encode(),
    json.dumps({**GOOD, "sent": float("nan")}).encode(),
    json.dumps({**GOOD, "match": {**GOOD["match"], "id": "../../etc/passwd"}}).encode(),
    json.dumps({**GOOD, "seats": None}).encode(),
]


@pytest.mark.parametrize("payload", HOSTILE)
@pytest.mark.parametrize("last", ["state", "event", "picture", f"result/{KEY}", "result/..", "elsewhere", "get/x/y"])
def test_what_is_none_of_ours_is_dropped(last: str, payload: bytes) -> None:
    club = ClubState()
    told(club, moving())
    known = club.view(0.0, 0.0)
    club.handle_message(f"bookgammon/table-7/{last}", payload, False, 0.0)
    club.handle_message(f"bookgammon/<script>/{last}", payload, True, 0.0)
    club.handle_message(f"zigbee2mqtt/lamp/{last}", payload, True, 0.0)
    assert club.view(0.0, 0.0) == known
    assert club.results() == []


def _changed(data: dict[str, object], path: tuple[str, ...], value: object) -> dict[str, object]:
    first, *rest = path
    below = data.get(first)
    return {**data, first: _changed(below, tuple(rest), value) if rest and isinstance(below, dict) else value}


PATHS: list[tuple[str, ...]] = [(name,) for name in GOOD]
PATHS += [(part, name) for part in ("match", "cube", "seats") for name in GOOD[part]]
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
ANYTHING = st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3), max_leaves=4)


@given(st.sampled_from(PATHS), ANYTHING)
def test_a_state_with_anything_in_it_is_shown_or_dropped(path: tuple[str, ...], value: object) -> None:
    club = ClubState()
    payload = json.dumps(_changed(GOOD, path, value)).encode("utf-8", "surrogatepass")
    club.handle_message("bookgammon/table-7/state", payload, False, 0.0)
    for table in club.view(0.0, 0.0):
        assert len(table.name) <= 60
        assert "\n" not in table.headline


def test_nothing_but_a_valid_state_makes_a_table() -> None:
    club = ClubState()
    for number in range(3 * MOST_TABLES):
        club.handle_message(f"bookgammon/invented-{number}/availability", b"x", False, 0.0)
        club.handle_message(f"bookgammon/invented-{number}/state", b"{}", False, 0.0)
        club.handle_message(f"bookgammon/invented-{number}/picture", b"\xff\xd8\xff", False, 0.0)
    told(club, moving())
    assert [table.id for table in club.view(0.0, 0.0)] == ["table-7"]


def test_a_real_table_stays_whatever_is_invented_beside_it() -> None:
    """It speaks every four seconds; each invented name says something valid once."""
    club, now = ClubState(), 0.0
    for number in range(3 * MOST_TABLES):
        now = number * 0.005
        told(club, moving(number=number + 1), at=now, table=f"invented-{number}")
        if number % 800 == 0:
            told(club, moving(number=number + 1), at=now)
            assert "table-7" in {table.id for table in club.view(now, 0.0)}
        if number > 800:  # from its second state on it is known for a table
            assert "table-7" in club.reports()
    assert len(club.reports()) <= MOST_TABLES
    assert not club.is_full(now)


def test_a_hall_full_of_tables_that_speak_says_so() -> None:
    club = ClubState()
    for at in (0.0, 5.0):
        for number in range(MOST_TABLES):
            told(club, moving(number=int(at) + 1), at=at, table=f"t-{number}")
    told(club, moving(), at=6.0)
    assert club.is_full(6.0)
    told(club, moving(number=2), at=6.0 + SILENT_S)
    assert "table-7" in club.reports(), "who is silent makes room"


def test_results_and_pictures_of_all_tables_together_are_bounded() -> None:
    club = ClubState()
    for number in range(120):
        told(club, moving(), table=f"t-{number}")
        picture = b"\xff\xd8\xff" + bytes(MOST_PICTURE - 3)
        club.handle_message(f"bookgammon/t-{number}/picture", picture, False, 0.0)
        for match in range(16):
            key = f"{match + 1}-20260131T180000Z"
            result = {
                "schema": SCHEMA, "table": "T", "match": key, "started": "2026-01-31T18:00:00Z",
                "ended": "2026-01-31T19:00:00Z", "length": 1, "names": {"light": "A", "dark": "B"},
                "score": {"light": 1, "dark": 0}, "winner": "light", "record": {"format": "mat", "text": "x" * 40_000},
            }  # fmt: skip
            club.handle_message(f"bookgammon/t-{number}/result/{key}", json.dumps(result).encode(), True, 0.0)
    assert sum(len(one.record) for one in club.results()) <= MOST_RESULTS
    assert sum(len((club.picture(f"t-{number}") or ("", b""))[1]) for number in range(120)) <= MOST_PICTURES
    assert len({one.id for one in club.results()}) == 120, "nobody's results are all gone"


def test_of_a_crowd_only_what_has_changed_is_worked_out_again() -> None:
    club = ClubState()
    for number in range(4):
        told(club, moving(table=f"Table {number}", number=1), table=f"table-{number}")
    before = club.view(1.0, 0.0)
    told(club, moving(table="Table 2", number=2, camera="The camera is gone."), table="table-2", at=2.0)
    after = {table.id: table for table in club.view(2.0, 0.0)}
    assert [table.id for table in before if after[table.id] is not table] == ["table-2"]
    assert after["table-2"].attention
    late = club.view(SILENT_S + 1.0, 0.0)
    assert {table.id for table in late if table.standing == "silent"} == {"table-0", "table-1", "table-3"}
