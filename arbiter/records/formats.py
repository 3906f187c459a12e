"""The one list of record formats: what each is called, how it is written and, where it can be, read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from arbiter.errors import NotationError
from arbiter.message import Message
from arbiter.records.mat import write_mat
from arbiter.records.mat_reading import read_mat
from arbiter.records.model import MatchRecord
from arbiter.records.sgf import write_sgf
from arbiter.records.sgf_reading import read_sgf
from arbiter.records.text import write_text, write_xgids


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A format that match records have in some program.

    title: as people know it. suffix: of its files, without the dot. read: None where it is only written.
    opening: a regular expression that the text of a record in it begins with, behind blanks.
    """

    title: str
    suffix: str
    write: Callable[[MatchRecord], str]
    read: Callable[[str], MatchRecord] | None = None
    opening: str = ""


FORMATS = {
    "mat": RecordFormat("GNU Backgammon (.mat)", "mat", write_mat, read_mat),
    "sgf": RecordFormat("SGF", "sgf", write_sgf, read_sgf, opening=r"\("),
    "text": RecordFormat("Plain text", "txt", write_text),
    "xgid": RecordFormat("XGID per decision", "xgid.txt", write_xgids),
}
"""By the names that `bookgammon export --format` and the page's addresses use."""

MOST_BYTES = 8 * 10**6
"""Of a record's text. A long match has a tenth of a million."""


def read_record(source: str | Path | IO[bytes] | IO[str]) -> MatchRecord:
    """Read a record in whichever of the formats it is.

    source: the record's text, or a path or an open file, which is read as UTF-8, else as Latin-1. Raises
    NotationError naming the place, and the file where there is one; OSError where a path cannot be read.
    """
    if isinstance(source, str):
        return _read_text(source)
    if isinstance(source, Path):
        with source.open("rb") as file:
            found: str | bytes = file.read(MOST_BYTES + 1)
    else:
        found = source.read(MOST_BYTES + 1)
    name = source if isinstance(source, Path) else getattr(source, "name", "")
    try:
        return _read_text(_decoded(found) if isinstance(found, bytes) else found)
    except NotationError as error:
        raise NotationError(Message.joined(": ", (str(name), str(error))) if name else str(error)) from error


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _read_text(text: str) -> MatchRecord:
    if len(text) > MOST_BYTES:
        raise NotationError(Message("A record has at most {most} million characters.", most=MOST_BYTES // 10**6))
    for form in FORMATS.values():
        if form.read and form.opening and re.match(rf"[\ufeff\s]*{form.opening}", text):
            return form.read(text)
    return read_mat(text)  # a .mat file may begin with anything
