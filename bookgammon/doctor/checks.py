"""What `doctor` looks at: each check shows what it found and, where something is amiss, what to do."""

from __future__ import annotations

import os
import platform
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module, metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from serial.tools import list_ports

from arbiter.message import Message
from bookgammon.errors import JournalError, SettingsError
from bookgammon.files.data_lock import page_of_writer
from bookgammon.files.settings import BOARDS, PORT, data_folder
from bookgammon.history.journal import FILE, Journal
from bookgammon.plugin_manager import plugins
from bookgammon.terminal.libraries import explain_import

LIBRARIES = {
    "opencv-python": "cv2",
    "numpy": "numpy",
    "flask": "flask",
    "waitress": "waitress",
    "pyserial": "serial",
    "filelock": "filelock",
    "platformdirs": "platformdirs",
    "cryptography": "cryptography",
    "segno": "segno",
    "tomlkit": "tomlkit",
    "pluggy": "pluggy",
}
EXTRAS = {
    "club": ("paho-mqtt", "paho", Message("for a club's broker and its wall")),
}
"""What an extra brings: the library as it is installed, as it is loaded, and what for. All else works without."""
UNIT = ".config/systemd/user/bookgammon.service"
LINGERING = Path("/var/lib/systemd/linger")
"""A file for each user whose services run while they are not logged in."""
_ROOM_NEEDED = 200 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Check:
    """state: ok; hint (fine for the demo, needed for a match); bad (the program does not work)."""

    name: str
    state: Literal["ok", "hint", "bad"]
    found: str
    do: str = ""


def all_checks(data: Path | None, port: int | None) -> Iterator[Check]:
    """One after the other, so that what is known is shown while a camera is still being tried."""
    yield Check("Python", "ok", platform.python_version())
    libraries = [library(name, module) for name, module in LIBRARIES.items()]
    yield from libraries
    yield from map(extra, EXTRAS)
    yield data_check(data)
    yield from journal_check(data)
    seeing = libraries[0].state == "ok"
    if all(check.state == "ok" for check in libraries):
        yield port_check(port, data)
        from bookgammon.doctor.door_checks import secure_door  # noqa: PLC0415 - a library may be what is broken

        yield from secure_door(data, port)
        from bookgammon.doctor.worker_checks import workers_check  # noqa: PLC0415 - see above

        yield from workers_check(data)
    if seeing:
        from bookgammon.doctor.camera_checks import cameras  # noqa: PLC0415 - OpenCV may be what is broken

        yield from cameras(data)
    yield from serial_ports()
    yield from plugin_checks(data)
    yield from service_check()


def plugin_checks(data: Path | None) -> Iterator[Check]:
    """Each plugin, where it comes from, and what it says of what it needs."""
    for shown in plugins().shown:
        label = Message("plugin {name}", name=shown.name)
        if shown.trouble:
            yield Check(label, "hint", shown.trouble, Message("Everything else works without it."))
        else:
            yield Check(label, "ok", Message("from {origin}", origin=shown.origin))
    try:
        folder = data_folder(data)
    except SettingsError:
        return  # the data folder's own check says so
    for found in plugins().all("checks", folder=folder):
        yield Check(found.name, found.state, found.found, found.do)


def library(name: str, module: str) -> Check:
    """A library as installed, and whether it can be loaded at all."""
    label = Message("library {name}", name=name)
    try:
        import_module(module)
    except ImportError as error:
        return Check(label, "bad", Message("cannot be loaded"), explain_import(error))
    return Check(label, "ok", metadata.version(name))


def extra(name: str) -> Check:
    """An extra: its library as installed, or what it would be for."""
    installed, module, use = EXTRAS[name]
    if find_spec(module) is None:
        how = Message("{use}: install bookgammon[{name}]", use=use, name=name)
        return Check(Message("extra {name}", name=name), "hint", Message("not installed"), how)
    check = library(installed, module)
    return check if check.state == "ok" else replace(check, state="hint")


def data_check(data: Path | None) -> Check:
    """Can the journal be written, and is there room for hours of play."""
    try:
        folder = data_folder(data)
        with tempfile.TemporaryFile(dir=folder):
            pass
        free = shutil.disk_usage(folder).free
    except SettingsError as error:
        return Check(Message("data folder"), "bad", Message("cannot be made"), str(error))
    except OSError as error:
        return Check(
            Message("data folder"),
            "bad",
            Message("cannot be written: {strerror}", strerror=error.strerror),
            Message("choose another with --data"),
        )
    if free < _ROOM_NEEDED:
        return Check(
            Message("data folder"),
            "hint",
            Message("{folder}, little room left", folder=folder),
            Message("make room on that disk"),
        )
    known = (folder / "board.toml").exists() or any((folder / BOARDS).glob("*.toml"))
    board = Message("with a board file") if known else Message("no board file yet")
    return Check(Message("data folder"), "ok", Message.joined(", ", (str(folder), board)))


def journal_check(data: Path | None) -> Iterator[Check]:
    """Can the matches played so far be read; nothing to show where none was played."""
    with suppress(SettingsError):
        path = data_folder(data) / FILE
        if path.exists():
            try:
                with Journal(path, read_only=True) as journal:
                    journal.check()
                    count = len(journal.matches())
                yield Check(
                    Message("journal"),
                    "ok",
                    Message("one match in it") if count == 1 else Message("{count} matches in it", count=count),
                )
            except JournalError as error:
                yield Check(Message("journal"), "bad", Message("cannot be used"), str(error))


def port_check(port: int | None, data: Path | None) -> Check:
    """Is the page's port free, or is it the page of this folder's own match that stands there."""
    wanted = PORT if port is None else port
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", wanted))
        except (OSError, OverflowError):
            if page := own_page(data, wanted):
                return Check(Message("page"), "ok", Message("a match is followed there now: {address}", address=page))
            return Check(
                Message("page"),
                "hint",
                Message("port {wanted} is in use or not allowed", wanted=wanted),
                Message("choose another with --port"),
            )
    return Check(Message("page"), "ok", Message("port {wanted} is free", wanted=wanted))


def own_page(data: Path | None, port: int) -> str:
    """The address of the page that this data folder's match has at that port; empty where it has none."""
    with suppress(SettingsError, ValueError):
        page = page_of_writer(data_folder(data))
        return page if page and urlsplit(page).port == port else ""
    return ""


def service_check(home: Path | None = None, lingering: Path = LINGERING) -> Iterator[Check]:
    """Does what was set up to start with the machine really start with it; nothing to show where nothing was."""
    home = home or Path.home()
    if not (home / UNIT).exists():
        return
    started = (home / UNIT).parent / "default.target.wants" / Path(UNIT).name
    if not started.exists():
        do = Message("run systemctl --user enable --now bookgammon")
        yield Check(Message("start with the machine"), "hint", Message("set up, but not switched on"), do)
    elif not (lingering / home.name).exists():
        found = Message("it starts only when you log in")
        yield Check(Message("start with the machine"), "hint", found, Message("run loginctl enable-linger"))
    else:
        yield Check(Message("start with the machine"), "ok", Message("it does"))


def serial_ports() -> Iterator[Check]:
    """Where a LED controller could be."""
    ports = list(list_ports.comports())
    if not ports:
        yield Check(
            Message("serial ports"),
            "hint",
            Message("none found"),
            Message("plug the LED controller in, if you have one"),
        )
    for port in ports:
        if os.name == "posix" and not os.access(port.device, os.R_OK | os.W_OK):
            yield Check(
                Message("serial port {device}", device=port.device),
                "hint",
                Message("may not be opened"),
                Message("add your user to the group dialout"),
            )
        else:
            yield Check(Message("serial port {device}", device=port.device), "ok", port.description)
