"""Pictures from files."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from arbiter.message import Message
from calibration.errors import BadPicture
from outside.errors import TooLargeError
from outside.files import read_bytes
from vision.errors import PictureError
from vision.sources.decoding import OF_FILES, Image, decoded, decoded_here, no_picture
from vision.sources.picture_header import JPEG, PNG

__all__ = ["PICTURE_SUFFIXES", "Image", "board_picture", "own_picture", "read_picture", "same_shape"]

PICTURE_SUFFIXES = frozenset((".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"))

_ROTATIONS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


def read_picture(path: Path, rotate: int = 0) -> Image:
    """The picture as (height, width, 3) uint8 BGR, turned clockwise by 0, 90, 180 or 270 degrees.

    Raises PictureError where there is no file, it is no picture, out of bounds, torn or damaged.
    """
    image = decoded(_bytes(path), OF_FILES, _named(path))
    return np.ascontiguousarray(cv2.rotate(image, _ROTATIONS[rotate]), np.uint8) if rotate else image


def own_picture(path: Path) -> Image:
    """The same for a picture that came with the program."""
    return decoded_here(_bytes(path), OF_FILES, _named(path))


def board_picture(data: bytes) -> Image:
    """A picture of a board file, whoever made it: a JPEG or PNG, as ours are. Raises BadPicture."""
    if not data.startswith((JPEG, PNG)):
        raise BadPicture(str(no_picture()))
    try:
        return decoded_here(data, OF_FILES)
    except PictureError as error:
        raise BadPicture(str(error)) from error


def _bytes(path: Path) -> bytes:
    try:
        data = read_bytes(path, OF_FILES.bytes)
    except OSError as error:
        raise PictureError(
            Message("The picture {path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    except TooLargeError as error:
        raise PictureError(str(error)) from error
    if not data:
        raise PictureError(Message("The picture {path} is empty: take or copy it again.", path=path))
    return data


def _named(path: Path) -> str:
    return Message("The picture {path}", path=path)


def same_shape(image: Image, size: tuple[int, int]) -> bool:
    """Whether a picture has the shape of `size` (width, height), to the pixel that rounding may cost."""
    height, width = image.shape[:2]
    return bool(abs(width * size[1] - height * size[0]) <= max(width, height))
