"""A start in the middle of a match: the table is compared with the log as it stands, never as it once stood."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

from arbiter.match.events import Event, MatchStarted
from arbiter.rules import Rules
from bookgammon.workers.worker import Workers
from tests.two_books.match.logs import AGREED, HOST, begun
from two_books.bodies import body_of
from two_books.joined_match import JoinedMatch
from two_books.memory_link import MemoryLinks
from two_books.mirrored import Entered
from two_books.own_table import seat_of
from two_books.shared_match import Judge
from two_books.shown import OtherBoard


@dataclass
class Table:
    """What was entered there."""

    entered: list[Entered] = field(default_factory=list)

    def submit(self, entered: Entered) -> None:
        self.entered.append(entered)


def test_nothing_is_entered_because_of_how_a_table_stood_earlier() -> None:
    links, table = MemoryLinks(), Table()
    joined = JoinedMatch(links.host, table.submit, Workers(), name="Ann")
    links.host.attach(OtherBoard(joined), Judge())
    links.host.propose(body_of(AGREED))
    links.deliver()
    looks = threading.Thread(target=joined.step, daemon=True)

    def events() -> Iterator[Event]:
        yield MatchStarted(0, 0.0, Rules(), ("Light", "Dark"))  # at this one the agreed match would be begun
        looks.start()
        looks.join(0.5)
        yield MatchStarted(1, 0.0, AGREED.rules, AGREED.names, opponent=seat_of(begun(), HOST))

    joined.take_up_events(events())
    looks.join(30.0)
    assert not looks.is_alive()
    assert table.entered == []
