"""Focus and exposure of a webcam, held as they are once the board is known, and let go while the light changes."""

from __future__ import annotations

import logging
import sys

import cv2
import numpy as np

from vision.sources.frames import Capture
from vision.sources.pictures import Image

_MANUAL, _AUTOMATIC = 1.0, 3.0
"""Video4Linux's words for exposure; other systems have others, so it is held on Linux alone."""
_DARKER, _BRIGHTER = 0.6, 1.6
"""Of the brightness at which exposure was held; beyond, somebody has drawn a curtain or lit a lamp."""
_CHANGED_S = 3.0
_SETTLING_S = 3.0
_SPARSE = 16
_log = logging.getLogger(__name__)


class Holding:
    """For one opening of a webcam; what its driver does not let us hold goes on as before."""

    def __init__(self, capture: Capture, what: str, *, exposure: bool = sys.platform == "linux") -> None:
        self._capture, self._what, self._exposure = capture, what, exposure
        self._held_at: float | None = None
        self._same_since = 0.0
        self._settled = 0.0

    def observe(self, image: Image, now: float) -> None:
        """One more picture (BGR uint8), at `now` in seconds."""
        brightness = float(np.median(image[::_SPARSE, ::_SPARSE]))
        if self._held_at is None:
            if now >= self._settled:
                self._hold(brightness, now)
        elif _DARKER * self._held_at <= brightness <= _BRIGHTER * max(self._held_at, 1.0):
            self._same_since = now
        elif self._exposure and now - self._same_since > _CHANGED_S:
            self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _AUTOMATIC)
            self._held_at, self._settled = None, now + _SETTLING_S
            _log.info("%s: the light has changed, exposure is let go for a moment", self._what)

    def _hold(self, brightness: float, now: float) -> None:
        self._held_at, self._same_since = brightness, now
        focus = self._capture.set(cv2.CAP_PROP_AUTOFOCUS, 0)
        exposure = False
        if self._exposure:
            value = self._capture.get(cv2.CAP_PROP_EXPOSURE)
            exposure = self._capture.set(cv2.CAP_PROP_AUTO_EXPOSURE, _MANUAL)
            if exposure and value > 0:
                self._capture.set(cv2.CAP_PROP_EXPOSURE, value)
        _log.info("%s: focus %s, exposure %s", self._what, "held" if focus else "left", "held" if exposure else "left")
