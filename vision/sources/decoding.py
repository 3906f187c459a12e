"""The one place where a picture from outside is measured, bounded and decoded.

What its header says is looked at first; what passes is decoded in a process of its own (`outside.confined`), which
also has a limit of pixels in OpenCV itself, and what comes out is measured once more.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.message import Message
from outside.confined import Confined
from outside.errors import OverrunError
from outside.files import MIB
from vision.errors import PictureError
from vision.sources.picture_header import JPEG, MOST_PIXELS, PNG, PictureHeader, picture_header

Image = npt.NDArray[np.uint8]
"""(height, width, 3) uint8, blue-green-red."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a picture may be. longest, shortest: of its sides, in pixels. drawn: pixels of all its scans together."""

    bytes: int
    pixels: int
    longest: int
    shortest: int
    drawn: int
    scans: int = 100


OF_FILES = Bounds(bytes=256 * MIB, pixels=MOST_PIXELS, longest=32_000, shortest=16, drawn=12 * MOST_PIXELS)
"""OpenCV cannot warp what has sides of 32,768 pixels or more; progressive JPEGs have about ten scans."""
OF_TELEPHONES = Bounds(bytes=4 * MIB, pixels=4096**2, longest=4096, shortest=240, drawn=12 * 4096**2)
"""A still of twelve million pixels has three million bytes, a picture of 1080p a tenth of that."""
MEMORY = 1024 * MIB
SECONDS = 10.0

_SHAPE = struct.Struct("<II")
_A_PICTURE = Message("The picture")


def decoded(data: bytes, bounds: Bounds, name: str = _A_PICTURE) -> Image:
    """A picture from outside. name: how its sentences begin. Raises PictureError, one sentence, for all but a picture
    within its bounds."""
    check(data, bounds, name)
    try:
        decoded = _decoder(bounds is OF_FILES).ask(data)
    except OverrunError as error:
        raise PictureError(Message("{picture} cannot be used: {error}.", picture=name, error=error)) from error
    return _image(decoded, bounds, name)


def decoded_here(data: bytes, bounds: Bounds, name: str = _A_PICTURE) -> Image:
    """The same in this process: for pictures that we have made or looked at before, and for programs that do nothing
    else meanwhile."""
    check(data, bounds, name)
    image = _decoded(data)
    if image is None:
        raise no_picture(name)
    _check_size(image.shape[1], image.shape[0], bounds, name)
    return np.ascontiguousarray(image)


def load_decoder() -> None:
    """Begin to load what a telephone's first picture needs: the process takes half a second to be ready."""
    _decoder(background=False).start()


def check(data: bytes, bounds: Bounds, name: str = _A_PICTURE) -> PictureHeader:
    """What a picture says of itself. Raises PictureError where that is out of bounds, and for formats whose size nobody
    can say before they are decoded."""
    if len(data) > bounds.bytes:
        raise PictureError(
            Message("{picture} has more than {most} million bytes.", picture=name, most=bounds.bytes // MIB)
        )
    header = picture_header(data)
    if header is None:
        if data.startswith((JPEG, PNG)):
            raise PictureError(Message("{picture} is damaged at its beginning.", picture=name))
        raise no_picture(name)
    _check_size(header.width, header.height, bounds, name)
    if not header.whole:
        raise PictureError(Message("{picture} is torn or damaged: send or copy it again.", picture=name))
    if header.scans > bounds.scans or header.scans * header.pixels > bounds.drawn:
        raise PictureError(
            Message(
                "{picture} is drawn in {count} scans: save it as an ordinary JPEG.", picture=name, count=header.scans
            )
        )
    return header


def answer(data: bytes) -> Sequence[bytes | memoryview]:
    """Width, height and pixels of a picture; nothing where it is none. Called in the confined process."""
    image = _decoded(data)
    if image is None:
        return ()
    height, width = image.shape[:2]
    return _SHAPE.pack(width, height), np.ascontiguousarray(image).data.cast("B")


def _decoded(data: bytes) -> Image | None:
    try:
        image = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:  # more pixels than OpenCV's own limit, too little memory
        return None
    return None if image is None else np.asarray(image, np.uint8)


def _image(decoded: memoryview, bounds: Bounds, name: str) -> Image:
    if not decoded:
        raise no_picture(name)
    width, height = _SHAPE.unpack_from(decoded)
    _check_size(width, height, bounds, name)
    return np.frombuffer(decoded, np.uint8, offset=_SHAPE.size).reshape(height, width, 3)


def no_picture(name: str = _A_PICTURE) -> PictureError:
    """What is said of a file of another format."""
    return PictureError(Message("{picture} is not a picture: give a JPEG or PNG file.", picture=name))


def _check_size(width: int, height: int, bounds: Bounds, name: str) -> None:
    if width * height > bounds.pixels:
        raise PictureError(
            Message(
                "{picture} is too large ({width} by {height} pixels): give one of at most {value} million pixels.",
                picture=name,
                width=width,
                height=height,
                value=bounds.pixels // 1_000_000,
            )
        )
    if max(width, height) > bounds.longest or min(width, height) < bounds.shortest:
        raise PictureError(
            Message(
                "{picture} is {width} by {height} pixels: both sides have to be between {shortest} and {longest}.",
                picture=name,
                width=width,
                height=height,
                shortest=bounds.shortest,
                longest=bounds.longest,
            )
        )


@cache
def _decoder(background: bool) -> Confined:
    """A telephone is the table's own camera and is waited for; what is read of a file gives way to the table."""
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))
    most = _SHAPE.size + 3 * OF_FILES.pixels
    return Confined(f"{__name__}:{answer.__name__}", memory=MEMORY, seconds=SECONDS, most=most, background=background)
