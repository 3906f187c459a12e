"""The devices that were paired, in a file that only its owner may read."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from bookgammon.atomic_files import write_atomically
from bookgammon.errors import SettingsError
from web.pairing import Device, Pairing

_FILE = "devices.json"


def known_pairing(folder: Path) -> Pairing:
    """The pairing of this data folder; whatever changes in it is kept there. Raises SettingsError."""
    path = folder / _FILE

    def keep(devices: tuple[Device, ...]) -> None:
        save_devices(path, devices)

    return Pairing(load_devices(path), keep)


def load_devices(path: Path) -> tuple[Device, ...]:
    """None where the file is not there yet."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        return tuple(
            Device(str(one["id"]), str(one["name"]), str(one["key_hash"]), float(one["joined"])) for one in found
        )
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise SettingsError(f"The paired devices {path} cannot be read: {error.strerror}.") from error
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise SettingsError(f"The paired devices {path} are torn: delete the file and pair them again.") from error


def save_devices(path: Path, devices: tuple[Device, ...]) -> None:
    """Write whole or not at all. Raises SettingsError."""
    try:
        write_atomically(path, json.dumps([asdict(device) for device in devices], indent=1))
    except OSError as error:
        raise SettingsError(f"The paired devices {path} cannot be written: {error.strerror}.") from error
