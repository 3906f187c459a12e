"""The devices that were paired, in a file that only its owner may read and that every process asks."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from filelock import FileLock, Timeout

from arbiter.message import Message
from bookgammon.errors import SettingsError
from bookgammon.files.atomic_files import write_atomically
from web.device_list import Change, Departed, Device, DeviceList
from web.errors import NotKeptError, NotReadError
from web.pairing import Pairing

_FILE = "devices.json"
_PATIENCE_S = 2.0
"""Another process holds the file for some milliseconds only."""
_Sign = tuple[int, int, int] | None


def known_pairing(folder: Path) -> Pairing:
    """The pairing of this data folder. Raises SettingsError."""
    return Pairing(DeviceFile(folder / _FILE))


class DeviceFile:
    """Fulfils `web.device_list.Registry`. Read anew whenever another process has written.

    Raises SettingsError where the file cannot be read at first.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = FileLock(path.with_name(f"{path.name}.lock"), timeout=_PATIENCE_S, mode=0o600)
        self._known: tuple[_Sign, DeviceList] = (_sign(path), load_devices(path))

    def read(self) -> DeviceList:
        """Costs one look at the file's date while nothing changes. Raises NotReadError.

        What was known before the file was torn is not gone by: another process may have shown a device out since.
        """
        sign = _sign(self._path)
        if sign != self._known[0]:
            try:
                self._known = (sign, load_devices(self._path))
            except SettingsError as error:
                raise NotReadError(str(error)) from error
        return self._known[1]

    def change(self, how: Change) -> DeviceList:
        try:
            with self._lock:
                after = how(load_devices(self._path))
                write_atomically(self._path, json.dumps(asdict(after), indent=1))
                self._known = (_sign(self._path), after)
                return after
        except (OSError, Timeout, NotImplementedError, SettingsError) as error:
            reason = getattr(error, "strerror", None) or Message("the file is held or torn")
            sentence = Message(
                "The paired devices cannot be kept ({reason}): mend that, then try again.", reason=reason
            )
            raise NotKeptError(sentence) from error


def load_devices(path: Path) -> DeviceList:
    """None where the file is not there yet. Raises SettingsError."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(found, list):  # as earlier versions kept them
            found = {"devices": found}
        return DeviceList(
            tuple(_device(one) for one in found["devices"]),
            tuple(Departed(str(one["key_hash"]), str(one["why"])) for one in found.get("departed", ())),
            int(found.get("revocations", 0)),
        )
    except FileNotFoundError:
        return DeviceList()
    except OSError as error:
        raise SettingsError(
            Message("The paired devices {path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        raise SettingsError(
            Message("The paired devices {path} are torn: delete the file and pair them again.", path=path)
        ) from error


def _device(one: dict[str, object]) -> Device:
    joined, used = (float(str(one.get(key, 0.0))) for key in ("joined", "used"))
    return Device(str(one["id"]), str(one["name"]), str(one["key_hash"]), joined, used)


def _sign(path: Path) -> _Sign:
    """Another one whenever the file was written: it is always another file that takes the name."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size
