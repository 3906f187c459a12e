"""Which sizes and rates a webcam really has, as its driver lists them (Video4Linux; other systems have no such list).

The calls and structures are those of the Linux kernel's documentation, "Video for Linux API", `ENUM_FMT`,
`ENUM_FRAMESIZES` and `ENUM_FRAMEINTERVALS`.
"""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

from arbiter.message import Message

_CAPTURE = 1
_DISCRETE = 1
_MOST = 64

Ioctl = Callable[[int, int, bytearray], object]
"""`fcntl.ioctl`: fills the buffer in place. Raises OSError where there is no such entry."""


@dataclass(frozen=True, slots=True, order=True)
class WebcamMode:
    """In pixels; fps: the most pictures a second, 0 where the driver does not say."""

    width: int
    height: int
    fps: int

    @property
    def shown(self) -> str:
        if not self.fps:
            return Message("{width} by {height}", width=self.width, height=self.height)
        return Message("{width} by {height}, {rate} a second", width=self.width, height=self.height, rate=self.fps)


def webcam_modes(number: int) -> tuple[WebcamMode, ...]:
    """The modes of a webcam, smallest first, each size once with its best rate; none where nobody knows."""
    if sys.platform == "linux":
        from fcntl import ioctl  # noqa: PLC0415  # Linux alone has it

        with suppress(OSError):
            device = os.open(f"/dev/video{number}", os.O_RDWR | os.O_NONBLOCK)
            try:
                return listed_modes(device, ioctl)
            finally:
                os.close(device)
    return ()


def listed_modes(device: int, ioctl: Ioctl) -> tuple[WebcamMode, ...]:
    """The same of an open device."""
    best: dict[tuple[int, int], int] = {}
    for pixels in _formats(device, ioctl):
        for size in _sizes(device, ioctl, pixels):
            best[size] = max(best.get(size, 0), _rate(device, ioctl, pixels, size))
    return tuple(sorted(WebcamMode(width, height, fps) for (width, height), fps in best.items()))


def _formats(device: int, ioctl: Ioctl) -> Iterator[int]:
    for index in range(_MOST):
        asked = bytearray(struct.pack("=II56x", index, _CAPTURE))
        if not _asked(device, ioctl, 2, asked):
            return
        yield struct.unpack_from("=I", asked, 44)[0]


def _sizes(device: int, ioctl: Ioctl, pixels: int) -> Iterator[tuple[int, int]]:
    for index in range(_MOST):
        asked = bytearray(struct.pack("=II36x", index, pixels))
        if not _asked(device, ioctl, 74, asked):
            return
        kind, *numbers = struct.unpack_from("=I6I", asked, 8)
        if kind == _DISCRETE:
            yield numbers[0], numbers[1]
            continue
        yield numbers[1], numbers[4]  # in steps: the largest
        return


def _rate(device: int, ioctl: Ioctl, pixels: int, size: tuple[int, int]) -> int:
    best = 0.0
    for index in range(_MOST):
        asked = bytearray(struct.pack("=IIII36x", index, pixels, *size))
        if not _asked(device, ioctl, 75, asked):
            break
        kind, over, under = struct.unpack_from("=III", asked, 16)
        if over:
            best = max(best, under / over)  # a picture takes over / under seconds; in steps: the shortest
        if kind != _DISCRETE:
            break
    return round(best)


def _asked(device: int, ioctl: Ioctl, call: int, buffer: bytearray) -> bool:
    """One call of the driver, by its number; False where it has no such entry."""
    try:
        ioctl(device, 3 << 30 | len(buffer) << 16 | ord("V") << 8 | call, buffer)
    except OSError:
        return False
    return True
