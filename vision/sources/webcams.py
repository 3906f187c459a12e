"""Which webcams the system has, and how to know one again that comes back under another number."""

from __future__ import annotations

import platform
import re
from dataclasses import dataclass
from pathlib import Path

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
