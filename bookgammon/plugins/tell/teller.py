"""Sends the match's events one after the other, from a thread of its own, and never is anything waited for.

The journal is the queue: each event goes out once the one before has been taken, and how far the receiver has taken
them is kept over a restart. One that is gone, slow or in trouble is tried again after pauses that grow.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from typing import Self

from arbiter.message import Message
from bookgammon.errors import JournalError
from bookgammon.plugin_values import BesideTable
from bookgammon.plugins.club.outbox import EventSource, JournalEvents, KeptMark, NumberedEvent, SentMark
from bookgammon.plugins.club.publisher import event_message
from bookgammon.plugins.tell.receiver import NotToldError, Receiver, post
from bookgammon.table.table import TableUpdate
from bookgammon.terminal.answers import say
from bookgammon.workers.worker import Worker, Workers

FILE = "told.json"
FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 60.0
LOOK_S = 5.0
"""Between two looks into the journal where nobody said that something happened."""
END_S = 3.0
_PART = Message("telling others what happens")

Post = Callable[[Receiver, str, str, bytes], None]
"""Sends one event: whom, its name, when, the JSON. Raises NotToldError."""


class Teller:
    """Tells one receiver while the `with` block runs. `show` is an observer of the table.

    source: the events. mark: how far the receiver has taken them. say: is called once when the receiver is in trouble
    and when it is not any more. wait: waits so many seconds, or until the worker is to end; whether it is.
    """

    def __init__(
        self,
        receiver: Receiver,
        source: EventSource,
        mark: KeptMark,
        *,
        send: Post = post,
        say: Callable[[str], None] = say,
        now: Callable[[], float] = time.time,
        wait: Callable[[Worker, float], bool] | None = None,
        workers: Workers | None = None,
    ) -> None:
        self._receiver, self._source, self._mark = receiver, source, mark
        self._send, self._say, self._now = send, say, now
        self._wait = wait or (lambda worker, seconds: worker.wait(seconds))
        self._grown = threading.Event()
        self._trouble = ""
        self._pause = FIRST_PAUSE_S
        self._worker = Worker(workers or Workers(), "tell", _PART, self._run, wake=self._grown.set)

    def __enter__(self) -> Self:
        self._worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.stop(END_S)
        self._mark.write()

    def show(self, update: TableUpdate) -> None:
        """What one frame brought. Noting it is all that the table's thread does."""
        if update.events:
            self._grown.set()

    def _run(self, worker: Worker) -> None:
        while not worker.stopping:
            self._grown.clear()
            sent = self._send_what_there_is(worker)
            if sent is None:
                if self._wait(worker, self._pause):
                    return
                self._pause = min(2 * self._pause, LONGEST_PAUSE_S)
                continue
            worker.idle()
            self._grown.wait(LOOK_S)

    def _send_what_there_is(self, worker: Worker) -> int | None:
        """How many events were taken; None where the receiver is in trouble and they are to be tried again."""
        sent = 0
        while not worker.stopping:
            try:
                events = self._source.after(self._mark.mark)
            except JournalError:  # the table reports it; the next event brings us back
                return sent
            if not events:
                return sent
            for event in events:
                if worker.stopping:
                    return sent
                worker.works_on(str(self._receiver))
                if not self._told(worker, event):
                    return None
                sent += 1
        return sent

    def _told(self, worker: Worker, event: NumberedEvent) -> bool:
        sent = f"{self._now():.3f}"
        message = event_message(event, float(sent))
        try:
            self._send(self._receiver, str(message["id"]), sent, json.dumps(message).encode())
        except NotToldError as error:
            worker.troubled(str(error))
            if not self._trouble:
                self._say(Message("{sentence} The match goes on; it is tried again.", sentence=error))
            self._trouble = str(error)
            return False
        self._mark.keep(SentMark(event.match, event.number, event.key))
        self._mark.write_sometimes(time.monotonic())
        if self._trouble:
            self._say(Message("{receiver} takes events again.", receiver=self._receiver))
        worker.troubled("")
        self._trouble, self._pause = "", FIRST_PAUSE_S
        return True


def teller_of(beside: BesideTable, receiver: Receiver) -> Teller:
    """Tells what happens from the match that `beside` belongs to on."""
    mark = KeptMark(beside.folder / FILE, str(receiver), SentMark(beside.session.match.id))
    return Teller(receiver, JournalEvents(beside.journal), mark, workers=beside.workers)
