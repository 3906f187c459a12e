"""The data folder and what people answered once: a TOML file that can be read and changed by hand."""

from __future__ import annotations

import datetime
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import platformdirs
import tomlkit

from arbiter.match.json_values import EventError, fields_of, reader_of
from arbiter.message import Message
from arbiter.values import Text, is_plain
from bookgammon.errors import SettingsError
from bookgammon.files.atomic_files import make_private, write_atomically
from outside.files import read_toml

FILE = "settings.toml"
CameraAddress = Annotated[str, Text(4000)]
"""A webcam's number or an address; paths of recordings are long."""
_COMMENTS = {"share": Message("tablets on this network may see the page"), "camera": Message("picked last in set-up")}
_OURS = (FILE, "journal.sqlite", "demo.sqlite")
PORT = 8024
"""Where the page listens unless set otherwise."""
BOARDS = "boards"
"""Where the boards learned in set-up lie in the data folder."""


_WRONG = {
    "share": Message("In {path} share must be true or false."),
    "camera": Message("In {path} camera must be a number or an address in quotes."),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """share: tablets on this network may see the page of `play`; None where nobody was asked yet.

    camera: the webcam's number or the address that was picked last.
    """

    share: bool | None = None
    camera: CameraAddress | None = None


def data_folder(chosen: Path | None) -> Path:
    """The folder for journal, board and settings, made where it is missing. Raises SettingsError."""
    folder = chosen or Path(platformdirs.user_data_dir("bookgammon", appauthor=False))
    try:
        make_private(folder)
    except OSError as error:
        raise SettingsError(
            Message(
                "The data folder {folder} cannot be made ({strerror}): choose another with --data.",
                folder=folder,
                strerror=error.strerror,
            )
        ) from error
    if any((folder / name).exists() for name in _OURS):  # not just any folder that --data was pointed at
        with suppress(OSError):  # a disk that may only be read
            folder.chmod(0o700)
    return folder


def now() -> str:
    """The time as the journal notes it."""
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")


def local_time(noted: str) -> str:
    """A time of the journal as the clock on this machine's wall shows it: `2026-01-02 20:15`."""
    moment = datetime.datetime.fromisoformat(noted)
    with suppress(OSError, OverflowError):  # Windows' clock shows nothing before 1970
        moment = moment.astimezone()
    return moment.strftime("%Y-%m-%d %H:%M")


def load_settings(folder: Path) -> Settings:
    """What was answered before; nothing where there is no file yet. Raises SettingsError."""
    path = folder / FILE
    try:
        found = read_toml(path)
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise SettingsError(
            Message("The settings {path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    except ValueError as error:  # not TOML, or not even text
        raise SettingsError(
            Message("The settings {path} are torn: put them right or delete the file.", path=path)
        ) from error
    return Settings(**{name: _read(name, found[name], path) for name in _READERS if name in found})


def _read(name: str, value: object, path: Path) -> Any:
    """By the one law for values (`arbiter.values`), and never put right: another address is another camera."""
    try:
        _READERS[name](value, name)
    except EventError as error:
        raise SettingsError(_WRONG[name].filled(path=path)) from error
    if isinstance(value, str) and not is_plain(value):
        raise SettingsError(_WRONG[name].filled(path=path))
    return value


_READERS = {name: reader_of(hint) for name, hint in fields_of(Settings).items()}


def save_settings(folder: Path, settings: Settings) -> None:
    """Write whole or not at all. Raises SettingsError."""
    path = folder / FILE
    document = tomlkit.document()
    document.add(tomlkit.comment("Bookgammon: answers given once. Delete a line to be asked again."))
    for name, comment in _COMMENTS.items():
        value = getattr(settings, name)
        if value is not None:
            document.add(name, tomlkit.item(value).comment(comment))
    try:
        write_atomically(path, tomlkit.dumps(document))
    except OSError as error:
        raise SettingsError(
            Message("The settings {path} cannot be written: {strerror}.", path=path, strerror=error.strerror)
        ) from error
