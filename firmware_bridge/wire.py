"""A serial port as the lights need it, and why it cannot be had in one sentence."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import serial

from arbiter.message import Message
from firmware_bridge.errors import PortError

if sys.platform == "win32":
    GONE = (OSError,)
else:
    import grp
    import termios

    GONE = (OSError, termios.error)
    """What a port raises when it goes away; serial.SerialException is an OSError."""

WRITE_TIMEOUT_S = 4.0
"""Longer than 3 KB take at 9600 baud, and than a busy machine may keep this thread waiting."""


class Wire(Protocol):
    """What is needed of an open port; pyserial's `Serial` has it, and so have fakes."""

    @property
    def in_waiting(self) -> int: ...
    def write(self, data: bytes, /) -> int | None: ...
    def read(self, size: int = 1, /) -> bytes: ...
    def close(self) -> None: ...


def open_wire(port: str, baud: int, listen_s: float = 0.05) -> Wire:
    """Open for us alone. Writes nothing. listen_s: how long a read waits. Raises PortError.

    Opening resets most Arduinos; they say hello when they are up again.
    """
    try:
        wire: Wire = serial.serial_for_url(
            port,
            baudrate=baud,
            timeout=listen_s,
            write_timeout=WRITE_TIMEOUT_S,
            exclusive=None if sys.platform == "win32" or "://" in port else True,
        )
    except (*GONE, ValueError) as error:
        raise PortError(port, _why(port, error)) from error
    return wire


def _why(port: str, error: Exception) -> str:
    number = getattr(error, "errno", None) or next((part for part in error.args if isinstance(part, int)), None)
    text = str(error)
    if number == errno.EACCES or "PermissionError" in text:
        if sys.platform == "win32":
            return Message(
                "The port {port} is used by another program (or another Bookgammon): close that one.", port=port
            )
        return Message(
            "The port {port} may not be opened: run sudo usermod -aG {group} $USER, then log in again "
            "(members of the group {group} may).",
            port=port,
            group=_group(port),
        )
    if number in (errno.EBUSY, errno.EAGAIN):
        return Message("The port {port} is used by another program (or another Bookgammon): close that one.", port=port)
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.EIO) or "FileNotFoundError" in text:
        return Message(
            "There is nothing at the port {port}: plug the controller in, or run bookgammon leds find.", port=port
        )
    if number in (errno.ENOTTY, errno.EINVAL, errno.EISDIR) or Path(port).is_file():
        return Message("{port} is not a serial port: run bookgammon leds find to see which there are.", port=port)
    return Message(
        "The port {port} cannot be used ({text}): run bookgammon leds find to see which there are.",
        port=port,
        text=text,
    )


def _group(port: str) -> str:
    """The group that owns the device, dialout nearly everywhere."""
    name = "root"
    if sys.platform != "win32":
        with suppress(OSError, KeyError):
            name = grp.getgrgid(os.stat(port).st_gid).gr_name
    return "dialout" if name == "root" else name
