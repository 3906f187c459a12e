"""Which webcams answer. Apart from the other checks, as it needs OpenCV, which may be what is broken."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from arbiter.message import Message
from bookgammon.doctor.checks import Check
from vision.errors import SourceError
from vision.sources.sources import Frame, open_source
from vision.sources.webcams import camera_numbers


def cameras() -> Iterator[Check]:
    """Every webcam that answers, with the size of its pictures."""
    numbers = camera_numbers()
    if not numbers:
        yield Check(
            "cameras", "hint", Message("none found"), Message("plug one in, or give play a phone's http address")
        )
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
        try:
            source = open_source(str(number))
        except SourceError:
            continue  # many webcams show a second device that gives no pictures
        try:
            frame = next((item for item in source.items() if isinstance(item, Frame)), None)
        finally:
            source.close()
        if frame is not None:
            height, width = frame.image.shape[:2]
            yield Check(
                Message("camera {number}", number=number),
                "ok",
                Message("{width} by {height} pixels", width=width, height=height),
            )
