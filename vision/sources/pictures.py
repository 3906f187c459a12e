"""Pictures from files. OpenCV reads half a JPEG as a grey one without a word, so the end is checked here."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.message import Message
from vision.errors import PictureError
from vision.sources.picture_size import MOST_PIXELS, picture_size

Image = npt.NDArray[np.uint8]
"""(height, width, 3) uint8, blue-green-red."""

PICTURE_SUFFIXES = frozenset((".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"))

_ROTATIONS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


def read_picture(path: Path, rotate: int = 0) -> Image:
    """The picture as (height, width, 3) uint8 BGR, turned clockwise by 0, 90, 180 or 270 degrees.

    Raises PictureError where there is no file, it is no picture, or its end is missing.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise PictureError(
            Message("The picture {path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    if not data:
        raise PictureError(Message("The picture {path} is empty: take or copy it again.", path=path))
    size = picture_size(data)
    if size is not None and size[0] * size[1] > MOST_PIXELS:
        raise PictureError(
            Message(
                "The picture {path} is too large ({width} by {height} pixels): give one of at most {value} "
                "million pixels.",
                path=path,
                width=size[0],
                height=size[1],
                value=MOST_PIXELS // 1_000_000,
            )
        )
    if is_torn(data):
        raise PictureError(Message("The picture {path} is torn, its end is missing: copy it again.", path=path))
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        image = None
    if image is None:
        raise PictureError(Message("{path} is not a picture: give a JPEG or PNG file.", path=path))
    if rotate:
        image = cv2.rotate(image, _ROTATIONS[rotate])
    return np.ascontiguousarray(image, np.uint8)


def same_shape(image: Image, size: tuple[int, int]) -> bool:
    """Whether a picture has the shape of `size` (width, height), to the pixel that rounding may cost."""
    height, width = image.shape[:2]
    return bool(abs(width * size[1] - height * size[0]) <= max(width, height))


def is_torn(data: bytes) -> bool:
    """Whether a JPEG or PNG stops before its end marker. Other formats are left to their decoder."""
    if data.startswith(b"\xff\xd8"):
        return not _jpeg_ends(data)
    if data.startswith(b"\x89PNG"):
        return b"IEND" not in data
    return False


def _jpeg_ends(data: bytes) -> bool:
    """Walk the segments, so that the end marker of an embedded thumbnail is not taken for the picture's."""
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # fill byte
            at += 1
            continue
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if marker == 0xDA:
            at = _after_scan(data, at)
        if data[at : at + 2] == b"\xff\xd9":
            return True
    return False


def _after_scan(data: bytes, at: int) -> int:
    """The next real marker; inside a scan 0xFF is followed by 0 or by a restart marker."""
    while True:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            return len(data)
        if data[at + 1] != 0 and not 0xD0 <= data[at + 1] <= 0xD7:
            return at
        at += 2
