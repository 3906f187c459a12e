"""`bookgammon two-guest`: play with somebody at their board, at a page of one's own, without board and camera."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

from arbiter.message import Message
from bookgammon.access.addresses import HERE
from bookgammon.access.devices import known_pairing
from bookgammon.commands.about import common_pages
from bookgammon.commands.play import name_said
from bookgammon.errors import UsageError
from bookgammon.files.atomic_files import make_private
from bookgammon.files.data_lock import note_address, writing
from bookgammon.files.log import logged
from bookgammon.files.settings import data_folder
from bookgammon.table.page import open_browser
from bookgammon.terminal.answers import say
from bookgammon.terminal.stopping import run_until_stopped
from bookgammon.workers.worker import Workers
from two_books.guest_page import GuestPage, first_hub
from two_books.guest_pages import add_guest
from two_books.guest_seat import FOLDER, GuestSeat
from two_books.invitation import code_of, invitation_in

PORT = 8026
"""After the page of a table on the same machine, and where such a table waits for the other one."""
EXAMPLE = "bookgammon two-guest\nbookgammon two-guest --join invitation.txt --my-name Ben"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--join", type=Path, metavar="FILE", help=Message("take the invitation in this file [pasted into the page]")
    )
    parser.add_argument("--my-name", metavar="NAME", help=Message("your name, for the other board"))
    parser.add_argument(
        "--host", metavar="H", default=HERE, help=Message("where the page listens [only this machine]")
    )
    parser.add_argument("--port", type=int, metavar="P", default=PORT, help=Message("the page's port [%(default)s]"))
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=Message("data folder [the platform's own]"))
    parser.add_argument(
        "-v", "--verbose", action="store_true", help=Message("tell on the terminal what goes into the log")
    )


def run(args: argparse.Namespace) -> int:
    name = name_said(args.my_name or "")
    code = code_of(invitation_in(args.join)) if args.join else ""
    if code and not name:
        raise UsageError(Message("Say your name too: --my-name NAME."))
    folder = data_folder(args.data)
    own = folder / FOLDER
    make_private(own)
    workers, hub = Workers(), first_hub()
    workers.report_to(say)
    with (
        writing(own, "two-guest"),
        logged(own, "two-guest", verbose=args.verbose),
        workers,
        GuestSeat(folder, workers, hub) as seat,
        GuestPage(
            hub, args.host, args.port, pairing=known_pairing(folder), workers=workers,
            add=(*common_pages(folder), partial(add_guest, seat=seat)),
        ) as page,
    ):  # fmt: skip
        if code:
            seat.join(code, name)
        else:
            seat.go_on()
        page.show_address()
        note_address(own, page.url)
        open_browser(page.opened_here())
        say(Message("Press Ctrl-C to stop."))
        return run_until_stopped()
