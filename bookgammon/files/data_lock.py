"""One process at a time writes in a data folder; whoever comes second learns who came first."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from filelock import FileLock, Timeout

from arbiter.message import Message
from bookgammon.errors import FolderInUse, SettingsError
from bookgammon.files.atomic_files import write_atomically

_LOCK = "writer.lock"
_WRITER = "writer.json"
_PATIENCE_S = 1.0
"""A history that deletes a match holds the lock for a moment only."""


@contextmanager
def writing(folder: Path, command: str) -> Iterator[None]:
    """Only this process writes in the folder while the block runs. Ends with the process, however that dies.

    command: what other processes learn is running. Raises FolderInUse, SettingsError.
    """
    lock = FileLock(folder / _LOCK, timeout=_PATIENCE_S, mode=0o600)
    try:
        lock.acquire()
    except Timeout as error:
        raise FolderInUse(_sentence(folder)) from error
    except (OSError, NotImplementedError) as error:
        sentence = Message(
            "The data folder {folder} cannot be locked ({error}): choose another with --data.",
            folder=folder,
            error=error,
        )
        raise SettingsError(sentence) from error
    try:
        _note(folder, {"process": os.getpid(), "command": command})
        yield
    finally:
        with suppress(OSError):
            (folder / _WRITER).unlink(missing_ok=True)
        lock.release()


def note_address(folder: Path, address: str) -> None:
    """For whoever comes second: where the page of the process that writes is."""
    _note(folder, {**_noted(folder), "page": address})


def page_of_writer(folder: Path) -> str:
    """Where the page of the process that writes in the folder is; empty where none has said so."""
    return str(_noted(folder).get("page", ""))


def _sentence(folder: Path) -> str:
    noted = _noted(folder)
    who = f"bookgammon {noted['command']}" if "command" in noted else Message("another Bookgammon")
    details = [Message("process {number}", number=noted["process"])] if "process" in noted else []
    details += [Message("its page is {address}", address=noted["page"])] if "page" in noted else []
    if details:
        who = Message.joined("", (who, " (", Message.joined(", ", details), ")"))
    return Message(
        "The data folder {folder} is used by {who}: stop that one first or choose another with --data.",
        folder=folder,
        who=who,
    )


def _noted(folder: Path) -> dict[str, object]:
    try:
        found = json.loads((folder / _WRITER).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _note(folder: Path, noted: dict[str, object]) -> None:
    with suppress(OSError):  # on a full disk the match reports it, and that matters more
        write_atomically(folder / _WRITER, json.dumps(noted))
