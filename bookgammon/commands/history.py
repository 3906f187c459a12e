"""`bookgammon history`: past matches in the browser, without camera or board."""

from __future__ import annotations

import argparse
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path

from arbiter.message import Message
from bookgammon.boards.known_boards import colours_named
from bookgammon.commands.play import place_for
from bookgammon.errors import FolderInUse
from bookgammon.files.data_lock import writing
from bookgammon.files.settings import data_folder
from bookgammon.history.archive import Archive
from bookgammon.history.journal import FILE
from bookgammon.history.writer import journal_to_write
from bookgammon.plugin_manager import notify_match_added, plugins
from bookgammon.plugin_values import BesidePast, PluginPart
from bookgammon.setup.wizard import USUAL_SEATS
from bookgammon.table.page import Page, open_browser, show_address
from bookgammon.terminal.answers import say
from bookgammon.terminal.stopping import run_until_stopped
from web.app import AddPage
from web.guard import lead_to
from web.history import add_history
from web.waiting_for import WaitingFor

EXAMPLE = "bookgammon history"
_NO_TABLE = WaitingFor("nothing", Message("No match is followed just now."), Message("Past matches"), "/history")


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
    with ExitStack() as stack:
        workers = stack.enter_context(place.workers)
        archive = Archive(folder / FILE, lambda: None, lock, look=colours_named(folder))
        parts: tuple[PluginPart, ...] = ()
        past = BesidePast(
            folder, folder / FILE, archive, lambda: None, lock, lambda match: notify_match_added(parts, match), workers
        )
        parts = plugins().parts("beside_past", stack, past=past)
        add: tuple[AddPage, ...] = (
            *place.add,
            partial(add_history, archive=archive),
            *(page for part in parts for page in part.pages),
            partial(lead_to, endpoint="history"),
        )
        page = stack.enter_context(
            Page(
                (),
                USUAL_SEATS,
                place.host,
                place.port,
                pairing=place.pairing,
                add=add,
                workers=workers,
                elsewhere=_NO_TABLE,
            )
        )
        show_address(page)
        open_browser(page.opened_here())
        say(Message("Press Ctrl-C to stop."))
        return run_until_stopped()
