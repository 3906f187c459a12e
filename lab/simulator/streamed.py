"""What a stream of few bits leaves of pictures: x264 as ffmpeg (Debian package `ffmpeg`) has it, decoded again.

What is faint on dark ground goes first, and what lay there a moment ago may stay for a while: blocks that hardly change
are not sent again. Blocks of JPEG look nothing like it.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence

import numpy as np

from lab.simulator.art import Bytes

EACH = 3
"""Frames that each picture is shown for; the last of them is kept."""
CODED = (
    "ffmpeg -v error -f rawvideo -pix_fmt bgr24 -s {size} -r 15 -i - "
    "-c:v libx264 -threads 1 -crf {crf} -pix_fmt yuv420p -f h264 -"
)
DECODED = "ffmpeg -v error -f h264 -i - -f rawvideo -pix_fmt bgr24 -"


def streamed(pictures: Sequence[Bytes], crf: int) -> list[Bytes]:
    """(H, W, 3) BGR pictures of one size as they come out of one stream in which they follow each other.

    crf: x264's constant rate factor, 18 (nothing is seen of it) to 51. Raises FileNotFoundError where ffmpeg is
    missing, subprocess.CalledProcessError where it fails.
    """
    if shutil.which("ffmpeg") is None:
        raise FileNotFoundError("ffmpeg is not installed: apt-get install ffmpeg")
    height, width = pictures[0].shape[:2]
    even = [np.pad(picture, ((0, height % 2), (0, width % 2), (0, 0)), "edge") for picture in pictures]
    size = f"{width + width % 2}x{height + height % 2}"
    shown = b"".join(picture.tobytes() for picture in even for _ in range(EACH))
    sent = subprocess.run(CODED.format(size=size, crf=crf).split(), input=shown, capture_output=True, check=True).stdout
    come = subprocess.run(DECODED.split(), input=sent, capture_output=True, check=True).stdout
    frames = np.frombuffer(come, np.uint8).reshape(-1, *even[0].shape)
    return [np.ascontiguousarray(frame[:height, :width]) for frame in frames[EACH - 1 :: EACH]]
