"""A table's publisher: what the table shows goes to the broker, and never is anything waited for."""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Self

from arbiter.match.clock import Clock
from arbiter.match.entered_events import Undone
from arbiter.match.event_json import event_to_json
from arbiter.match.events import MatchOver
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.seats import Seats
from bookgammon.errors import BadMessage
from bookgammon.plugin_values import BesideTable
from bookgammon.plugins.club.broker import Publishing
from bookgammon.plugins.club.connection import Connection, Line, Will
from bookgammon.plugins.club.outbox import FILE, EventSource, JournalEvents, KeptMark, NumberedEvent, Outbox, SentMark
from bookgammon.plugins.club.report import (
    LONGEST_NAME,
    LONGEST_TEXT,
    SCHEMA,
    ClockReport,
    MatchPart,
    OpenWarning,
    OpponentPart,
    Report,
    key,
    last_play,
    mapping,
    report_to_json,
    whole,
    xgid_of,
)
from bookgammon.plugins.club.results import MOST_BYTES, Announced, announced
from bookgammon.plugins.club.topics import (
    AVAILABILITY,
    EVENT,
    GET,
    OFFLINE,
    ONLINE,
    PICTURE,
    RESULT,
    STATE,
    discovery,
    match_key,
    topic,
)
from bookgammon.table.snapshots import cut, window
from bookgammon.table.table import TableUpdate
from bookgammon.terminal.answers import say
from bookgammon.workers.worker import Workers
from vision.sources.pictures import Image
from web.messages import question_words

HEARTBEAT_S = 4.0
"""A table says this often that it lives, should nothing else happen."""
STILL_S = 10.0
"""So long without a frame and the table is reported as standing still."""
RESULT_S = 0.1
"""Between two results, so that the journal is not read in one go."""
PICTURE_S = 10.0
"""Between two pictures, where they are allowed."""
MOST_REQUEST = 300
"""Bytes of a request for events."""
REQUEST_S = 1.0
"""One request in so long is answered."""
_STANDS_STILL = Message("The table has looked at no picture for a while.")


@dataclass(frozen=True, slots=True)
class _Shown:
    state: MatchState
    lost: str
    at: float
    clock: Clock | None


class Publisher:
    """Publishes one table while the `with` block runs. `show` is an observer of the table.

    state: as the match stands now. source: of its events. mark: those that the broker has. match_clock: the
    tournament clock before the first update.
    match: gives the key of the match being played. results: of finished matches, asked for after each connection and
    each end of a match. picture: makes a JPEG of a camera's picture, None where none are published. say: is called once
    when the broker is gone and when it is back.
    """

    def __init__(
        self,
        publishing: Publishing,
        state: MatchState,
        seats: Seats,
        match: Callable[[], str],
        source: EventSource,
        mark: KeptMark,
        *,
        match_clock: Clock | None = None,
        results: Callable[[], Iterable[Announced]] = tuple,
        picture: Callable[[Image], bytes] | None = None,
        say: Callable[[str], None] = say,
        clock: Callable[[], float] = time.monotonic,
        workers: Workers | None = None,
    ) -> None:
        self._publishing, self._seats, self._match, self._say, self._clock = publishing, seats, match, say, clock
        self._shown = _Shown(state, "", clock(), match_clock)
        self._outbox = Outbox(source, mark.mark, mark.keep)
        self._mark = mark
        self._results = results
        self._to_announce: Iterator[Announced] = iter(())
        self._over = False
        self._picture, self._pictured_at = picture, -PICTURE_S
        self._image: Image | None = None
        self._changed = threading.Event()
        self._line: Line | None = None
        self._run, self._number = os.urandom(4).hex(), 0
        self._waits_for: int | None = None
        self._said_at = 0.0
        self._answered = 0.0
        self._trouble = ""
        self._closing = False
        self._last_words: set[int] = set()
        self.connection = Connection(
            publishing.broker,
            f"bookgammon-{publishing.id}",
            self,
            subscribe=((self._topic(GET), 1),),
            will=Will(self._topic(AVAILABILITY), OFFLINE),
            workers=workers,
        )

    def __enter__(self) -> Self:
        self.connection.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.stop()
        self._mark.write()

    def show(self, update: TableUpdate) -> None:
        """What one frame brought. Noting it is all that the table's thread does."""
        before = self._shown
        if self._picture and update.image is not None:
            self._image = update.image
        if any(isinstance(event, MatchOver | Undone) for event in update.events):
            self._over = True
        self._shown = _Shown(update.state, update.lost, self._clock(), update.clock)
        if update.events or update.lost != before.lost or update.state is not before.state:
            self._outbox.grown()
            self._changed.set()
            self.connection.wake()

    # what follows runs in the connection's thread

    def connected(self, line: Line) -> None:
        self._line = line
        self._waits_for = None
        self._outbox.restart()
        self._changed.set()
        self._over = True
        line.publish(self._topic(AVAILABILITY), ONLINE.encode(), retain=True)
        if self._publishing.home_assistant:
            for where, config in discovery(self._publishing.id, self._publishing.table):
                line.publish(where, config, retain=True)
        if self._trouble:
            self._trouble = ""
            self._say(Message("The club's broker is back."))

    def received(self, topic: str, payload: bytes, retained: bool) -> None:
        """A request for events that somebody missed: {"match", "from", "to"}."""
        now = self._clock()
        if retained or topic != self._topic(GET) or len(payload) > MOST_REQUEST or now - self._answered < REQUEST_S:
            return
        try:
            found = mapping(json.loads(payload), "request")
            wanted = key(found.get("match")), whole(found.get("from"), "from"), whole(found.get("to"), "to")
        except (BadMessage, ValueError, RecursionError):
            return
        self._answered = now
        self._outbox.send_again(wanted[0], max(wanted[1], 1), wanted[2])

    def acknowledged(self, message: int) -> None:
        if message == self._waits_for:
            self._waits_for = None
        self._last_words.discard(message)
        self._outbox.acknowledged(message)

    def due(self, now: float) -> float:
        line = self._line
        if line is None:
            return HEARTBEAT_S
        while (event := self._outbox.take()) is not None:
            self._outbox.sent(line.publish(self._topic(EVENT), _encoded(event_message(event, time.time()))), event)
        self._mark.write_sometimes(now)
        next_word = self._said_at + HEARTBEAT_S
        if self._waits_for is None and not self._closing and (self._changed.is_set() or now >= next_word):
            self._changed.clear()
            self._said_at = now
            self._waits_for = line.publish(self._topic(STATE), _encoded(self._report()), retain=True)
            next_word = now + HEARTBEAT_S
        self._show_picture(line, now)
        if self._announce(line):
            return RESULT_S
        return max(0.05, next_word - now)

    def _show_picture(self, line: Line, now: float) -> None:
        if self._picture and self._image is not None and now - self._pictured_at >= PICTURE_S:
            self._pictured_at = now
            line.publish(self._topic(PICTURE), self._picture(self._image), retain=True)
            self._image = None

    def _announce(self, line: Line) -> bool:
        """One result at a time, after state and events; whether there may be more."""
        if self._over:
            self._over = False
            self._to_announce = iter(self._results())
        for match, result in self._to_announce:
            if len(result) <= MOST_BYTES:
                line.publish(self._topic(RESULT, match), result, retain=True)
            return True
        return False

    def lost(self, sentence: str) -> None:
        self._line = None
        if sentence != self._trouble:
            self._say(
                Message(
                    "{sentence} The match goes on; what happens is sent once the broker is there.", sentence=sentence
                )
            )
        self._trouble = sentence

    def farewell(self) -> None:
        if self._line is None:
            return
        self._closing = True
        closed = _encoded(report_to_json(replace(self._standing(), closed=True)))
        self._last_words = {
            self._line.publish(self._topic(STATE), closed, retain=True),
            self._line.publish(self._topic(AVAILABILITY), OFFLINE.encode(), retain=True),
        }

    def finished(self) -> bool:
        return self._line is None or (not self._last_words and self._outbox.idle)

    def _topic(self, *parts: str) -> str:
        return topic(self._publishing.id, *parts)

    def _report(self) -> dict[str, object]:
        return report_to_json(self._standing())

    def _standing(self) -> Report:
        self._number += 1
        shown, playing = self._shown, self._match()
        seat = shown.state.opponent
        sent = self._outbox.match
        events = sent[1] if sent and sent[0] == playing else 0
        before = self._outbox.before if events else sent
        part = MatchPart(
            playing,
            events,
            shown.state.rules.length,
            shown.state.game,
            shown.state.crawford,
            (shown.state.names[0][:LONGEST_NAME], shown.state.names[1][:LONGEST_NAME]),
            shown.state.score,
            shown.state.winner,
            before,
            OpponentPart(seat.side, seat.engine[:LONGEST_NAME]) if seat else None,
        )
        still = _STANDS_STILL if self._clock() - shown.at > STILL_S else ""
        return report_of(
            shown.state,
            self._seats,
            part,
            table=self._publishing.table,
            run=self._run,
            number=self._number,
            sent=time.time(),
            camera=shown.lost or still,
            clock=shown.clock,
        )


def event_message(numbered: NumberedEvent, sent: float) -> dict[str, object]:
    """The JSON object of the topic `event`; sent: seconds since 1970."""
    return {
        "schema": SCHEMA,
        "id": f"{numbered.key}:{numbered.number}",
        "match": numbered.key,
        "number": numbered.number,
        "sent": round(sent, 3),
        **event_to_json(numbered.event),
    }


def report_of(
    state: MatchState,
    seats: Seats,
    match: MatchPart,
    *,
    table: str,
    run: str,
    number: int,
    sent: float,
    camera: str,
    clock: Clock | None = None,
) -> Report:
    """The report of a table whose match stands like this; seats: as the board file has them."""
    warning = state.shown_warning
    return Report(
        table=table,
        run=run,
        number=number,
        sent=sent,
        match=match,
        phase=state.phase.value,
        turn=state.player,
        dice=state.dice,
        xgid=xgid_of(state),
        seats=state.seats or seats,
        cube=state.cube.value,
        owner=state.cube.owner,
        offered=state.cube.value * 2 if state.phase is Phase.DOUBLED else None,
        cube_in_use=not state.crawford,
        warning=OpenWarning(warning.player, warning.message[:LONGEST_TEXT], warning.rules, warning.provisional)
        if warning
        else None,
        clock=ClockReport(clock.bank, clock.runner, clock.delay_left) if clock else None,
        doubt=question_words(state.out_of_step, state.position)[0] if state.out_of_step else "",
        camera=camera[:LONGEST_TEXT],
        last=last_play(state)[:LONGEST_TEXT],
        paused=state.paused,
    )


def _encoded(data: dict[str, object]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def publisher_of(beside: BesideTable, publishing: Publishing) -> Publisher:
    """Publishes what happens in the match that `beside` belongs to."""
    session, journal = beside.session, beside.journal

    def playing() -> str:
        return match_key(session.match.id, session.match.started)

    def results() -> Iterator[Announced]:
        return announced(journal, publishing.table, datetime.now(UTC))

    where = f"{publishing.broker}/{topic(publishing.id)}"
    return Publisher(
        publishing,
        beside.state,
        beside.seats,
        playing,
        JournalEvents(journal),
        KeptMark(beside.folder / FILE, where, SentMark(session.match.id)),
        match_clock=beside.clock,
        results=results,
        picture=partial(cut, part=window(beside.board)) if publishing.pictures else None,
        workers=beside.workers,
    )
