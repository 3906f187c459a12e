"""`bookgammon wall`: all tables of a club on one page."""

from __future__ import annotations

import argparse
from pathlib import Path

from arbiter.message import Message
from bookgammon.access.addresses import WALL
from bookgammon.access.local_name import LocalName
from bookgammon.commands.about import ADD_COMMANDS
from bookgammon.files.settings import data_folder
from bookgammon.plugins.club.broker import broker_from
from bookgammon.terminal.answers import say
from bookgammon.terminal.stopping import run_until_stopped
from bookgammon.workers.worker import Workers
from web.listening import only_here

PORT = 8025
"""Beside the page of a table on the same machine."""

EXAMPLE = """\
bookgammon wall --broker mqtt://broker.local
bookgammon wall --broker mqtts://broker.club.example --host 0.0.0.0"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--broker", metavar="URL", help=Message("the club's MQTT broker: mqtt://host or mqtts://host"))
    parser.add_argument(
        "--host", metavar="H", default="127.0.0.1", help=Message("where the wall listens [only this machine]")
    )
    parser.add_argument("--port", type=int, metavar="P", default=PORT, help=Message("the wall's port [%(default)s]"))
    parser.add_argument(
        "--no-name",
        action="store_true",
        help=Message("do not let the devices of this network find the wall as bookgammon-wall.local"),
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=Message("data folder [the platform's own]"))


def run(args: argparse.Namespace) -> int:
    from bookgammon.plugins.club.wall import Wall  # noqa: PLC0415 - it needs a library that an extra brings

    broker = broker_from(data_folder(args.data), args.broker)
    workers = Workers()
    workers.report_to(say)
    with (
        workers,
        Wall(broker, args.host, args.port, add=(ADD_COMMANDS,), workers=workers) as wall,
        LocalName(WALL, workers=workers) as name,
    ):
        if not (args.no_name or only_here(args.host)):
            name.announce(wall.port)
        say(Message("The wall is at {url} (results at {url}results). Press Ctrl-C to stop.", url=wall.url))
        return run_until_stopped()
