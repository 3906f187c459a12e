"""Dealing with native libraries: those that print by themselves, lack something of the system, or keep memory."""

from __future__ import annotations

import ctypes
import os
import re
import sys

from arbiter.message import Message
from vision.sources.picture_header import MOST_PIXELS


def quiet_opencv() -> None:
    """OpenCV and FFmpeg write to standard error, and decode pictures without end, unless set otherwise before cv2 is
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


_M_MMAP_THRESHOLD, _M_ARENA_MAX = -3, -8
"""Of glibc's malloc.h."""
LARGE_BYTES = 4 * 1024 * 1024
"""More than a 720p frame, which is asked for thirty times a second; less than what a whole reading works in."""
ARENAS = 2


def keep_little_memory() -> bool:
    """Large buffers go back to the system when they are freed, and threads share two arenas; before threads start.

    By itself glibc raises the size from which it gives back to that of the largest buffer ever freed, and threads get
    eight arenas a core, each with gaps of its own: 13 MiB of a followed match, 4 at its most
    (`lab.benchmarks.evening`), in the same processor time. False where the C library is another one, which is left
    as it is.
    """
    if sys.platform != "linux":
        return False
    adjust = getattr(ctypes.CDLL(None), "mallopt", None)
    return adjust is not None and bool(adjust(_M_MMAP_THRESHOLD, LARGE_BYTES)) and bool(adjust(_M_ARENA_MAX, ARENAS))
