"""The one list of record formats: what each is called, how it is written and, where it can be, read."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from arbiter.errors import NotationError
from arbiter.message import Message
from arbiter.records.encoding import decoded
from arbiter.records.mat import write_mat
from arbiter.records.mat_reading import read_mats
from arbiter.records.model import MatchRecord
from arbiter.records.own_json import write_own_json
from arbiter.records.sgf import write_sgf
from arbiter.records.sgf_reading import read_sgfs
from arbiter.records.text import write_text, write_xgids
from arbiter.records.xg_file import MAGIC
from arbiter.records.xg_reading import read_xg


@dataclass(frozen=True, slots=True)
class RecordFormat:
    """A format that match records have in some program.

    title: as people know it. suffix: of its files, without the dot. read: all matches of a text; None where it is
    only written.
    opening: a regular expression that the text of a record in it begins with, behind blanks.
    """

    title: str
    suffix: str
    write: Callable[[MatchRecord], str]
    read: Callable[[str], tuple[MatchRecord, ...]] | None = None
    opening: str = ""


FORMATS = {
    "mat": RecordFormat("GNU Backgammon (.mat)", "mat", write_mat, read_mats),
    "sgf": RecordFormat("SGF", "sgf", write_sgf, read_sgfs, opening=r"\("),
    "text": RecordFormat("Plain text", "txt", write_text),
    "xgid": RecordFormat("XGID per decision", "xgid.txt", write_xgids),
    "json": RecordFormat("JSON", "json", write_own_json),
}
"""By the names that `bookgammon export --format` and the page's addresses use."""

MOST_BYTES = 8 * 10**6
"""Of a record's text. A long match has a tenth of a million."""


def read_record(source: str | Path | IO[bytes] | IO[str]) -> MatchRecord:
    """Read the one match of a source as `read_records` does. Raises NotationError too where it holds several."""
    found = read_records(source)
    if len(found) > 1:
        raise NotationError(Message("The file holds {count} matches: read them with read_records.", count=len(found)))
    return found[0]


def read_records(source: str | Path | IO[bytes] | IO[str]) -> tuple[MatchRecord, ...]:
    """Read all matches of a source, at least one, in whichever of the formats they are.

    source: a text, or a path or an open file, which may be an `.xg` file of eXtreme Gammon. The letters of a text are
    those that its mark or an SGF's `CA[]` says, else UTF-8, else those of Western Europe. Raises NotationError naming
    the place, and the file where there is one; OSError where a path cannot be read.
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
        if len(found) > MOST_BYTES:
            raise NotationError(_TOO_LONG)
        return _read_bytes(found) if isinstance(found, bytes) else _read_text(found)
    except NotationError as error:
        raise NotationError(Message.joined(": ", (str(name), str(error))) if name else str(error)) from error


_GZIP = b"\x1f\x8b"
_OF_BGBLITZ = re.compile(rb"BGF|gzip|smile", re.IGNORECASE)
"""Said in the line of JSON with which its files begin: what follows is JSON in Smile, compressed with gzip."""
_HEAD = 200
"""Bytes of a file in which it says what it is."""
_TOO_LONG = Message("A record has at most {most} million characters.", most=MOST_BYTES // 10**6)


def _read_bytes(content: bytes) -> tuple[MatchRecord, ...]:
    if content.startswith(MAGIC):
        return (read_xg(content),)
    if content.startswith(_GZIP) or (content.startswith(b"{") and _OF_BGBLITZ.search(content[:_HEAD])):
        raise NotationError(Message("BGBlitz's own files are not read: save the match as .mat there."))
    return _read_text(decoded(content))


def _read_text(text: str) -> tuple[MatchRecord, ...]:
    if len(text) > MOST_BYTES:
        raise NotationError(_TOO_LONG)
    for form in FORMATS.values():
        if form.read and form.opening and re.match(rf"[\ufeff\s]*{form.opening}", text):
            return form.read(text)
    return read_mats(text)  # a .mat file may begin with anything
