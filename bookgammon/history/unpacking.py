"""What is done with a backup while nobody knows yet what it is: in a process of its own, with limits.

Each kind of file has its most bytes, counted as they come out. The journal is not taken over as it is: its events are
read and written into a new one, so that nothing of a stranger's database (rules, generated columns, triggers) is kept.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import shutil
import zipfile
import zlib
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import datetime
from pathlib import Path

from arbiter.message import Message
from bookgammon.analysis.store import FILE as ANALYSES
from bookgammon.analysis.store import is_ours
from bookgammon.errors import BackupError, JournalError
from bookgammon.files.atomic_files import atomic_file, make_private
from bookgammon.history.backup import MANIFEST, MOST_MANIFEST, Held, held_by
from bookgammon.history.journal import FILE, Journal
from bookgammon.study.store import FILE as DRILLS
from bookgammon.study.store import is_ours as made_here
from outside.files import MIB, MOST_TOML
from outside.sentences import to_json

MOST_BYTES = 4 * 1024 * MIB
_MOST_OF_KIND = {
    ".sqlite": 1024 * MIB, ".png": 256 * MIB, ".jpg": 8 * MIB, ".webm": 2 * MIB, ".toml": MOST_TOML,
    ".json": MOST_MANIFEST,
}  # fmt: skip
_CHUNK = MIB
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""What backups are written with. Others unpack to a million times their size."""
TORN = Message("it is no backup of Bookgammon, or it is torn.")
_UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OverflowError)


def answer(question: bytes) -> Sequence[bytes]:
    """What a backup holds once it is unpacked, or one sentence why it is not. Called in the confined process.

    question: JSON with the paths of backup and folder.
    """
    asked = json.loads(question)
    try:
        reply = {"held": asdict(unpacked(Path(asked["backup"]), Path(asked["folder"])))}
    except BackupError as error:
        reply = {"refused": to_json(str(error))}
    except OSError as error:
        reply = {"refused": to_json(Message("{strerror}.", strerror=error.strerror or error))}
    return (json.dumps(reply).encode(),)


def unpacked(backup: Path, folder: Path) -> Held:
    """Unpack a backup into an empty folder. Raises BackupError, or OSError where the disk does not let us."""
    try:
        with zipfile.ZipFile(backup) as archive:
            if any(entry.compress_type not in _PACKED for entry in archive.infolist()):
                raise BackupError(TORN)
            held = held_by(archive)
            size = sum(entry.file_size for entry in archive.infolist())
            if size > min(MOST_BYTES, shutil.disk_usage(folder).free):
                raise BackupError(Message("it needs {size} MB, and there is no room for that.", size=size // MIB))
            for name, digest in held.files.items():
                if _taken_out(archive, name, folder / name) != digest:
                    raise BackupError(TORN)
            _taken_out(archive, MANIFEST, folder / MANIFEST)
    except _UNREADABLE as error:
        raise BackupError(TORN) from error
    except OSError as error:
        if error.errno == errno.EINVAL:  # the zip's own places lie before its beginning
            raise BackupError(TORN) from error
        raise
    analyses = folder / ANALYSES
    if analyses.exists() and not is_ours(analyses):
        analyses.unlink()  # they are made anew
    drills = folder / DRILLS
    if drills.exists() and not made_here(drills):
        raise BackupError(Message("its drills are damaged or from a newer version of Bookgammon."))
    return replace(held, matches=_written_anew(folder / FILE))


def _taken_out(archive: zipfile.ZipFile, name: str, place: Path) -> str:
    """Unpack one file; its SHA-256."""
    most, digest = _MOST_OF_KIND[place.suffix], hashlib.sha256()
    make_private(place.parent)
    with archive.open(name) as packed, atomic_file(place) as file:
        while data := packed.read(_CHUNK):
            most -= len(data)
            if most < 0:
                raise BackupError(Message("{name} in it is larger than such a file can be.", name=name))
            digest.update(data)
            file.write(data)
    return digest.hexdigest()


def _written_anew(path: Path) -> int:
    """The journal's events in a journal of our own making; how many matches there are."""
    if not path.exists():
        return 0
    fresh = path.with_name(f"fresh-{path.name}")
    try:
        with Journal(path) as found, Journal(fresh) as made:
            found.check()
            matches = found.matches()
            for match in matches:
                datetime.fromisoformat(match.started)
                found.events(match)  # each can be read
                made.adopt(match.started, match.source, match.ended, found.texts(match), match.id)
            made.check()
    except (JournalError, ValueError) as error:
        raise BackupError(Message("its journal is damaged or from a newer version of Bookgammon.")) from error
    os.replace(fresh, path)
    return len(matches)
