"""A backup: one zip file that holds what a data folder holds, as it stood at one moment, with a list of it all.

Journal, pictures, analyses, drills, boards, settings and lights. Paired devices are not in it: they are paired again.
"""

from __future__ import annotations

import hashlib
import json
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from arbiter.message import Message
from bookgammon import __version__
from bookgammon.errors import BackupError, CompanionError
from bookgammon.files.atomic_files import atomic_file
from bookgammon.history.album import album_beside
from bookgammon.history.clips import clip_path, clips_of
from bookgammon.history.journal import FILE, Journal
from bookgammon.plugin_manager import plugins
from bookgammon.plugin_values import KeptFile
from calibration.board_file import is_picture_of
from outside.files import parsed_toml

MANIFEST = "backup.json"
MOST_MANIFEST = 8 * 1024 * 1024
"""Bytes. A picture's line has some hundred."""
FORMAT = 1
LIGHTS = "lights.toml"
_SETTINGS = ("settings.toml", LIGHTS)
_SAFE = re.compile(
    r"[a-z0-9-]{1,40}\.sqlite|settings\.toml|lights\.toml|board\.toml|board\.(start|empty)(\.[0-9a-f]{8})?\.png"
    r"|boards/[a-z0-9-]+\.toml|boards/[a-z0-9-]+\.(start|empty)(\.[0-9a-f]{8})?\.png"
    r"|pictures/journal/[0-9]{1,18}/([0-9]{1,18}\.jpg|[0-9]{1,18}-[0-9]{1,18}\.webm)"
)
"""The names that a backup may hold; nothing else is ever unpacked. Of databases that no plugin knows none is kept."""
_TRIES = 5


@dataclass(frozen=True, slots=True)
class Held:
    """What a backup holds. matches: how many; files: SHA-256 of each, by its name in the data folder.

    left_out: a sentence for each thing in it that is not taken over.
    """

    matches: int
    files: dict[str, str]
    left_out: tuple[str, ...] = ()

    @property
    def summary(self) -> str:
        """For people."""
        boards = sum(name.endswith(".toml") and name.startswith("board") for name in self.files)
        pictures = sum(name.endswith(".jpg") for name in self.files)
        counts = ((self.matches, "match", "es"), (boards, "board", "s"), (pictures, "picture", "s"))
        return ", ".join(f"{count} {word}{'' if count == 1 else plural}" for count, word, plural in counts)


def write_backup(folder: Path, out: Path, when: str) -> Held:
    """Write a backup of a data folder, whole or not at all, also while a match is played.

    when: ISO 8601. Raises BackupError, or JournalError where the journal is damaged.
    """
    try:
        with TemporaryDirectory(prefix="bookgammon-") as name:
            snapshot, matches = _snapshot(folder / FILE, Path(name) / FILE)
            with atomic_file(out) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                files = {}
                copies = {FILE: snapshot, **_kept_by_plugins(folder, Path(name))}
                for inside, data in _contents(folder, copies, matches):
                    files[inside] = hashlib.sha256(data).hexdigest()
                    archive.writestr(inside, data)
                held = Held(len(matches), files)
                about = {"format": FORMAT, "program": __version__, "when": when}
                archive.writestr(MANIFEST, json.dumps({**about, "matches": held.matches, "files": files}, indent=1))
    except OSError as error:
        raise BackupError(
            Message("The backup {out} cannot be written: {strerror}.", out=out, strerror=error.strerror)
        ) from error
    return held


def _snapshot(journal: Path, copy: Path) -> tuple[Path | None, dict[int, int]]:
    """The journal at one moment, checked, and the last frame of each of its matches."""
    if not journal.exists():
        return None, {}
    with Journal(journal, read_only=True) as opened:
        opened.copy_to(copy)
    with Journal(copy, read_only=True) as opened:
        opened.check()
        events = {match.id: opened.events(match) for match in opened.matches()}
    return copy, {number: kept[-1].frame if kept else -1 for number, kept in events.items()}


def _kept_by_plugins(folder: Path, copies: Path) -> dict[str, Path | None]:
    """Copies of plugins' databases, by name, each as it stands at one moment; None for what is not there."""
    found = dict[str, Path | None]()
    kept: KeptFile
    for kept in plugins().all("kept_files"):
        if kept.copy is None or not (folder / kept.name).exists():
            continue
        copy = copies / kept.name
        try:
            kept.copy(folder / kept.name, copy)
        except CompanionError as error:
            raise BackupError(str(error)) from error
        found[kept.name] = copy if copy.exists() else None
    return found


def _contents(folder: Path, copies: Mapping[str, Path | None], matches: dict[int, int]) -> Iterator[tuple[str, bytes]]:
    """copies: of the databases, by their names."""
    for database, copy in copies.items():
        if copy is not None:
            yield database, copy.read_bytes()
    for name in _SETTINGS:
        data = _read(folder / name)
        if data is not None:
            yield name, data
    for board in (folder / "board.toml", *sorted((folder / "boards").glob("*.toml"))):
        for path, data in _board(board).items():
            yield path.relative_to(folder).as_posix(), data
    album = album_beside(folder / FILE)
    for number, last in matches.items():
        stills = (album / str(number)).glob("*.jpg")
        pictures = [path for path in stills if path.stem.isdecimal() and int(path.stem) <= last]
        clips = [clip_path(album, number, name) for name in clips_of(album / str(number)) if name.last <= last]
        # what shows something after the snapshot, or was thrown away since, is not of it
        for path in sorted(pictures) + clips:
            if (data := _read(path)) is not None:
                yield path.relative_to(folder).as_posix(), data


def _board(path: Path) -> dict[Path, bytes]:
    """A board file with the pictures it names; it may be learned again at this very moment."""
    for _ in range(_TRIES):
        text = _read(path)
        if text is None:
            return {}
        try:
            files = [str(one["file"]) for one in parsed_toml(text.decode())["pictures"].values()]
        except (ValueError, KeyError, TypeError, AttributeError):
            return {}  # a torn board is of no use to anybody
        if not all(is_picture_of(path.stem, file) for file in files):
            return {}  # it names what is none of its pictures: cameras.json holds passwords
        named = [path.with_name(file) for file in files]
        pictures = {picture: _read(picture) for picture in named}
        found = {picture: data for picture, data in pictures.items() if data is not None}
        if len(found) == len(named):
            return {**found, path: text}
    return {}


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


_NO_MANIFEST = (KeyError, ValueError, TypeError, AttributeError, OverflowError, RecursionError, zipfile.BadZipFile)


def held_by(archive: zipfile.ZipFile) -> Held:
    """What an opened backup says it holds. Raises BackupError."""
    try:
        with archive.open(MANIFEST) as file:
            text = file.read(MOST_MANIFEST + 1)
        if len(text) > MOST_MANIFEST:
            raise BackupError(Message("its list of files is longer than one can be."))
        found = json.loads(text)
        if found["format"] != FORMAT:
            raise BackupError(Message("it is from a newer version of Bookgammon: update the program."))
        held = Held(int(found["matches"]), {str(name): str(value) for name, value in found["files"].items()})
    except _NO_MANIFEST as error:
        raise BackupError(Message("it is no backup of Bookgammon, or it is torn.")) from error
    names = archive.namelist()
    strange = [name for name in held.files if not _SAFE.fullmatch(name)]
    if strange or sorted(names) != sorted([*held.files, MANIFEST]):
        raise BackupError(Message("it holds other files than it should: it is torn, or somebody changed it."))
    return held
