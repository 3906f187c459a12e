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

from arbiter.match.event_json import EventError, event_to_json
from arbiter.match.events import Event
from arbiter.message import Message
from arbiter.values import plain
from bookgammon.errors import BackupError, JournalError
from bookgammon.files.atomic_files import atomic_file, make_private
from bookgammon.history.backup import MANIFEST, MOST_MANIFEST, Held, held_by
from bookgammon.history.journal import FILE, Journal, events_of
from bookgammon.history.match_bounds import MOST_EVENTS, MOST_TEXT, begun_at, within_bounds
from bookgammon.history.restored_files import with_usable_files
from bookgammon.plugin_manager import plugins
from bookgammon.plugin_values import KeptFile
from outside.files import MIB, MOST_TOML
from outside.sentences import to_json

MOST_BYTES = 4 * 1024 * MIB
_MOST_OF_KIND = {
    ".sqlite": 1024 * MIB, ".png": 256 * MIB, ".jpg": 8 * MIB, ".webm": 2 * MIB, ".toml": MOST_TOML,
    ".json": MOST_MANIFEST,
}  # fmt: skip
_CHUNK = MIB
MOST_EVENT = 64 * 1024
"""Characters of an event: most have some hundred."""
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
        held = unpacked(Path(asked["backup"]), Path(asked["folder"]))
        reply = {"held": {**asdict(held), "left_out": [*map(to_json, held.left_out)]}}
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
    known: tuple[KeptFile, ...] = plugins().all("kept_files")
    for path in folder.glob("*.sqlite"):
        if path.name not in {FILE, *(kept.name for kept in known)}:
            path.unlink()  # of a plugin that is not here: nobody could say whether it is what it should be
    for kept in known:
        path = folder / kept.name
        if path.exists() and not kept.is_ours(path):
            if kept.refusal is not None:
                raise BackupError(kept.refusal)
            path.unlink()  # it is made anew
    return with_usable_files(folder, replace(held, matches=_written_anew(folder / FILE)))


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
                events = opened_events(match.id, found.texts(match))
                texts = [json.dumps(event_to_json(event)) for event in events]
                began = begun_at(datetime.fromisoformat(match.started))
                made.adopt(began, plain(match.source), match.ended, texts, match.id)
            made.check()
    except (JournalError, ValueError, OverflowError) as error:
        raise BackupError(Message("its journal is damaged or from a newer version of Bookgammon.")) from error
    os.replace(fresh, path)
    return len(matches)


def opened_events(match: int, texts: Sequence[str]) -> tuple[Event, ...]:
    """Each within the bounds of what a match can hold; raises BackupError with the event and field that are not."""
    too_long = Message("its match {match} is longer than a match can be.", match=match)
    lengths = [*map(len, texts)]
    if len(texts) > MOST_EVENTS or max(lengths, default=0) > MOST_EVENT or sum(lengths) > MOST_TEXT:
        raise BackupError(too_long)
    try:
        events = events_of(texts)
    except EventError as error:
        raise BackupError(
            Message("in its {file}, match {match}: {error}", file=FILE, match=match, error=error)
        ) from error
    if not within_bounds(events):
        raise BackupError(too_long)
    return events
