"""Files that are whole or not there: a pulled plug leaves the old one or the new one, never half of either."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

OWNER_ONLY = 0o600
AS_UMASK_LETS = 0o666


def write_atomically(path: Path, content: str | bytes, *, mode: int = OWNER_ONLY) -> None:
    """Write bytes, or text as UTF-8, on the disk before the name points to it. Raises OSError.

    mode: who may read it; OWNER_ONLY in the data folder, AS_UMASK_LETS for what people asked for elsewhere.
    """
    data = content.encode() if isinstance(content, str) else content
    draft = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with suppress(FileNotFoundError):
            draft.unlink()  # a killed process of the same number may have left it, with other rights
        opened = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        with open(opened, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, path)
    except OSError:
        with suppress(OSError):
            draft.unlink()
        raise
    _flush_folder(path.parent)


def remove_drafts(folder: Path) -> None:
    """Delete what killed processes left half written in a folder that nobody writes to at the moment."""
    for draft in folder.glob(".*.*.new"):
        with suppress(OSError):
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
