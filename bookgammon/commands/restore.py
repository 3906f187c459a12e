"""`bookgammon restore`: a backup back into the data folder."""

from __future__ import annotations

import argparse
from pathlib import Path

from arbiter.message import Message
from bookgammon.files.data_lock import writing
from bookgammon.files.settings import data_folder
from bookgammon.history.restore import kept_before, restore
from bookgammon.terminal.answers import say

EXAMPLE = """\
bookgammon restore /media/stick/bookgammon.zip"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help=Message("a file that bookgammon backup has written"))
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=Message("data folder [the platform's own]"))


def run(args: argparse.Namespace) -> int:
    folder = data_folder(args.data)
    with writing(folder, "restore"):
        held = restore(folder, args.file)
    for sentence in held.left_out:
        say(sentence)
    before = kept_before(folder)
    if before is None:
        say(Message("Restored: {summary}.", summary=held.summary))
    else:
        say(
            Message(
                "Restored: {summary}; what was there before is in {replaced}.", summary=held.summary, replaced=before
            )
        )
    return 0
