"""The files that one SQLite database consists of, and damage in its write-ahead log.

SQLite takes damage there for the log's end and passes over it in silence. The format is that of
https://www.sqlite.org/fileformat2.html#walformat.
"""

from __future__ import annotations

import shutil
import struct
from pathlib import Path

LOG = "-wal"
_INDEX = "-shm"
ROLLBACK = "-journal"
"""What SQLite keeps beside a database without a log while it writes; it must never meet another database."""
COMING = "restored"
"""A folder beside the database: a restore was begun and not finished, so what lies here is neither old nor new."""


def database_files(path: Path) -> tuple[Path, ...]:
    """Those that hold something: the database and, where it is not empty, its log; the log's index is made anew."""
    log = path.with_name(path.name + LOG)
    return (path, log) if log.is_file() and log.stat().st_size else (path,)


def copied_files(path: Path, folder: Path, name: str = "") -> Path:
    """Copies of them in another folder; name: of the database there. Raises OSError."""
    copy = folder / (name or path.name)
    for file in database_files(path):
        shutil.copyfile(file, copy.with_name(copy.name + file.name.removeprefix(path.name)))
    return copy


def remove_files(path: Path) -> None:
    """Delete them all, the log first: a log beside another database would be taken for that one's."""
    remove_log(path)
    path.unlink(missing_ok=True)


def remove_log(path: Path) -> None:
    """Delete the log and its index."""
    for ending in (LOG, _INDEX):
        path.with_name(path.name + ending).unlink(missing_ok=True)


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
