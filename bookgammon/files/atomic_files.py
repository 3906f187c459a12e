"""Files that are whole or not there: a pulled plug leaves the old one or the new one, never half of either."""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

OWNER_ONLY = 0o600
AS_UMASK_LETS = 0o666
_LEFT_S = 60.0
"""So long nobody writes at one file."""


def write_atomically(path: Path, content: str | bytes, *, mode: int = OWNER_ONLY, on_disk: bool = True) -> None:
    """Write bytes, or text as UTF-8, on the disk before the name points to it. Raises OSError.

    mode: who may read it; OWNER_ONLY in the data folder, AS_UMASK_LETS for what people asked for elsewhere.
    on_disk: False for what is written several times a second and may be lost with the machine's power.
    """
    with atomic_file(path, mode=mode, on_disk=on_disk) as file:
        file.write(content.encode() if isinstance(content, str) else content)


@contextmanager
def atomic_file(path: Path, *, mode: int = OWNER_ONLY, on_disk: bool = True) -> Iterator[BinaryIO]:
    """A file to write; it gets its name when the block ends well, and is gone otherwise. Raises OSError."""
    if not path.name:
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with suppress(FileNotFoundError):
            draft.unlink()  # a killed process of the same number may have left it, with other rights
        opened = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        with open(opened, "wb") as file:
            yield file
            file.flush()
            if on_disk:
                os.fsync(file.fileno())
        os.replace(draft, path)
    except BaseException:
        with suppress(OSError):
            draft.unlink()
        raise
    if on_disk:
        _flush_folder(path.parent)


def make_private(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for their owner alone. Raises OSError."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    for path in reversed(missing):
        path.mkdir(mode=0o700, exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))


def remove_drafts(folder: Path) -> None:
    """Delete what killed processes left half written in a folder and below it."""
    for draft in folder.rglob(".*.*.new"):
        with suppress(OSError):
            if time.time() - draft.stat().st_mtime > _LEFT_S:
                draft.unlink()


def _flush_folder(folder: Path) -> None:
    """The new name itself is on the disk too, where the system has a way to make sure of it."""
    if os.name == "nt":
        return
    with suppress(OSError):  # some file systems refuse; the file is whole all the same
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


@contextmanager
def transaction(database: sqlite3.Connection) -> Iterator[None]:
    """What the block writes to a database is kept whole or not at all. Raises sqlite3.Error."""
    database.execute("BEGIN IMMEDIATE")
    try:
        yield
        database.execute("COMMIT")
    except BaseException:  # Ctrl-C too: what is not committed must not be read back as if it were
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise
