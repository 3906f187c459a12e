"""`bookgammon demo --two`: a simulated board and a guest's page that play one match, shown beside each other."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial

from arbiter.match.commands import Command
from arbiter.match.events import MatchStarted
from arbiter.match.opponent_answers import decision_due
from arbiter.message import Message
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.referee.referee import Referee
from arbiter.rules import Rules
from arbiter.seats import Seats
from bookgammon.access.addresses import HERE
from bookgammon.access.devices import known_pairing
from bookgammon.commands.about import common_pages
from bookgammon.commands.composition import followed_match
from bookgammon.commands.demo import stay_while
from bookgammon.commands.followed import FollowedMatch
from bookgammon.commands.play import unsaid
from bookgammon.files.log import logged
from bookgammon.files.settings import PORT, data_folder, now
from bookgammon.history.journal import DEMO_FILE, Journal
from bookgammon.history.session import MatchSession
from bookgammon.history.writer import journal_to_write
from bookgammon.plugin_values import BesideTable, PluginPart
from bookgammon.setup.serving import Place
from bookgammon.table.demo_recording import load_recording
from bookgammon.table.page import Page, open_browser
from bookgammon.table.table import FrameTime, Table
from bookgammon.terminal.answers import say
from bookgammon.terminal.language import ask
from two_books.agreed_rules import for_two_boards
from two_books.demo_board import FPS, SimulatedBoard
from two_books.demo_guest import DemoSeat
from two_books.demo_pages import PATH, add_both, let_frame
from two_books.demo_player import SimulatedPlayer
from two_books.guest_page import GuestPage, first_hub
from two_books.guest_pages import add_guest
from two_books.joined_match import JoinedMatch
from two_books.memory_link import MemoryLinks
from two_books.playing import at_other_board
from two_books.shared_match import Judge
from two_books.shown import OtherBoard

NAME = "Ann"
LENGTH = 3
PAUSE_S = 1.0
"""Before each step that is made for the guest."""
_FAST_PAUSE_S, _BRIEFLY_S = 0.03, 0.002


def add_demo_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--two", action="store_true",
        help=Message("a match at two boards instead: a simulated one, and a guest at a page alone"),
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    folder = data_folder(args.data)
    with (
        journal_to_write(folder, "demo", DEMO_FILE) as path,
        logged(folder, "demo", verbose=args.verbose),
        Journal(path) as journal,
    ):
        match = journal.begin(now(), "demo --two")
        board = load_recording().board()
        journal.append(match, [MatchStarted(0, 0.0, for_two_boards(Rules(length=LENGTH)))])
        session = MatchSession(journal, match, now, unsaid, board=board.name)
        port = args.port if args.port is not None else 0 if args.fast else PORT
        place = Place(HERE, port, known_pairing(folder), add=common_pages(folder))
        try:
            with place.workers, followed_match(folder, journal, session, board, place, args, demo=True) as followed:
                address = f"{followed.page.url}{PATH}#{followed.page.pairing.code_for_one()}"
                say(Message("Both pages beside each other: {page}", page=address))
                if not args.fast:
                    open_browser(address)
                follow(followed, board.seats.near, fast=args.fast)
                journal.end(session.match)
                followed.page.end("demo")
                if not args.fast and sys.stdin.isatty():
                    ask(Message("The page stays up until you press Enter. "))
                elif not args.fast:
                    stay_while(lambda: followed.page.followed)
        except KeyboardInterrupt:
            say(Message("Stopped."))
    return 0


def beside(table: BesideTable, stack: ExitStack) -> PluginPart:
    """The guest at their own page, joined to the demo's table until the stack is left."""
    links, hub = MemoryLinks(), first_hub()
    joined = JoinedMatch(links.host, table.submit, table.workers, name=NAME, side=table.seats.near)
    other = OtherBoard(joined)
    links.host.attach(other, Judge())
    seat = DemoSeat(links.guest, table.workers, hub, pause=_FAST_PAUSE_S if table.options.fast else PAUSE_S)
    opened: list[Page] = []

    def table_page() -> str:
        return opened[0].url.rstrip("/") if opened else ""

    page = GuestPage(
        hub, HERE, 0, pairing=known_pairing(table.folder), workers=table.workers,
        add=(
            *common_pages(table.folder),
            partial(add_guest, seat=seat),
            partial(let_frame, endpoint="guest", ancestor=table_page),
        ),
    )  # fmt: skip
    for part in (links.delivering(table.workers), page, seat, joined, at_other_board(joined)):
        stack.enter_context(part)
    return PluginPart(
        pages=(partial(add_both, guest=lambda: f"{page.url}guest", seat=seat),),
        on_update=joined.on_update,
        takes_up=joined.take_up,
        page_opens=opened.append,
    )


def follow(followed: FollowedMatch, side: Side, *, fast: bool) -> None:
    """A match at the simulated board, from its beginning to its end. side: of whoever sits there."""
    table, tapped = followed.table, list[Command]()
    lot = random.SystemRandom()
    player = SimulatedPlayer(SimulatedBoard(lot), side, lambda: table.state, tapped.append, lot)
    referee = Referee(table.state, Seats(side))
    for evidence in _in_time(player.looks(), fast=fast):
        take_look(table, referee, evidence, tapped)
        if fast and decision_due(table.state):
            time.sleep(_BRIEFLY_S)  # nothing happens at the board: the guest's side has the machine


def take_look(table: Table, referee: Referee, look: Evidence, tapped: list[Command]) -> None:
    """What the simulated camera sees, and what the player has tapped since, goes into the match. tapped: is emptied."""
    table.run_commands(referee)
    table.moment = FrameTime(look.frame, look.time)
    referee.go_on_from(table.state)
    table.commit(referee.observe(look), look, state=referee.state)
    while tapped:
        referee.go_on_from(table.state)
        table.commit(referee.handle(tapped.pop(0), look.frame, look.time), state=referee.state)


def _in_time(looks: Iterator[Evidence], *, fast: bool) -> Iterator[Evidence]:
    """As fast as a camera would bring them."""
    due = time.monotonic()
    for look in looks:
        due = max(due + 1 / FPS, time.monotonic() - 1.0)
        if not fast:
            time.sleep(max(0.0, due - time.monotonic()))
        yield look
