"""A match being followed, put together for `play` and `demo` alike: journal, page, lights, watcher, table, plugins."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from bookgammon.cameras.phone_guide import guide_at
from bookgammon.commands.beside import BesideMatch
from bookgammon.commands.followed import FollowedMatch, Observers, show_clip, show_place
from bookgammon.files.data_lock import note_address
from bookgammon.history.album import Album, album_beside
from bookgammon.history.clips import Clips
from bookgammon.history.journal import Journal
from bookgammon.history.session import MatchSession
from bookgammon.history.writer import patient
from bookgammon.lights.lights import WAITING_LIT, TableLights, load_lights
from bookgammon.opponent.seat import Make, SeatedOpponent, opponent_of
from bookgammon.setup.another_board import AnotherBoard, SetUpAgain
from bookgammon.setup.board_check import BoardCheck
from bookgammon.setup.serving import Place
from bookgammon.table.command_queue import CommandQueue
from bookgammon.table.current_reading import CurrentReading
from bookgammon.table.match_clock import ClockKeeper, clock_beside, clock_taken_up
from bookgammon.table.match_log import MatchLog
from bookgammon.table.page import show_address
from bookgammon.table.seat_aware_watcher import SeatAwareWatcher
from bookgammon.table.table import Table
from bookgammon.terminal.answers import say
from calibration.board import Board


@contextmanager
def followed_match(
    folder: Path,
    journal: Journal,
    session: MatchSession,
    board: Board,
    place: Place,
    options: argparse.Namespace,
    *,
    demo: bool = False,
    small: bool = False,
    make: Make = opponent_of,
    keep_board: Callable[[Board], None] | None = None,
    again: SetUpAgain | None = None,
) -> Iterator[FollowedMatch]:
    """Everything around one match, running inside the block. Events are kept, then passed to the observers in order.

    folder: the data folder. options: of the command, for plugins. small: a small machine follows. make: who plays where
    an opponent is not at the table. keep_board: is given the board where the first turns have it measured again;
    without it nothing checks it. again: is asked where the board is to be set up
    anew. Raises PortInUse, NoSuchHost, BadMap, SettingsError or AnalysisError before the block begins.
    """
    workers, orders, reading = place.workers, CommandQueue(), CurrentReading(board)
    with ExitStack() as stack:
        clock_file = clock_beside(journal.path)
        clock = clock_taken_up(session.events, clock_file)
        clock_keeper = stack.enter_context(ClockKeeper(session.events, clock_file, workers))
        beside = BesideMatch(
            folder, journal.path, session, board, orders, workers, options, clock=clock, demo=demo, small=small
        )
        beside.enter(stack)
        lights = stack.enter_context(TableLights(load_lights(folder), board.seats, beside.state, workers=workers))
        page = stack.enter_context(beside.page(place, lights.board.picture, reading, again.ask if again else None))
        page.on_waiting(lambda waiting: lights.waits(waiting.what in WAITING_LIT))
        album, playing = album_beside(journal.path), beside.playing
        pictures = stack.enter_context(Album(album, board, playing, workers))
        clips = None if small else stack.enter_context(Clips(album, board, playing, partial(show_clip, page), workers))
        log = stack.enter_context(MatchLog(folder, workers))
        opponent = stack.enter_context(SeatedOpponent(orders.submit, page.opponent_troubled, make, workers=workers))
        check = None if keep_board is None else stack.enter_context(BoardCheck(keep_board, workers))
        other = None
        if again is not None:
            other = stack.enter_context(AnotherBoard(board, page.another_board, workers))
        if place.telephone is not None:
            place.telephone.guided_by(guide_at(board, lambda: page.view.waiting_for))
        show_address(page)
        workers.report_to(say)
        note_address(folder, page.url)
        measured_again = partial(show_place, reading, place.telephone, page, other)
        watcher = SeatAwareWatcher(board, beside.state.seats, small=small, check=check, on_board=measured_again)
        reading.located_by(watcher.in_picture)
        observers = Observers(
            watcher, pictures, clock_keeper, lights, page, reading, session, log, opponent, clips, other, beside.parts
        )
        table = Table(
            session.events,
            patient(session.keep, observers.held_up),
            observers.in_order,
            orders,
            other_use=beside.other_use,
            keep_now=session.keep,
            clock=clock,
        )
        observers.begin(table, page)
        yield FollowedMatch(table, watcher, page, board, lights, workers)
