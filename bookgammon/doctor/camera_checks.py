"""Which webcams answer. Apart from the other checks, as it needs OpenCV, which may be what is broken."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from arbiter.message import Message
from bookgammon.doctor.checks import Check
from bookgammon.errors import SettingsError
from bookgammon.files.settings import data_folder, load_settings
from vision.errors import SourceError
from vision.sources.frames import is_stream, shown
from vision.sources.phone import PHONE
from vision.sources.sources import Frame, open_source
from vision.sources.webcams import camera_numbers


def cameras(data: Path | None) -> Iterator[Check]:
    """The camera of the network that was used last, and every webcam that answers, with the size of its pictures."""
    numbers, remembered = camera_numbers(), ""
    with suppress(SettingsError):
        remembered = load_settings(data_folder(data)).camera or ""
    if is_stream(remembered):
        yield network_camera(remembered)
    elif not numbers and remembered != PHONE:
        do = Message("plug one in, or give play a phone's http address")
        yield Check(Message("cameras"), "hint", Message("none found"), do)
    for number in numbers:
        device = Path(f"/dev/video{number}")
        if device.exists() and not os.access(device, os.R_OK | os.W_OK):
            yield Check(
                Message("camera {number}", number=number),
                "hint",
                Message("may not be opened"),
                Message("add your user to the group video"),
            )
            continue
        # many webcams show a second device that gives no pictures
        if size := _size(str(number)):
            yield Check(Message("camera {number}", number=number), "ok", size)


def network_camera(address: str) -> Check:
    """The camera that `play` goes back to, by its address. One with a certificate of its own is left to `play`."""
    name = Message("camera {number}", number=shown(address))
    if address.startswith("https:"):
        return Check(name, "ok", Message("used last; play opens it and looks at its certificate"))
    if size := _size(address):
        return Check(name, "ok", size)
    do = Message("look whether it is switched on and its app runs")
    return Check(name, "hint", Message("does not answer now"), do)


def _size(address: str) -> str:
    """The size of a camera's pictures; empty where it gives none."""
    try:
        source = open_source(address)
    except SourceError:
        return ""
    try:
        frame = next((item for item in source.items() if isinstance(item, Frame)), None)
    except SourceError:
        frame = None
    finally:
        source.close()
    if frame is None:
        return ""
    height, width = frame.image.shape[:2]
    return Message("{width} by {height} pixels", width=width, height=height)
