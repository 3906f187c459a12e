"""What a table publishes, before a real Mosquitto."""

from __future__ import annotations

import json
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbiter.match.clock import advanced, after
from arbiter.match.events import GameStarted, MatchStarted, RollSeen
from arbiter.match.fold import apply
from arbiter.match.state import MatchState
from arbiter.position import START, Side
from arbiter.rules import Rules
from bookgammon.plugins.club.broker import Broker, Publishing
from bookgammon.table.table import FrameTime, TableUpdate
from tests.plugins.club.heard import Heard
from tests.plugins.club.mosquitto import MISSING, Mosquitto
from tests.plugins.club.simulated import SimulatedTable

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with Mosquitto(tmp_path / "broker") as running:
        yield running


def table_at(broker: Mosquitto, folder: Path, seed: int = 1) -> SimulatedTable:
    return SimulatedTable(Publishing(Broker("127.0.0.1", broker.port), "Table 7", "table-7"), folder, seed)


def test_the_state_is_retained_and_events_are_not(broker: Mosquitto, tmp_path: Path) -> None:
    table = table_at(broker, tmp_path)
    with table.publisher, Heard(broker.port) as live:
        for _ in range(10):
            table.happen()
        live.until(lambda: any(state["match"]["events"] == 10 for state in live.payloads("state")))
        assert live.events() == [(one.key, one.number) for one in table.journal.events]
        with Heard(broker.port) as late:
            late.until(lambda: late.payloads("state"))
            assert next(retained for topic, _, retained in late.messages if topic.endswith("/state"))
            assert late.payloads("event") == []
            state = late.payloads("state")[0]
    assert state["table"] == "Table 7"
    assert state["match"]["events"] == 10
    assert state["xgid"].startswith("XGID=")


def test_a_table_that_ends_says_so_and_one_that_dies_is_said_to_be_gone(broker: Mosquitto, tmp_path: Path) -> None:
    with Heard(broker.port) as live:
        table = table_at(broker, tmp_path)
        with table.publisher:
            table.happen()
            live.until(lambda: live.payloads("state"))
        live.until(lambda: live.messages[-1][:2] == ("bookgammon/table-7/availability", b"offline"))
        assert live.payloads("state")[-1]["closed"]


def test_the_clock_that_runs_at_the_table_is_published(broker: Mosquitto, tmp_path: Path) -> None:
    table, state, clock = table_at(broker, tmp_path), MatchState(), None
    begun = (
        MatchStarted(0, 0.0, Rules(length=1, clock="delay", delay=12)),
        GameStarted(1, 10.0, START),
        RollSeen(2, 20.0, Side.DARK, (6, 1)),
    )
    with table.publisher, Heard(broker.port) as live:
        for event in begun:
            state = apply(state, event)
            clock = after(clock, event, state)
            at = FrameTime(event.frame, event.time)
            table.publisher.show(TableUpdate(state, at, (event,), None, clock=clock))
        assert clock
        thought = advanced(clock, state, 52.0)  # 32 seconds, 12 of them for nothing
        table.publisher.show(TableUpdate(state, FrameTime(3, 52.0), (), None, clock=thought))
        wanted = {"light": 120.0, "dark": 100.0, "running": "dark", "delay": 0.0}
        live.until(lambda: any(one["clock"] == wanted for one in live.payloads("state")))


def test_what_happened_while_the_broker_was_gone_comes_afterwards(broker: Mosquitto, tmp_path: Path) -> None:
    table = table_at(broker, tmp_path)
    with table.publisher, Heard(broker.port) as live:
        for _ in range(5):
            table.happen()
        live.until(lambda: len(live.events()) >= 5)
        broker.kill()
        for _ in range(50):
            table.happen()
        broker.start()
        live.until(lambda: live.payloads("state")[-1]["match"]["events"] == len(table.journal.events))
        ask = {"match": table.journal.events[0].key, "from": 1, "to": len(table.journal.events)}
        live.publish("bookgammon/table-7/get", json.dumps(ask))
        everything = {(one.key, one.number) for one in table.journal.events}
        live.until(lambda: set(live.events()) == everything)
    assert len(everything) > 50


def test_nobody_waits_for_a_broker_that_stalls(broker: Mosquitto, tmp_path: Path) -> None:
    table = table_at(broker, tmp_path)
    with table.publisher, Heard(broker.port) as live:
        table.happen()
        live.until(live.events)
        broker.signal(signal.SIGSTOP)
        for _ in range(500):
            table.happen()
        broker.signal(signal.SIGCONT)
        everything = [(one.key, one.number) for one in table.journal.events]
        live.until(lambda: live.events() == everything)
