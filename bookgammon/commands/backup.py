"""`bookgammon backup`: everything that was kept, in one file."""

from __future__ import annotations

import argparse
from pathlib import Path

from arbiter.message import Message
from bookgammon.files.settings import data_folder, now
from bookgammon.history.backup import write_backup
from bookgammon.terminal.answers import say

EXAMPLE = """\
bookgammon backup /media/stick/bookgammon.zip"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=Message("the backup to write, a zip file"))
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=Message("data folder [the platform's own]"))


def run(args: argparse.Namespace) -> int:
    held = write_backup(data_folder(args.data), args.file, now())
    say(
        Message(
            "The backup {file} holds {summary}; paired devices are not in it.", file=args.file, summary=held.summary
        )
    )
    return 0
