"""The camera's address as it is kept: without user and password in the settings, whole in a file of the owner alone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from arbiter.message import Message
from bookgammon.errors import SettingsError
from bookgammon.files.atomic_files import OWNER_ONLY, write_atomically
from bookgammon.files.settings import load_settings, save_settings
from vision.sources.frames import shown

LOGINS = "cameras.json"
"""In the data folder: for each address as it is shown, the whole one."""


def kept_camera(folder: Path) -> str | None:
    """The address of the camera picked last, as it is to be opened. Raises SettingsError."""
    camera = load_settings(folder).camera
    if camera is None:
        return None
    if shown(camera) != camera:  # as earlier versions kept it
        keep_camera(folder, camera)
    return whole_address(folder, camera)


def keep_camera(folder: Path, address: str) -> None:
    """The camera picked last is this one. Raises SettingsError."""
    known = _logins(folder)
    if shown(address) != address:
        known[shown(address)] = address
        path = folder / LOGINS
        try:
            write_atomically(path, json.dumps(known, indent=1), mode=OWNER_ONLY)
        except OSError as error:
            raise SettingsError(
                Message(
                    "The camera's password cannot be kept in {path}: {strerror}.", path=path, strerror=error.strerror
                )
            ) from error
    save_settings(folder, replace(load_settings(folder), camera=shown(address)))


def whole_address(folder: Path, address: str) -> str:
    """The address with the user and password that were entered with it before. Raises SettingsError."""
    return _logins(folder).get(address, address)


def _logins(folder: Path) -> dict[str, str]:
    return load_texts(
        folder / LOGINS,
        unreadable=Message("The cameras' passwords {path} cannot be read: {strerror}."),
        torn=Message("The cameras' passwords {path} are torn: delete the file."),
    )


def load_texts(path: Path, *, unreadable: Message, torn: Message) -> dict[str, str]:
    """The JSON object in `path`; empty where there is no such file.

    Raises SettingsError: `unreadable` (a pattern with {path} and {strerror}), or `torn` (with {path}) for anything but
    a JSON object.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsError(unreadable.filled(path=path, strerror=error.strerror)) from error
    except (ValueError, RecursionError) as error:
        raise SettingsError(torn.filled(path=path)) from error
    if not isinstance(found, dict):
        raise SettingsError(torn.filled(path=path))
    return {str(name): str(text) for name, text in found.items()}
