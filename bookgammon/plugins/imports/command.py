"""`bookgammon import`: record files of other programs become past matches."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from arbiter.message import Message
from arbiter.records.formats import MOST_BYTES
from bookgammon.errors import UsageError
from bookgammon.files.settings import data_folder
from bookgammon.history.journal import Journal
from bookgammon.history.writer import journal_to_write
from bookgammon.plugins.imports.service import Brought, ImportService
from bookgammon.terminal.answers import ProgressLine, say
from bookgammon.terminal.language import localized, show
from outside.errors import TooLargeError
from outside.files import read_bytes

EXAMPLE = """\
bookgammon import evening.mat online/
bookgammon import online/ --is Ann_73=Ann"""

SUFFIXES = (".mat", ".txt", ".sgf", ".xg")
"""What is taken of a folder."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files",
        nargs="+",
        type=Path,
        metavar="FILE",
        help=Message("a match record (.mat, .txt, SGF, .xg), or a folder of them"),
    )
    parser.add_argument(
        "--is",
        action="append",
        default=[],
        dest="names",
        metavar="OTHER=NAME",
        help=Message("who is called OTHER elsewhere is NAME here; remembered, for what was brought in before too"),
    )
    parser.add_argument("--data", type=Path, metavar="FOLDER", help=Message("data folder [the platform's own]"))


def run(args: argparse.Namespace) -> int:
    names = [_pair(text) for text in args.names]
    files = [file for path in args.files for file in _files(path)]
    brought = known = left_out = 0
    progress = ProgressLine(Message("Brought in:"), len(files))
    folder = data_folder(args.data)
    with (
        journal_to_write(folder, "import") as journal,
        Journal(journal),  # held open, so that SQLite does not tidy up behind every file
        ImportService(journal, background=False) as service,
    ):
        for other, name in names:
            service.name(other, name)
        for done, file in enumerate(files):
            progress.show(done)
            found = _brought(service, file)
            if found.trouble:
                left_out += 1
                progress.done()
                say(Message.joined(": ", (str(file), found.trouble)))
            for match in found.matches:
                brought, known = brought + (not match.known), known + match.known
                said = Message("known already as match {number}") if match.known else Message("match {number}")
                progress.done()
                show(f"{file}: {localized(said.filled(number=match.number))}, {' : '.join(match.names)}")
    progress.done()
    say(
        Message(
            "Brought in: {brought}. Known already: {known}. Files left out: {left_out}.",
            brought=brought,
            known=known,
            left_out=left_out,
        )
    )
    return 1 if left_out else 0


def _pair(text: str) -> tuple[str, str]:
    other, equals, name = text.partition("=")
    if not equals or not other.strip() or not name.strip():
        raise UsageError(Message("Write who is who as OTHER=NAME, not {text}.", text=repr(text)))
    return other, name


def _files(path: Path) -> Iterator[Path]:
    """The file itself, or the records in a folder, in their order."""
    if not path.is_dir():
        yield path
        return
    yield from sorted(each for each in path.rglob("*") if each.suffix.lower() in SUFFIXES and each.is_file())


def _brought(service: ImportService, file: Path) -> Brought:
    try:
        content = read_bytes(file, MOST_BYTES)
    except OSError as error:
        return Brought((), Message("it cannot be read ({strerror}).", strerror=error.strerror))
    except TooLargeError as error:
        return Brought((), str(error))
    return service.bring_in(content)
