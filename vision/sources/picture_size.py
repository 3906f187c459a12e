"""How large a picture says it is, from the first bytes of its file: before anybody makes room for all of it."""

from __future__ import annotations

import struct
from collections.abc import Callable

MOST_PIXELS = 128_000_000
"""A little more than the 108 million of today's largest usual telephone cameras; 384 MB once decoded."""

Size = tuple[int, int]
_SOF = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""JPEG's markers that begin a frame and tell its size."""


def picture_size(data: bytes) -> Size | None:
    """(width, height) as a PNG, JPEG, BMP, WebP, GIF or TIFF file tells it; None for others, and for torn headers."""
    for begins, read in _FORMATS:
        if data.startswith(begins):
            try:
                return read(data)
            except (struct.error, IndexError):
                return None
    return None


def _png(data: bytes) -> Size:
    return struct.unpack_from(">II", data, 16)


def _bmp(data: bytes) -> Size:
    width, height = struct.unpack_from("<ii", data, 18)
    return width, abs(height)


def _gif(data: bytes) -> Size:
    return struct.unpack_from("<HH", data, 6)


def _jpeg(data: bytes) -> Size | None:
    at = 2
    while data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # fill byte
            at += 1
        elif marker in _SOF:
            height, width = struct.unpack_from(">HH", data, at + 5)
            return width, height
        else:
            at += 2 + struct.unpack_from(">H", data, at + 2)[0]
    return None


def _webp(data: bytes) -> Size | None:
    match data[8:16]:
        case b"WEBPVP8X":
            return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
        case b"WEBPVP8L":
            bits = struct.unpack_from("<I", data, 21)[0]
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
        case b"WEBPVP8 ":
            width, height = struct.unpack_from("<HH", data, 26)
            return width & 0x3FFF, height & 0x3FFF
    return None


def _tiff(data: bytes) -> Size | None:
    order = "<" if data[:2] == b"II" else ">"
    at = struct.unpack_from(order + "I", data, 4)[0]
    found: dict[int, int] = {}
    for number in range(struct.unpack_from(order + "H", data, at)[0]):
        tag, kind = struct.unpack_from(order + "HH", data, at + 2 + 12 * number)
        if tag in (256, 257):
            found[tag] = struct.unpack_from(order + ("H" if kind == 3 else "I"), data, at + 10 + 12 * number)[0]
    return (found[256], found[257]) if len(found) == 2 else None


_FORMATS: tuple[tuple[bytes | tuple[bytes, ...], Callable[[bytes], Size | None]], ...] = (
    (b"\x89PNG", _png),
    (b"\xff\xd8", _jpeg),
    (b"BM", _bmp),
    (b"RIFF", _webp),
    (b"GIF8", _gif),
    ((b"II*\0", b"MM\0*"), _tiff),
)
