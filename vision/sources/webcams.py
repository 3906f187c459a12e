"""Which webcams the system has, how to know one again that comes back under another number, and how its focus and
exposure are held once the board is known, and let go while the light changes.
"""

from __future__ import annotations

import logging
import platform
import re
import sys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.sources.frames import Capture
from vision.sources.pictures import Image

SYSTEM = Path("/sys/class/video4linux")
"""Where Linux lists them: a folder `videoN` with a file `name` for each. Other systems have no such place."""

_CAMERAS_TRIED = 4
_SIZED = re.compile(r"(?P<which>.+?)(?:@(?P<width>[0-9]{2,5})x(?P<height>[0-9]{2,5}))?")


@dataclass(frozen=True, slots=True)
class WebcamChoice:
    """size: (width, height) in pixels that was asked for, None for the usual one."""

    number: int
    size: tuple[int, int] | None = None


def chosen_webcam(text: str, system: Path = SYSTEM) -> WebcamChoice | None:
    """The webcam that people mean by its number or its name, `@1920x1080` behind either; None where it is neither.

    Of webcams with one name it is the first.
    """
    found = _SIZED.fullmatch(text.strip())
    if found is None:
        return None
    which = found["which"]
    size = (int(found["width"]), int(found["height"])) if found["width"] else None
    if re.fullmatch("[0-9]{1,4}", which):
        return WebcamChoice(int(which), size)
    named = (number for number in webcam_numbers(system) if webcam_name(number, system).casefold() == which.casefold())
    number = next(named, None)
    return None if number is None else WebcamChoice(number, size)


def webcam_address(number: int, system: Path = SYSTEM) -> str:
    """By what a webcam is remembered: its name, which stays with it, unless another of that name comes first."""
    name = webcam_name(number, system)
    return name if name and chosen_webcam(name, system) == WebcamChoice(number) else str(number)


def webcam_numbers(system: Path = SYSTEM) -> tuple[int, ...]:
    """The numbers of all webcams, smallest first; none where the system does not say."""
    try:
        names = [re.fullmatch(r"video(\d+)", path.name) for path in system.iterdir()]
    except OSError:
        return ()
    return tuple(sorted(int(name[1]) for name in names if name))


def camera_numbers() -> list[int]:
    """The webcams that the system shows; where it does not say, the first few are worth a try."""
    return list(webcam_numbers()) if platform.system() == "Linux" else list(range(_CAMERAS_TRIED))


def webcam_name(number: int, system: Path = SYSTEM) -> str:
    """What the webcam calls itself, nothing where the system does not say."""
    try:
        return (system / f"video{number}" / "name").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""


def same_webcam(number: int, name: str, system: Path = SYSTEM) -> tuple[int, ...]:
    """Where the webcam that was `number` may be by now: its old number first, then all that bear its name.

    Where the old number belongs to another webcam by now, it is not among them.
    """
    if not name:
        return (number,)
    now = webcam_name(number, system)
    old = (number,) if now in ("", name) else ()
    others = (other for other in webcam_numbers(system) if other != number and webcam_name(other, system) == name)
    return (*old, *others)


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
