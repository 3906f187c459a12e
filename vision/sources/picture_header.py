"""What a picture says of itself, read without decoding it: its size, in how many scans it is drawn, whether it ends.

JPEG's markers are walked as libjpeg walks them, so that both find the same frame: markers without a length are known,
and what libjpeg stumbles over (two frames, two beginnings, unknown markers) is no picture here either.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PictureHeader:
    """width, height: pixels. scans: how often a JPEG goes over the whole picture. whole: its end is there, and a PNG's
    checksums are right."""

    width: int
    height: int
    scans: int = 1
    whole: bool = True

    @property
    def pixels(self) -> int:
        return self.width * self.height


MOST_PIXELS = 128_000_000
"""A little more than the 108 million of today's largest usual telephone cameras; 384 MB once decoded."""
JPEG, PNG = b"\xff\xd8", b"\x89PNG"

_PNG_CHUNKS = 8
"""Where a PNG's first chunk begins: length, name, what it holds, CRC."""
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG's markers that begin a frame and show its size."""
_BARE = frozenset((0x01, *range(0xD0, 0xD8)))
"""Markers that stand alone: what follows is the next marker, not a length."""
_LONG = frozenset((0xC4, 0xCC, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF, *range(0xE0, 0xF0), 0xFE))
"""Markers with a length that do not matter here; libjpeg refuses all others."""
_END, _SCAN = 0xD9, 0xDA


def picture_header(data: bytes) -> PictureHeader | None:
    """Of a PNG, JPEG, BMP, WebP, GIF or TIFF file; None for others, and for torn or contradictory headers."""
    for begins, read in _FORMATS:
        if data.startswith(begins):
            try:
                found = read(data)
            except (struct.error, IndexError):
                return None
            return found if found and found.width > 0 and found.height > 0 else None
    return None


def _png(data: bytes) -> PictureHeader | None:
    if data[12:16] != b"IHDR":
        return None
    width, height = struct.unpack_from(">II", data, 16)
    return PictureHeader(width, height, whole=_is_whole_png(data))


def _is_whole_png(data: bytes) -> bool:
    """Whether each chunk that a decoder needs is as it was written, up to the last one.

    libpng writes to the terminal what it finds wrong, so it is not asked.
    """
    at = _PNG_CHUNKS
    while at + 8 <= len(data):
        (size,) = struct.unpack_from(">I", data, at)
        name, end = data[at + 4 : at + 8], at + 8 + size
        needed = name[:1].isupper()
        if needed and data[end : end + 4] != struct.pack(">I", zlib.crc32(memoryview(data)[at + 4 : end])):
            return False
        if name == b"IEND":
            return True
        at = end + 4
    return False


def _bmp(data: bytes) -> PictureHeader:
    width, height = struct.unpack_from("<ii", data, 18)
    return PictureHeader(abs(width), abs(height))


def _gif(data: bytes) -> PictureHeader:
    return PictureHeader(*struct.unpack_from("<HH", data, 6))


def _jpeg(data: bytes) -> PictureHeader | None:
    width = height = scans = 0
    at = 2
    while (marker := _marker(data, at)) is not None:
        kind, at = marker
        if kind == _END:
            break
        if kind in _BARE:
            continue
        length = struct.unpack_from(">H", data, at)[0]
        if kind in _FRAMES:
            if width:
                return None
            height, width = struct.unpack_from(">HH", data, at + 3)
        elif kind == _SCAN:
            scans += 1
            at = _after_scan(data, at + length)
            continue
        elif kind not in _LONG or length < 2:
            return None
        at += length
    return PictureHeader(width, height, scans, whole=marker is not None and scans > 0)


def _marker(data: bytes, at: int) -> tuple[int, int] | None:
    """The next marker and where what follows it begins; whatever else stands there is passed over."""
    while True:
        at = data.find(b"\xff", at)
        if at < 0:
            return None
        while data[at : at + 1] == b"\xff":  # fill bytes
            at += 1
        if at >= len(data):
            return None
        if data[at]:
            return data[at], at + 1


def _after_scan(data: bytes, at: int) -> int:
    """Where the next real marker stands; inside a scan 0xFF is followed by 0 or by a restart marker."""
    while True:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            return len(data)
        if data[at + 1] != 0 and not 0xD0 <= data[at + 1] <= 0xD7:
            return at
        at += 2


def _webp(data: bytes) -> PictureHeader | None:
    match data[8:16]:
        case b"WEBPVP8X":
            width, height = int.from_bytes(data[24:27], "little"), int.from_bytes(data[27:30], "little")
            return PictureHeader(1 + width, 1 + height)
        case b"WEBPVP8L":
            bits = struct.unpack_from("<I", data, 21)[0]
            return PictureHeader(1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
        case b"WEBPVP8 ":
            width, height = struct.unpack_from("<HH", data, 26)
            return PictureHeader(width & 0x3FFF, height & 0x3FFF)
    return None


def _tiff(data: bytes) -> PictureHeader | None:
    order = "<" if data[:2] == b"II" else ">"
    at = struct.unpack_from(order + "I", data, 4)[0]
    found: dict[int, int] = {}
    for number in range(struct.unpack_from(order + "H", data, at)[0]):
        tag, kind = struct.unpack_from(order + "HH", data, at + 2 + 12 * number)
        if tag in (256, 257):
            if tag in found:
                return None
            found[tag] = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, at + 10 + 12 * number)[0]
    return PictureHeader(found[256], found[257]) if len(found) == 2 else None


_FORMATS: tuple[tuple[bytes | tuple[bytes, ...], Callable[[bytes], PictureHeader | None]], ...] = (
    (PNG, _png),
    (JPEG, _jpeg),
    (b"BM", _bmp),
    (b"RIFF", _webp),
    (b"GIF8", _gif),
    ((b"II*\0", b"MM\0*"), _tiff),
)
