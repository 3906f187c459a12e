"""`bookgammon history`: past matches in the browser, without camera or board."""

from __future__ import annotations

import argparse
from contextlib import suppress
from functools import partial
from pathlib import Path

from arbiter.message import Message
from bookgammon.commands.play import place_for
from bookgammon.errors import FolderInUse
from bookgammon.files.data_lock import writing
from bookgammon.files.settings import data_folder
from bookgammon.history.analyst import Analyst
from bookgammon.history.archive import Archive
from bookgammon.history.journal import FILE
from bookgammon.history.writer import journal_to_write
from bookgammon.players.counting import Counting
from bookgammon.players.register import PlayerRegister
from bookgammon.recordings.service import RecordingService
from bookgammon.setup.wizard import USUAL_SEATS
from bookgammon.table.page import Page, open_browser, show_address
from bookgammon.terminal.answers import say
from bookgammon.terminal.stopping import run_until_stopped
from web.analysis import add_analysis
from web.app import AddPage
from web.guard import lead_to
from web.history import add_history
from web.players import add_players
from web.recordings import add_recordings

EXAMPLE = "bookgammon history"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", metavar="H", help=Message("where the page listens; asked once otherwise"))
    parser.add_argument("--port", type=int, metavar="P", help=Message("the page's port [8024]"))
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=Message("data folder [the platform's own]"))


def run(args: argparse.Namespace) -> int:
    folder = data_folder(args.data)
    with suppress(FolderInUse), journal_to_write(folder, "history"):
        pass  # whatever is wrong with the journal is put right now, unless a match is being played with it
    place = place_for(args, folder)
    lock = partial(writing, folder, "history")
    counting = Counting(folder / FILE, lambda: None)
    archive = Archive(folder / FILE, lambda: None, lock, forget=counting.forget)
    players = PlayerRegister(folder / FILE, counting, archive.delete, lock)
    analyst = Analyst(folder / FILE, archive, lambda: None)
    recordings = RecordingService(folder / FILE, lock, analyst.add)
    add: tuple[AddPage, ...] = (
        *place.add,
        partial(add_history, archive=archive),
        partial(add_analysis, analyses=analyst),
        partial(add_players, players=players),
        partial(add_recordings, recordings=recordings),
        partial(lead_to, endpoint="history"),
    )
    with analyst, recordings, Page((), USUAL_SEATS, place.host, place.port, pairing=place.pairing, add=add) as page:
        show_address(page)
        open_browser(page.opened_here())
        say(Message("Press Ctrl-C to stop."))
        return run_until_stopped()
