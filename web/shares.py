"""Answers that are large: made piece by piece, and only so many at once, by address and in all.

Whoever reads slowly, or never, holds a piece of such an answer and a place for one, not the whole of it.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, nullcontext

from flask import Flask, Response, request

from arbiter.message import Message
from web.errors import BusyError
from web.guard import in_control

AT_ONCE, OF_ONE_ADDRESS = 6, 2
"""For those who only look; paired devices have as many places of their own."""
_MANY = Message("Others are fetching such files just now: try again in a moment.")


_PLACES = "large answers"


class LargeAnswers:
    """The places for large answers. May be used from any thread.

    For those who only look one piece is made at a time, of whatever answer: all threads share one core.
    """

    def __init__(self, at_once: int = AT_ONCE, of_one_address: int = OF_ONE_ADDRESS) -> None:
        self._at_once, self._of_one = at_once, of_one_address
        self._lock, self._making = threading.Lock(), threading.Lock()
        self._taken: Counter[tuple[bool, str]] = Counter()

    def respond(self, pieces: Iterable[str], mimetype: str, headers: dict[str, str]) -> Response:
        """The answer to this request. Raises BusyError where no place is free."""
        asks = in_control() is not None, request.remote_addr or ""
        self._enter(asks)
        place = ExitStack()
        place.callback(self._leave, asks)
        answer = Response(self._made(pieces, place, paired=asks[0]), mimetype=mimetype, headers=headers)
        answer.call_on_close(place.close)
        return answer

    def _made(self, pieces: Iterable[str], place: ExitStack, *, paired: bool) -> Iterator[bytes]:
        """Whoever never reads holds no turn: it is given back before the piece is sent.

        Whoever has read it all holds no place: it is free then, however late the connection is closed.
        """
        waiting = iter(pieces)
        while True:
            with nullcontext() if paired else self._making:
                piece = next(waiting, None)
            if piece is None:
                place.close()
                return
            yield piece.encode()

    def _enter(self, asks: tuple[bool, str]) -> None:
        with self._lock:
            alike = sum(count for (paired, _), count in self._taken.items() if paired is asks[0])
            if alike >= self._at_once or self._taken[asks] >= self._of_one:
                raise BusyError(_MANY)
            self._taken[asks] += 1

    def _leave(self, asks: tuple[bool, str]) -> None:
        with self._lock:
            self._taken[asks] -= 1
            self._taken += Counter()  # nobody is remembered who has left


def large_answers(app: Flask) -> LargeAnswers:
    """The places of this application: all kinds of large answers share them."""
    places: LargeAnswers = app.extensions.setdefault(_PLACES, LargeAnswers())
    return places
