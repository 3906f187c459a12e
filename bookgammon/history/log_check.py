"""Damage in SQLite's write-ahead log, which SQLite itself takes for the log's end and passes over in silence.

The format is that of https://www.sqlite.org/fileformat2.html#walformat.
"""

from __future__ import annotations

import struct
from pathlib import Path

from bookgammon.history.database_files import LOG

_HEADER, _FRAME_HEADER = 32, 24
_MAGIC = {0x377F0682: "<", 0x377F0683: ">"}
"""And the byte order in which checksums are made."""
TORN = 1
"""A pulled plug may tear the commit that was being written, and that one was never promised to anybody."""
UNKNOWN = 1000
"""Where the log's header is damaged, nothing in it can be read."""

Sums = tuple[int, int]


def lost_commits(database: Path) -> int:
    """How many commits in the database's log are lost in or behind a damaged place. Raises OSError.

    TORN may be a pulled plug's doing, more are damage.
    """
    log = database.with_name(database.name + LOG)
    data = log.read_bytes() if log.is_file() else b""
    if len(data) < _HEADER + _FRAME_HEADER:
        return 0
    magic, _, page, _ = struct.unpack(">4I", data[:16])
    order = _MAGIC.get(magic)
    sums = _summed(order, data[:24], (0, 0)) if order else None
    if order is None or sums != struct.unpack(">2I", data[24:_HEADER]):
        return UNKNOWN
    salts, step = data[16:24], _FRAME_HEADER + (65536 if page == 1 else page)
    for start in range(_HEADER, len(data) - step + 1, step):
        frame = data[start : start + step]
        sums = _summed(order, frame[_FRAME_HEADER:], _summed(order, frame[:8], sums))
        if frame[8:16] != salts or sums != struct.unpack(">2I", frame[16:_FRAME_HEADER]):
            return _commits_behind(data, start, step, salts)
    return 0


def _commits_behind(data: bytes, start: int, step: int, salts: bytes) -> int:
    """Commits of the same life of the log; what an earlier life left behind has other salts."""
    frames = range(start, len(data) - step + 1, step)
    return sum(data[at + 8 : at + 16] == salts and data[at + 4 : at + 8] != bytes(4) for at in frames)


def _summed(order: str, data: bytes, sums: Sums) -> Sums:
    first, second = sums
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & 0xFFFFFFFF
        second = (second + odd + first) & 0xFFFFFFFF
    return first, second
