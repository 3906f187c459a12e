"""Dealing with the libraries that speak by themselves or need something from the system."""

from __future__ import annotations

import os
import re

from arbiter.message import Message
from vision.sources.picture_header import MOST_PIXELS


def quiet_opencv() -> None:
    """OpenCV and FFmpeg write to standard error, and decode pictures without end, unless told otherwise before cv2 is
    imported."""
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


def explain_import(error: ImportError) -> str:
    """One sentence for a library that does not load, with the fix for what OpenCV takes from the system."""
    text = str(error)
    missing = re.search(r"(lib[\w+.-]+\.so[.\d]*): cannot open shared object", text)
    if "libGL" in text or "libgthread" in text or "libglib" in text:
        return Message(
            "OpenCV needs a system library that is not installed here ({library}): on Debian and Ubuntu "
            "run apt-get install libgl1 libglib2.0-0.",
            library=text.split(":", maxsplit=1)[0],
        )
    if error.name and error.name.partition(".")[0] == "paho":
        return Message(
            "The club's broker needs the library paho-mqtt, which is not installed: install bookgammon[club]."
        )
    if missing:
        return Message(
            "A system library is not installed here ({missing}): on Debian and Ubuntu find its package "
            "with apt-file search {missing} and install that.",
            missing=missing[1],
        )
    if "DLL load failed" in text:
        return Message(
            "Windows lacks something that OpenCV or numpy needs ({text}): install the Microsoft Visual "
            "C++ Redistributable, and on an N edition of Windows the Media Feature Pack.",
            text=text,
        )
    return Message("A part of the program is missing ({text}): install bookgammon again.", text=text)
