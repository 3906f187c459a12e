"""`bookgammon export`: match records for other programs."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from arbiter.match.beginnings import has_begun
from arbiter.message import Message
from arbiter.records import FORMATS, MatchRecord, read_records
from bookgammon.errors import JournalError, UsageError
from bookgammon.files.atomic_files import AS_UMASK_LETS, write_atomically
from bookgammon.files.settings import data_folder
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.taken_away import record_taken_away
from bookgammon.terminal.answers import say
from bookgammon.terminal.language import show

EXAMPLE = """\
bookgammon export last --format mat --out evening.mat
bookgammon export evening.mat --format xgid"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "match", metavar="MATCH", help=Message("last, a match's number in the journal, or a .mat or .sgf file")
    )
    parser.add_argument("--format", choices=tuple(FORMATS), default="text", help=Message("what to write [text]"))
    parser.add_argument("--out", type=Path, metavar="FILE", help=Message("where to write it [standard output]"))
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=Message("data folder [the platform's own]"))


def run(args: argparse.Namespace) -> int:
    text = FORMATS[args.format].write(wanted(args.match, args.data))
    if args.out is None:
        show(text, end="")
        return 0
    try:
        write_atomically(args.out, text, mode=AS_UMASK_LETS)
    except OSError as error:
        raise UsageError(
            Message("The record {out} cannot be written: {strerror}.", out=args.out, strerror=error.strerror)
        ) from error
    say(Message("The record is in {out}", out=args.out))
    return 0


def wanted(name: str, data: Path | None) -> MatchRecord:
    """A match of the journal by number, the last one, or a record file, which is replayed by the rules."""
    if re.fullmatch(r"last|[0-9]{1,18}", name):
        return from_journal(name, data_folder(data) / FILE)
    try:
        found = read_records(Path(name))
    except OSError as error:
        raise UsageError(
            Message("There is no match and no record file {name}: {strerror}.", name=name, strerror=error.strerror)
        ) from error
    if others := len(found) - 1:
        say(
            Message.counted(
                "{name} holds one more match, which is left out.",
                "{name} holds {count} more matches, which are left out.",
                others,
                name=name,
            )
        )
    return found[0]


def from_journal(name: str, path: Path) -> MatchRecord:
    """Raises JournalError where the journal has no such match."""
    if not path.exists():
        raise JournalError(Message("No match has been played yet: there is no journal {path}.", path=path))
    with Journal(path, read_only=True) as journal:
        matches = journal.matches()
        if name == "last":
            played = (match for match in reversed(matches) if has_begun(journal.events(match)))
            found = [next(played, matches[-1])] if matches else []
        else:
            found = [match for match in matches if match.id == int(name)]
        if not found:
            raise JournalError(
                Message(
                    "The journal {path} has no match {name}: it holds {count}.",
                    path=path,
                    name=name,
                    count=len(matches),
                )
            )
        return record_taken_away(path, found[0], journal.events(found[0]))
