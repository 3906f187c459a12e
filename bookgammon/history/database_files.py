"""The files that one SQLite database consists of."""

from __future__ import annotations

import shutil
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
