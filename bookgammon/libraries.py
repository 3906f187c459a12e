"""Dealing with the libraries that speak by themselves or need something from the system."""

from __future__ import annotations

import os
import re


def quiet_opencv() -> None:
    """OpenCV and FFmpeg write to standard error unless told otherwise before cv2 is imported."""
    os.environ.setdefault("OPENCV_LOG_LEVEL", "SILENT")
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


def explain_import(error: ImportError) -> str:
    """One sentence for a library that does not load, with the fix for what OpenCV takes from the system."""
    text = str(error)
    missing = re.search(r"(lib[\w+.-]+\.so[.\d]*): cannot open shared object", text)
    if "libGL" in text or "libgthread" in text or "libglib" in text:
        return (
            f"OpenCV needs a system library that is not installed here ({text.split(':', maxsplit=1)[0]}):"
            " on Debian and Ubuntu run apt-get install libgl1 libglib2.0-0."
        )
    if error.name and error.name.partition(".")[0] == "paho":
        return "The club's broker needs the library paho-mqtt, which is not installed: install bookgammon[club]."
    if missing:
        return (
            f"A system library is not installed here ({missing[1]}): on Debian and Ubuntu find its package with"
            f" apt-file search {missing[1]} and install that."
        )
    if "DLL load failed" in text:
        return (
            f"Windows lacks something that OpenCV or numpy needs ({text}): install the Microsoft Visual C++"
            " Redistributable, and on an N edition of Windows the Media Feature Pack."
        )
    return f"A part of the program is missing ({text}): install bookgammon again."
