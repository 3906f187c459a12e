"""Restoring a backup: unpacked and checked first, then put in place in steps that a later start finishes."""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import shutil
import zipfile
import zlib
from pathlib import Path, PurePosixPath

from arbiter.message import Message
from bookgammon.analysis.store import FILE as ANALYSES
from bookgammon.errors import BackupError, JournalError
from bookgammon.files.atomic_files import make_private, write_atomically
from bookgammon.history.backup import MANIFEST, Held, held_by
from bookgammon.history.database_files import COMING, LOG, ROLLBACK, remove_log
from bookgammon.history.journal import FILE, Journal

_UNPACKING, REPLACED = ".restoring", "before-restore"
"""Folders in the data folder: what is being unpacked; what was there before."""
_REPLACEABLE = ("pictures", ANALYSES, "boards", "board.toml", "board.*.png", "settings.toml", "lights.toml")
_MOST_BYTES = 4 * 1024**3
_TORN = Message("it is no backup of Bookgammon, or it is torn.")


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
        with zipfile.ZipFile(backup) as archive:
            held = _unpacked(archive, unpacking)
        _check_journal(unpacking / FILE)
        shutil.rmtree(folder / REPLACED, ignore_errors=True)
        os.replace(unpacking, folder / COMING)  # from here on it will happen, whatever is cut off
    except BackupError as error:
        raise BackupError(Message("Nothing was restored from {backup}: {error}", backup=backup, error=error)) from error
    except (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, NotImplementedError, RuntimeError) as error:
        raise BackupError(
            Message("Nothing was restored from {backup}: {reason}", backup=backup, reason=_TORN)
        ) from error
    except OSError as error:
        raise BackupError(
            Message("Nothing was restored from {backup}: {strerror}.", backup=backup, strerror=error.strerror or error)
        ) from error
    finally:
        shutil.rmtree(unpacking, ignore_errors=True)
    finish_restore(folder)
    return held


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
            there = {path.name for pattern in _REPLACEABLE for path in folder.glob(pattern)}
            # what SQLite keeps beside an old database goes before that does, so that a new one never meets it
            for name in (f"{FILE}{LOG}", FILE, f"{ANALYSES}{ROLLBACK}", *sorted((wanted | there) - {FILE})):
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


def _unpacked(archive: zipfile.ZipFile, folder: Path) -> Held:
    held = held_by(archive)
    size = sum(entry.file_size for entry in archive.infolist())
    if size > min(_MOST_BYTES, shutil.disk_usage(folder).free):
        raise BackupError(Message("it needs {size} MB, and there is no room for that.", size=size // 1024**2))
    for name, digest in held.files.items():
        data = archive.read(name)
        if hashlib.sha256(data).hexdigest() != digest:
            raise BackupError(_TORN)
        make_private((folder / name).parent)
        write_atomically(folder / name, data)
    write_atomically(folder / MANIFEST, archive.read(MANIFEST))
    return held


def _check_journal(path: Path) -> None:
    """It is whole, and one of today's from here on."""
    if not path.exists():
        return
    try:
        with Journal(path) as journal:
            journal.check()
    except JournalError as error:
        raise BackupError(Message("its journal is damaged or from a newer version of Bookgammon.")) from error
