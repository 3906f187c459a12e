"""What an `.xg` file of eXtreme Gammon holds: its records of fixed length, and the comments that they name.

Source: XG's maker's public description of the format. A header is followed by a picture and an archive: streams of
zlib, at whose end a list names them. Everything is bounded before it is unpacked.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from struct import Struct

from arbiter.errors import NotationError
from arbiter.message import Message

MAGIC = b"RGMH"
RECORD = 2560
"""Bytes of each record."""
MOST_RECORDS = 20_000
"""A match of forty games has some five thousand."""

_HEADER = Struct("<4sIIqI")
_HEADER_SIZE = 8232
_END = Struct("<IiiiiI12x")
_ENTRY = 532
_PLACE = Struct("<iiiIB")
_PLACE_AT = 512
_MOST_FILES = 16
_MOST_COMMENTS = 4 * 2**20
_RECORDS_NAME, _COMMENTS_NAME = "temp.xg", "temp.xgc"
_DAMAGED = Message("This .xg file is damaged.")


@dataclass(frozen=True, slots=True)
class XgFile:
    """records: each RECORD bytes. comments: as plain text, by the numbers that records name them by."""

    records: tuple[bytes, ...]
    comments: tuple[str, ...]


def open_xg(content: bytes) -> XgFile:
    """Raises NotationError where the content is no such file, is damaged, or holds more than any match."""
    if not content.startswith(MAGIC):
        raise NotationError(Message("This is not an .xg file of eXtreme Gammon."))
    if len(content) < _HEADER_SIZE + _END.size:
        raise NotationError(_DAMAGED)
    header = _HEADER.unpack_from(content)
    begin = header[2] + header[4]
    *_, registry_size, archive_size, packed = _END.unpack_from(content, len(content) - _END.size)
    count = _END.unpack_from(content, len(content) - _END.size)[1]
    registry_at = len(content) - _END.size - registry_size
    if not (0 < count <= _MOST_FILES and begin <= registry_at < len(content) - _END.size and archive_size >= 0):
        raise NotationError(_DAMAGED)
    listed = content[registry_at : len(content) - _END.size]
    registry = _unpacked(listed, count * _ENTRY) if packed else listed
    found = {name: (at, size) for name, at, size in _listed(registry, count)}
    if _RECORDS_NAME not in found:
        raise NotationError(Message("This .xg file holds no match."))
    base = registry_at - archive_size
    data = _stream(content, base, found[_RECORDS_NAME], RECORD * MOST_RECORDS)
    notes = found.get(_COMMENTS_NAME)
    text = _stream(content, base, notes, _MOST_COMMENTS) if notes else b""
    records = tuple(data[at : at + RECORD] for at in range(0, len(data) - RECORD + 1, RECORD))
    lines = text.decode("cp1252", "replace").split("\r\n") if text else []
    return XgFile(records, tuple(_plain(line) for line in lines))


def _listed(registry: bytes, count: int) -> Iterator[tuple[str, int, int]]:
    """Each stream's name, place and length when unpacked."""
    for number in range(count):
        entry = registry[number * _ENTRY : (number + 1) * _ENTRY]
        if len(entry) < _ENTRY:
            raise NotationError(_DAMAGED)
        size, _, at, _, _ = _PLACE.unpack_from(entry, _PLACE_AT)
        yield entry[1 : 1 + entry[0]].decode("latin-1").lower(), at, size


def _stream(content: bytes, base: int, place: tuple[int, int], most: int) -> bytes:
    at, size = place
    if not (0 <= size <= most and at >= 0 and 0 < base + at < len(content)):
        raise NotationError(_DAMAGED)
    return _unpacked(content[base + at :], size)


def _unpacked(data: bytes, size: int) -> bytes:
    """Exactly so many bytes of a stream of zlib."""
    try:
        found = zlib.decompressobj().decompress(data, size + 1)
    except zlib.error:
        raise NotationError(_DAMAGED) from None
    if len(found) != size:
        raise NotationError(_DAMAGED)
    return found


# ------------------------------------------------------------------ comments

_RTF = re.compile(
    r"\\'([0-9a-fA-F]{2})|\\u(-?\d{1,6})[ ?]?|\\([a-z]{1,32})(-?\d{1,10})?[ ]?|\\([^a-z])|([{}])|([\r\n]+)"
)
_HIDDEN = ("fonttbl", "colortbl", "stylesheet", "info", "generator", "*")
"""Groups of RTF that are no text."""
_BREAKS = ("par", "line")


def _plain(line: str) -> str:
    """A comment as plain text: they are kept as RTF, with other signs for the ends of its lines."""
    line = line.replace("\x01\x02", "\r\n")
    if not line.startswith("{\\rtf"):
        return line.strip().replace("\r\n", "\n")
    kept: list[str] = []
    depth, hidden, at = 0, 0, 0
    for found in _RTF.finditer(line):
        if not hidden:
            kept.append(line[at : found.start()])
        at = found.end()
        letter = _letter(found)
        if found[6]:
            depth += 1 if found[6] == "{" else -1
            hidden = 0 if depth < hidden else hidden
        elif not hidden and (found[3] in _HIDDEN or found[5] == "*"):
            hidden = depth
        elif not hidden:
            kept.append(letter)
    return re.sub(r"[ \t]+\n", "\n", "".join(kept)).strip()


def _letter(found: re.Match[str]) -> str:
    if found[1]:
        return bytes((int(found[1], 16),)).decode("cp1252", "replace")
    if found[2]:
        code = int(found[2]) % 65536
        return "" if 0xD800 <= code < 0xE000 else chr(code)
    if found[3]:
        return "\n" if found[3] in _BREAKS else "\t" if found[3] == "tab" else ""
    return {"~": " ", "\n": "\n"}.get(found[5] or "", found[5] or "")
