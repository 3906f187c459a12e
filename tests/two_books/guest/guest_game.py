"""A simulated table that invites, and a guest without one: at the page, or by the client's own calls."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from arbiter.position import Side
from arbiter.rules import Rules
from bookgammon.workers.worker import Workers
from tests.ports import free_port
from tests.two_books.match.two_tables import Player
from two_books.errors import TwoBooksError
from two_books.guest_client import GuestClient
from two_books.guest_words import acts
from two_books.invitation import Invitation, new_invitation, parse_address
from two_books.link import Entry
from two_books.memory_link import MemoryLink
from two_books.two_books_link import TwoBooksLink

WAITS_S = 240.0


class HostTable:
    """Ann's table, followed in a thread of its own until it is over or stopped. manners: of `Player`."""

    def __init__(
        self, folder: Path, seed: int, link: MemoryLink | TwoBooksLink, rules: Rules, **manners: float
    ) -> None:
        self.seated = threading.Event()
        self.fault: BaseException | None = None
        self.player: Player | None = None
        self._make: Callable[[], Player] = lambda: Player(
            folder / "ann.sqlite", seed, link, Side.LIGHT, rules, "Ann", **manners
        )
        self._thread = threading.Thread(target=self._follow, daemon=True)

    def __enter__(self) -> HostTable:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self.player is not None:
            self.player.stop.set()
        self._thread.join(20.0)

    def _follow(self) -> None:
        """All of it in one thread, as the journal is the table's thread's."""
        try:
            self.player = self._make()
            board, start = self.player.board, self.player.state.rules.start
            board.position = board.start = board.camera._looked_at = start
            self.seated.set()
            self.player.follow()
        except BaseException as fault:  # noqa: BLE001 - told to the test, which is another thread
            self.fault = fault
            self.seated.set()

    def log(self) -> Sequence[Entry]:
        assert self.player is not None
        return self.player.link.entries()

    @property
    def finished(self) -> bool:
        if self.fault is not None:
            raise AssertionError(str(self.fault)) from self.fault
        return self.player is not None and self.player.finished


class GuestByHand:
    """Who plays by the client's own calls, by lot. doubles: how often, where they may."""

    def __init__(self, client: GuestClient, seed: int, *, doubles: float = 0.1) -> None:
        self._client, self._lot, self._doubles = client, random.Random(seed), doubles

    def look(self) -> None:
        """One decision, where one is theirs."""
        client, shown = self._client, self._client.shown()
        if shown.own is None:
            return
        asked = shown.match.asked
        with suppress(TwoBooksError):  # the match has moved on meanwhile
            if asked and asked.by is not shown.own:
                client.consent(asked.number, agrees=True)
            elif shown.turn is not None:
                if shown.turn.whole is not None:
                    client.done()
                else:
                    move = self._lot.choice(shown.turn.moves)
                    client.move(move.start, move.end)
            else:
                self._says()

    def _says(self) -> None:
        shown = self._client.shown()
        assert shown.own is not None
        offered = acts(shown.match, shown.own)
        if "accept" in offered:
            self._client.act("accept")
        elif "take" in offered:
            self._client.act("take" if self._lot.random() < 0.7 else "drop")
        elif "double" in offered and self._lot.random() < self._doubles:
            self._client.act("double")
        elif "throw" in offered:
            self._client.act("throw")


def play_until(done: Callable[[], bool], look: Callable[[], None], waits_s: float = WAITS_S) -> None:
    ends = time.monotonic() + waits_s
    while not done():
        assert time.monotonic() < ends, "the match does not come to its end"
        look()
        time.sleep(0.01)


def straight_invitation() -> Invitation:
    """To a table of this machine, at a port that is free just now."""
    return new_invitation(parse_address(f"tcp://127.0.0.1:{free_port()}"))


@contextmanager
def table_with_link(
    folder: Path, seed: int, invitation: Invitation, rules: Rules, **manners: float
) -> Iterator[HostTable]:
    """The table with a real link, which the invitation leads to."""
    own = folder / "table"
    own.mkdir(parents=True, exist_ok=True)
    with Workers() as workers:
        link = TwoBooksLink(own, invitation, "host", workers)
        with HostTable(own, seed, link, rules, **manners) as table:
            assert table.seated.wait(60)
            with link:
                yield table
