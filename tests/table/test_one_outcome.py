"""A command is done or refused, never refused and done: on a full disk, a slow one, and where an answer got lost."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flask import Flask

from arbiter.match.commands import Command, CommandError, CorrectScore, NamePlayers, NewGame, NewMatch, Undo
from arbiter.match.events import Event, MatchStarted
from arbiter.match.fold import fold
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from bookgammon.errors import JournalHeldUp
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.session import MatchSession
from bookgammon.table.command_queue import CommandQueue
from bookgammon.table.table import Table
from tests.setup.stage import board_of
from tests.web.devices import paired, post
from tests.web.tables import moving
from web.app import create_app
from web.control import add_control
from web.guard import COOKIE
from web.hub import Hub
from web.pairing import Pairing

BEGUN = "2026-01-02T20:00:00+00:00"
FULL = JournalHeldUp("The disk is full.")


def test_what_the_full_disk_refused_is_not_done_when_there_is_room_again() -> None:
    full, kept = [True], list[Event]()

    def keep_now(events: Sequence[Event]) -> None:
        if full:
            raise FULL
        kept.extend(events)

    orders = CommandQueue()
    table = Table((MatchStarted(0, 0.0, Rules()),), kept.extend, orders=orders, keep_now=keep_now)
    referee = Referee(table.state, board_of().seats)
    with ThreadPoolExecutor() as pool:
        asked = pool.submit(orders.submit, CorrectScore((3, 1)))
        while not asked.done():
            table.run_commands(referee)
        with pytest.raises(CommandError, match="not done"):
            asked.result()
        full.clear()
        table.run_commands(referee)
        assert (kept, table.state.score) == ([], (0, 0))
        again = pool.submit(orders.submit, CorrectScore((3, 1)))
        while not again.done():
            table.run_commands(referee)
        again.result()
    assert (len(kept), table.state.score) == (1, (3, 1))


def test_a_command_that_is_being_done_is_waited_for() -> None:
    """The table is slow: whoever entered it is told what came of it, not that they should enter it again."""
    orders, done = CommandQueue(patience=0.05), list[Command]()
    begun = threading.Event()

    def slowly(command: object, _: float) -> None:
        begun.set()
        time.sleep(0.3)
        done.append(command)  # type: ignore[arg-type]  # what was handed in

    with ThreadPoolExecutor() as pool:
        asked = pool.submit(orders.submit, Undo())
        while not begun.is_set():
            orders.run_waiting(slowly)
        asked.result()
    assert done == [Undo()]


def test_nobody_is_told_to_enter_again_what_may_have_been_kept_when_the_table_broke() -> None:
    orders, kept = CommandQueue(), list[object]()

    def broken(command: object, _: float) -> None:
        kept.append(command)
        raise RuntimeError("on purpose")

    def follow() -> None:
        while not kept:
            orders.run_waiting(broken)

    with ThreadPoolExecutor() as pool:
        asked = pool.submit(orders.submit, Undo())
        with pytest.raises(RuntimeError):
            follow()
        with pytest.raises(CommandError, match="not known yet"):
            asked.result()


def test_a_tap_that_is_sent_twice_is_done_once() -> None:
    heard: list[Command] = []

    def submit(command: Command) -> None:
        heard.append(command)
        if len(heard) > 1:
            raise CommandError("It cannot be done now.")

    app = create_app(Hub(moving()), heartbeat=0.0, life=0.0)
    add_control(app, submit)
    client = paired(app)
    body = {"command": "correct_score", "score": [3, 1]}
    assert [post(client, "/api/tell", {**body, "tap": "a-1"}).status_code for _ in range(3)] == [200] * 3
    assert [post(client, "/api/tell", {**body, "tap": "a-2"}).status_code for _ in range(2)] == [409] * 2
    assert len(heard) == 2
    assert post(client, "/api/tell", body).status_code == 409  # without a number each is one of its own
    assert post(paired(app), "/api/tell", {**body, "tap": "a-1"}).status_code == 409  # another device's is another tap
    assert len(heard) == 4


def test_a_tap_whose_answer_was_lost_with_the_program_is_not_done_again() -> None:
    """Only the run that it was sent to knows what came of it; where it never came, the same run does it."""

    def started(pairing: Pairing | None = None) -> tuple[Flask, list[Command]]:
        heard: list[Command] = []
        app = create_app(Hub(moving()), pairing=pairing, heartbeat=0.0, life=0.0)
        add_control(app, heard.append)
        return app, heard

    pairing = Pairing()
    client = paired(started(pairing)[0])
    (key,) = (cookie for cookie in [client.get_cookie(COOKIE)] if cookie)
    run = (client.get("/api/me").json or {})["run"]
    body = {"command": "undo", "again": run}
    assert post(client, "/api/tell", {**body, "tap": "a-1"}).status_code == 200
    app, heard = started(pairing)
    later = app.test_client()
    later.set_cookie(COOKIE, key.value)
    for _ in range(2):
        answer = post(later, "/api/tell", {**body, "tap": "a-2"})
        assert answer.status_code == 409
        assert "not known" in (answer.json or {})["error"]
    assert heard == []
    assert (later.get("/api/me").json or {})["run"] != run
    assert post(later, "/api/tell", {"command": "undo", "tap": "a-3"}).status_code == 200
    assert heard == [Undo()]


class FullAt:
    """A disk that is full from the n-th statement of a command on, until it is told that there is room."""

    def __init__(self, journal: Journal) -> None:
        self._db, self.left = journal._db, -1
        journal._db = self  # type: ignore[assignment]  # what it asks of it

    def execute(self, sql: str, *given: Any) -> object:
        if sql.split(maxsplit=1)[0] in ("INSERT", "DELETE", "COMMIT", "BEGIN"):
            self.left -= 1
            if self.left == 0:
                raise FULL
        return self._db.execute(sql, *given)

    def __getattr__(self, name: str) -> object:
        return getattr(self._db, name)


def test_a_disk_that_fills_between_any_two_steps_of_a_command(tmp_path: Path) -> None:
    with Journal(tmp_path / FILE) as journal:
        session = MatchSession(journal, journal.begin(BEGUN, "0"), lambda: BEGUN, lambda _: None)
        session.keep([MatchStarted(0, 0.0, Rules())])
        disk = FullAt(journal)
        orders = CommandQueue()
        table = Table(
            [MatchStarted(0, 0.0, Rules())], session.keep, orders=orders, keep_now=session.keep
        )  # fmt: skip
        referee = Referee(table.state, board_of().seats)
        chance, refused = Random(5), 0
        for number in range(500):
            command = chance.choice(
                (CorrectScore((number % 5, 1)), NamePlayers((f"A{number}", "B")), NewGame(), NewMatch(), Undo())
            )
            before, match = table.state, session.match.id
            disk.left = chance.choice((-1, 1, 2, 3, 4, 5, 6))
            try:
                table._handle_command(referee, command, float(number))
                answered = True
            except CommandError:
                answered, refused = False, refused + 1
            disk.left = -1
            assert answered or (table.state == before and session.match.id == match)
            with Journal(tmp_path / FILE, read_only=True) as reader:
                entry = next(each for each in reader.matches() if each.id == session.match.id)
                assert fold(reader.events(entry)) == table.state
                assert all(each.ended for each in reader.matches() if each.id != entry.id)
        assert 50 < refused < 480
