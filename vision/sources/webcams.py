"""Which webcams the system has, and how to know one again that comes back under another number."""

from __future__ import annotations

import re
from pathlib import Path

SYSTEM = Path("/sys/class/video4linux")
"""Where Linux lists them: a folder `videoN` with a file `name` for each. Other systems have no such place."""


def webcam_numbers(system: Path = SYSTEM) -> tuple[int, ...]:
    """The numbers of all webcams, smallest first; none where the system does not tell."""
    try:
        names = [re.fullmatch(r"video(\d+)", path.name) for path in system.iterdir()]
    except OSError:
        return ()
    return tuple(sorted(int(name[1]) for name in names if name))


def webcam_name(number: int, system: Path = SYSTEM) -> str:
    """What the webcam calls itself, nothing where the system does not tell."""
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
