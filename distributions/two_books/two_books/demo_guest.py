"""The guest of `bookgammon demo --two`: their page, and a program that plays for them until somebody taps there."""

from __future__ import annotations

import threading
from typing import Self

from arbiter.message import Message
from arbiter.plays import accepted_plays
from arbiter.position import Position
from bookgammon.workers.worker import Worker, Workers
from two_books.demo_player import chosen
from two_books.errors import TwoBooksError
from two_books.guest_client import GuestClient, GuestMatch
from two_books.guest_turn import NotAllowedError, TurnUnderWay
from two_books.guest_view import guest_view
from two_books.guest_words import acts
from two_books.memory_link import MemoryLink
from web.hub import Hub

NAME = "Ben"
_PART = Message("the guest who plays by themselves")
_SAYS = ("throw", "take", "accept")
"""What is said for the guest wherever it may be."""


class DemoSeat:
    """Runs while its `with` block does; the pages' `Seat`. pause: seconds before each step that is made for the guest.

    by_itself: whether the program plays for them; a tap on their page ends that.
    """

    def __init__(self, link: MemoryLink, workers: Workers, hub: Hub, *, pause: float) -> None:
        self._hub, self._pause = hub, pause
        self._client = GuestClient(link, workers, name=NAME, changed=self._show)
        link.attach(self._client)
        self._playing = threading.Event()
        self._playing.set()
        self._worker = Worker(workers, "two books demo guest", _PART, self._run, wake=self._playing.set)

    def __enter__(self) -> Self:
        self._client.__enter__()
        self._worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.stop()
        self._client.__exit__()

    @property
    def client(self) -> GuestClient:
        """For somebody who taps."""
        self.by_itself = False
        return self._client

    def join(self, code: str, name: str) -> None:
        """Raises NotAllowedError."""
        del code, name
        raise NotAllowedError(Message("This is a demo: its match is played already."))

    @property
    def by_itself(self) -> bool:
        return self._playing.is_set()

    @by_itself.setter
    def by_itself(self, wanted: bool) -> None:
        if wanted:
            self._playing.set()
        else:
            self._playing.clear()

    def _show(self) -> None:
        self._hub.publish(guest_view(self._client.shown()))

    def _run(self, worker: Worker) -> None:
        while not worker.stopping:
            worker.idle()
            self._playing.wait()
            if worker.wait(self._pause):
                return
            worker.works_on()
            if self.by_itself:
                try:
                    self._step(self._client.shown())
                except TwoBooksError:
                    continue  # the match has moved on, or somebody has tapped in between

    def _step(self, shown: GuestMatch) -> None:
        if shown.own is None:
            return
        asked = shown.match.asked
        if asked is not None and asked.by is not shown.own:
            self._client.consent(asked.number, agrees=True)
        elif shown.turn is not None:
            self._plays(shown.turn)
        elif act := next((each for each in acts(shown.match, shown.own) if each in _SAYS), None):
            self._client.act(act)

    def _plays(self, turn: TurnUnderWay) -> None:
        wanted = chosen(turn.side, accepted_plays(turn.before, turn.side, turn.dice)).result
        if turn.position == wanted:
            self._client.done()
            return
        for move in turn.moves:
            if leads_to(turn.moved(move.start, move.end), wanted):
                self._client.move(move.start, move.end)
                return
        self._client.move_back()  # somebody began another play


def leads_to(turn: TurnUnderWay, wanted: Position) -> bool:
    """Whether further moves of that turn can come to the position."""
    if turn.position == wanted:
        return True
    return any(leads_to(turn.moved(move.start, move.end), wanted) for move in turn.moves)
