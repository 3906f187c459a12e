"""The wall: follows all tables through the broker and serves the page that shows them."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Self

from arbiter.message import Message
from bookgammon.access.addresses import WALL, host_names
from bookgammon.plugins.club.broker import Broker
from bookgammon.plugins.club.club_state import ClubState, Happened
from bookgammon.plugins.club.connection import Connection, Line
from bookgammon.plugins.club.topics import (
    AVAILABILITY,
    EVENT,
    EVERY_TABLE,
    GET,
    PICTURE,
    RESULT,
    STATE,
    topic,
)
from bookgammon.plugins.club.wall_hub import WallHub
from bookgammon.plugins.club.wall_pages import Tables, WallResult, WallTable, create_wall, table_json
from bookgammon.terminal.answers import say
from bookgammon.workers.worker import Worker, Workers
from web.app import AddPage
from web.containment import contained
from web.server import PageServer

TICK_S = 0.2
"""The page learns of changes at most this late."""
POLL_S = 1.0
"""How often silence is looked for."""

ASK_S = 0.25
"""Between two looks through all tables for what was missed."""

TOPICS = (
    (topic(EVERY_TABLE, STATE), 0),  # first: nothing else makes a table
    (topic(EVERY_TABLE, AVAILABILITY), 1),
    (topic(EVERY_TABLE, EVENT), 1),
    (topic(EVERY_TABLE, PICTURE), 0),
    (topic(EVERY_TABLE, RESULT, "+"), 1),
)
"""(topic, QoS): a state that is lost on the way is followed by another within seconds."""
_PART, _PAGE = Message("the wall's tables"), Message("the wall's page")
_FULL = Message("More tables speak than the wall can hold: the broker needs an access list.")


class Wall:
    """Follows the broker and serves the page while the `with` block runs. Raises PortInUse or NoSuchHost.

    happened: gets each event of each table, in order and once, in the connection's thread.
    """

    def __init__(
        self,
        broker: Broker,
        host: str,
        port: int,
        *,
        add: Sequence[AddPage] = (),
        happened: Callable[[Sequence[Happened]], None] | None = None,
        say: Callable[[str], None] = say,
        clock: Callable[[], float] = time.monotonic,
        workers: Workers | None = None,
    ) -> None:
        workers = workers or Workers()
        self._say, self._clock, self._happened = say, clock, happened
        self._epoch = time.time() - clock()
        self.club = ClubState()
        self._lock = threading.Lock()
        self._line: Line | None = None
        self._asked_at = -ASK_S
        self._trouble: str = Message("The wall is looking for the broker.")
        self._news = threading.Event()
        self._ending = threading.Event()
        self._shown: dict[str, WallTable] = {}
        self.hub = WallHub()
        app = create_wall(self.hub, Tables(self._results, self._picture), allowed_hosts=host_names(WALL))
        for add_page in add:
            add_page(app)
        self._server = PageServer(app, host, port, thread=workers.thread(_PAGE))
        self._connection = Connection(broker, "bookgammon-wall", self, subscribe=TOPICS, workers=workers)
        self._painter = Worker(workers, "wall", _PART, self._paint, wake=self._end)

    def __enter__(self) -> Self:
        self._connection.start()
        self._painter.start()
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._connection.stop()
        self._server.stop()
        self._painter.stop(1.0)

    def _end(self) -> None:
        self._ending.set()
        self._news.set()

    @property
    def url(self) -> str:
        return self._server.url

    @property
    def port(self) -> int:
        return self._server.port

    def connected(self, line: Line) -> None:
        self._line, self._trouble = line, ""
        self._news.set()
        self._say(Message("The wall follows the broker."))

    def received(self, topic: str, payload: bytes, retained: bool) -> None:
        with self._lock:
            happened = self.club.handle_message(topic, payload, retained, self._clock())
        if happened and self._happened:
            self._happened(happened)
        self._news.set()

    def acknowledged(self, message: int) -> None:
        """Nothing waits for the broker here."""

    def due(self, now: float) -> float:
        """Asks the tables for what was missed."""
        if now - self._asked_at < ASK_S:
            return POLL_S
        self._asked_at = now
        with self._lock:
            asks = tuple(self.club.asks(now))
        for ask in asks:
            wanted = {"match": ask.match, "from": ask.first, "to": ask.last}
            if self._line:
                self._line.publish(topic(ask.id, GET), json.dumps(wanted).encode())
        return POLL_S

    def lost(self, sentence: str) -> None:
        if sentence != self._trouble:
            self._say(sentence)
        self._line, self._trouble = None, sentence
        self._news.set()

    def farewell(self) -> None:
        """The wall leaves without a word."""

    def finished(self) -> bool:
        return True

    def _paint(self, worker: Worker) -> None:
        """What has changed goes to the page, a few times a second at most."""
        while not self._ending.is_set():
            worker.idle()
            self._news.wait(POLL_S)
            self._news.clear()
            contained("the wall", self._paint_once, None)
            self._ending.wait(TICK_S)

    def _paint_once(self) -> None:
        with self._lock:
            now = self._clock()
            tables = self.club.view(now, self._epoch)
            trouble = self._trouble or (_FULL if self.club.is_full(now) else "")
        changed = {table.id: table for table in tables if self._shown.get(table.id) != table}
        self._shown = {table.id: table for table in tables}
        made = [(name, contained("a table", partial(table_json, table), None)) for name, table in changed.items()]
        shown = {name: table for name, table in made if table is not None}
        self.hub.publish(shown, [table.id for table in tables], trouble)

    def _results(self) -> Sequence[WallResult]:
        with self._lock:
            return self.club.results()

    def _picture(self, table: str) -> tuple[str, bytes] | None:
        with self._lock:
            return self.club.picture(table)
