"""Restoring a backup: unpacked and checked first, then put in place in steps that a later start finishes."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path, PurePosixPath

from arbiter.message import Message
from bookgammon.errors import BackupError
from bookgammon.files.atomic_files import make_private
from bookgammon.history.backup import MANIFEST, MOST_MANIFEST, Held
from bookgammon.history.database_files import COMING, LOG, ROLLBACK, remove_log
from bookgammon.history.journal import FILE
from bookgammon.plugin_manager import plugins
from outside.confined import Confined
from outside.errors import OverrunError
from outside.files import MIB
from outside.sentences import from_json

_UNPACKING, REPLACED = ".restoring", "before-restore"
"""Folders in the data folder: what is being unpacked; what was there before."""
_REPLACEABLE = ("pictures", "boards", "board.toml", "board.*.png", "settings.toml", "lights.toml")
_MEMORY, _SECONDS = 1024 * MIB, 900.0
"""A slow card takes minutes for a full album."""
_MOST_ANSWERED = 2 * MOST_MANIFEST


def restore(folder: Path, backup: Path) -> Held:
    """Replace what the data folder holds by what the backup holds, or leave it as it is.

    What was there is kept in the folder `before-restore`. Only for whoever holds the folder's lock. Raises
    BackupError.
    """
    finish_restore(folder)  # of an earlier one that was cut off
    unpacking = folder / _UNPACKING
    try:
        shutil.rmtree(unpacking, ignore_errors=True)
        make_private(unpacking)
        held = _unpacked(backup, unpacking)
        shutil.rmtree(folder / REPLACED, ignore_errors=True)
        os.replace(unpacking, folder / COMING)  # from here on it will happen, whatever is cut off
    except BackupError as error:
        raise BackupError(Message("Nothing was restored from {backup}: {error}", backup=backup, error=error)) from error
    except OSError as error:
        raise BackupError(
            Message("Nothing was restored from {backup}: {strerror}.", backup=backup, strerror=error.strerror or error)
        ) from error
    finally:
        shutil.rmtree(unpacking, ignore_errors=True)
    finish_restore(folder)
    return held


def kept_before(folder: Path) -> Path | None:
    """Where a restore put what was there before; None where there was nothing."""
    replaced = folder / REPLACED
    return replaced if replaced.is_dir() and any(replaced.iterdir()) else None


def finish_restore(folder: Path) -> None:
    """Put in its place what a restore has unpacked whole; there may be nothing to do. Raises BackupError.

    May be cut off and called again as often as one likes. Only for whoever holds the folder's lock.
    """
    coming, replaced = folder / COMING, folder / REPLACED
    if not coming.is_dir():
        return
    try:
        if (coming / MANIFEST).exists():
            make_private(replaced)
            plan = json.loads((coming / MANIFEST).read_text(encoding="utf-8"))["files"]
            wanted = {PurePosixPath(name).parts[0] for name in plan}
            kept = tuple(each.name for each in plugins().all("kept_files"))
            there = {path.name for pattern in (*_REPLACEABLE, *kept) for path in folder.glob(pattern)}
            # what SQLite keeps beside an old database goes before that does, so that a new one never meets it
            beside = (f"{name}{ROLLBACK}" for name in kept)
            for name in (f"{FILE}{LOG}", FILE, *beside, *sorted((wanted | there) - {FILE})):
                _replace(folder / name, coming / name, replaced / name, comes=name in wanted)
            remove_log(folder / FILE)
            (coming / MANIFEST).unlink()  # all is done
        shutil.rmtree(coming)
    except OSError as error:
        raise BackupError(
            Message(
                "The restore into {folder} cannot be finished ({strerror}): start the program again.",
                folder=folder,
                strerror=error.strerror,
            )
        ) from error


def _replace(place: Path, coming: Path, replaced: Path, *, comes: bool) -> None:
    """comes: the backup holds something for this place, be it that it lies there already."""
    if comes and not coming.exists():
        return
    if place.exists() and not replaced.exists():
        os.replace(place, replaced)
    if comes:
        os.replace(coming, place)


def _unpacked(backup: Path, folder: Path) -> Held:
    """Raises BackupError, or OSError where there is no such file."""
    backup.open("rb").close()
    asked = json.dumps({"backup": str(backup.absolute()), "folder": str(folder.absolute())})
    confined = Confined(
        "bookgammon.history.unpacking:answer",
        memory=_MEMORY, seconds=_SECONDS, most=_MOST_ANSWERED, background=True,
    )  # fmt: skip
    try:
        answer = json.loads(bytes(confined.ask(asked.encode())))
    except OverrunError as error:
        raise BackupError(Message("{error}.", error=error)) from error
    finally:
        confined.close()
    if "refused" in answer:
        raise BackupError(from_json(answer["refused"]))
    held = answer["held"]
    return Held(int(held["matches"]), dict(held["files"]), tuple(map(from_json, held["left_out"])))
