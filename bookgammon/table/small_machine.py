"""Machines that are too small to follow at full pace: a Raspberry Pi 4 and the like."""

from __future__ import annotations

import os
import time
from contextlib import suppress

import cv2
import numpy as np

LITTLE_MEMORY = 1500 * 2**20
"""Bytes. Machines that are sold with 1 GiB have it; beside the table there is the browser on its screen."""
SLOW_S = 0.007
"""Of processor time to decode a picture of 720p: three times a desktop's. A Raspberry Pi 4 is above it by published
figures of its processor, a Raspberry Pi 5 below."""
_TRIES = 40
"""So many that a machine which is busy for a moment does not pass for a small one."""


def is_small() -> bool:
    """Whether the table should be followed lightly here, by memory and by pace. Takes half a second at most."""
    memory = memory_of_machine()
    return (memory is not None and memory < LITTLE_MEMORY) or decoding_time() > SLOW_S


def memory_of_machine() -> int | None:
    """Bytes; None where the system does not say."""
    if hasattr(os, "sysconf"):
        with suppress(ValueError, OSError):
            return int(os.sysconf("SC_PAGE_SIZE")) * int(os.sysconf("SC_PHYS_PAGES"))
    return None


def decoding_time() -> float:
    """Seconds of processor time for a grainy JPEG of 1280 by 720, the quickest of some tries; the first that is quick
    enough is the last one."""
    grain = np.random.default_rng(1).normal(128, 6, (720, 1280, 3)).astype(np.uint8)
    jpeg = cv2.imencode(".jpg", grain, [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    quickest = float("inf")
    for _ in range(_TRIES):
        began = time.thread_time()
        cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
        quickest = min(quickest, time.thread_time() - began)
        if quickest <= SLOW_S:
            break
    return quickest
