"""`bookgammon setup`: learn a board in the browser, then play on it."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

from arbiter.message import Message
from arbiter.rules import Rules
from bookgammon.cameras.address import whole_address
from bookgammon.cameras.opening import camera_opener
from bookgammon.commands.play import MatchWanted, add_light, add_no_name, follow_matches, place_for
from bookgammon.files.log import logged
from bookgammon.files.settings import data_folder
from bookgammon.history.writer import journal_to_write
from bookgammon.setup.before import before
from bookgammon.setup.serving import set_up
from bookgammon.table.table import FrameTime, opening

EXAMPLE = """\
bookgammon setup
bookgammon setup phone
bookgammon setup http://192.168.1.20:8080/video"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "source", nargs="?", help=Message("webcam number, phone, address or recording [picked on the page]")
    )
    parser.add_argument("--host", metavar="H", help=Message("where the page listens; asked once otherwise"))
    parser.add_argument("--port", type=int, metavar="P", help=Message("the page's port [8024]"))
    add_no_name(parser)
    add_light(parser)
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=Message("data folder [the platform's own]"))
    parser.add_argument(
        "-v", "--verbose", action="store_true", help=Message("tell on the terminal what goes into the log")
    )


def run(args: argparse.Namespace) -> int:
    folder = data_folder(args.data)
    with (
        journal_to_write(folder, "setup"),
        logged(folder, "setup", verbose=args.verbose),
        closing(place_for(args, folder, named=not args.no_name)) as place,
        place.workers,
    ):
        address = whole_address(folder, args.source) if args.source else ""
        rules = Rules()
        source = camera_opener(folder, place.telephone, place.workers)(address) if address else None
        ready = set_up(folder, source, address, place, rules, before(folder))
        begun = opening(rules, (0, 0), None, FrameTime())
        return follow_matches(folder, ready, place, MatchWanted(begun, small=args.light))
