"""One table's whole program before a simulated board, for a match at two boards: the options are those of `play`.

Hands, dice and camera are those of `bookgammon demo --two`; all else is as `play` puts it together, its page included.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator

from arbiter.match.commands import Command
from arbiter.match.events import MatchStarted
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.access.addresses import HERE
from bookgammon.access.devices import known_pairing
from bookgammon.commands.about import common_pages
from bookgammon.commands.composition import followed_match
from bookgammon.commands.followed import FollowedMatch
from bookgammon.commands.play import add_arguments, unsaid
from bookgammon.files.settings import now
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.session import MatchSession
from bookgammon.setup.serving import Place
from bookgammon.table.demo_recording import load_recording
from two_books import demo_player
from two_books.agreed_rules import for_two_boards
from two_books.demo_board import FPS, SimulatedBoard
from two_books.demo_player import SimulatedPlayer
from two_books.demo_two import take_look
from two_books.play_options import check_options

LENGTH = 9
SWIFT_S = 0.3
"""They think as long as that: the campaign is about what comes after a play."""


class FarPlayer(SimulatedPlayer):
    """Who has joined: the opening dice are thrown at the other board."""

    def _opens(self) -> Iterator[Evidence]:
        yield self._board.look()


def follow(followed: FollowedMatch, side: Side) -> None:
    """Twelve looks a second, as a camera brings them, until the match is over."""
    table, tapped, lot = followed.table, list[Command](), random.SystemRandom()
    sits = SimulatedPlayer if side is Side.LIGHT else FarPlayer
    player = sits(SimulatedBoard(lot), side, lambda: table.state, tapped.append, lot)
    referee, due = Referee(table.state, Seats(side)), time.monotonic()
    for look in player.looks():
        due = max(due + 1 / FPS, time.monotonic() - 1.0)
        time.sleep(max(0.0, due - time.monotonic()))
        take_look(table, referee, look, tapped)


def main() -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    args = parser.parse_args()
    demo_player.THINKS_S = SWIFT_S
    check_options(args, args.data)
    board, port = load_recording().board(), args.port
    place = Place(HERE, port, known_pairing(args.data), add=common_pages(args.data))
    with Journal(args.data / FILE) as journal:
        session = MatchSession(journal, journal.begin(now(), "simulated"), now, unsaid, board=board.name)
        with place.workers, followed_match(args.data, journal, session, board, place, args) as followed:
            followed.table.commit([MatchStarted(0, 0.0, for_two_boards(Rules(length=LENGTH)))])
            follow(followed, Side.LIGHT if args.invite else Side.DARK)


if __name__ == "__main__":
    main()
