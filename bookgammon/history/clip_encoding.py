"""Small pictures made a film that browsers play: VP8 in WebM, by OpenCV, in a process of its own that gives way."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from bookgammon.files.atomic_files import make_private
from outside.confined import Confined
from outside.files import MIB
from vision.sources.decoding import OF_FILES, decoded_here
from vision.sources.pictures import Image

MOST_BYTES = 1_000_000
"""Of one film."""
_HEADER = struct.Struct("<I")
_SECONDS = 60.0
"""Of a processor: some 15 ms a picture on a fast one, ten times as much on a small machine."""
_SMALLER = (1.0, 0.75, 0.5)
_STILL = 14
"""Grey levels by which a place must change to be drawn anew: grain is most of what such a film would hold."""
_SPREAD = (5, 5)


def encoded(pictures: Sequence[bytes], per_second: int, folder: Path, *, background: bool = True) -> bytes:
    """A film (WebM) of JPEGs of one size; empty where none can be made within MOST_BYTES.

    per_second: pictures. folder: where it is written first, as clip.webm, which is deleted then; made where there is
    none. background: everything else goes first. Raises OSError, and OverrunError where that process fails.
    """
    make_private(folder)  # not in that process, which may outlive us and what it was for
    asked = {"folder": str(folder.absolute()), "per_second": per_second, "sizes": [len(each) for each in pictures]}
    head = json.dumps(asked).encode()
    process = Confined(f"{__name__}:answer", memory=512 * MIB, seconds=_SECONDS, most=MOST_BYTES, background=background)
    try:
        return bytes(process.ask(_HEADER.pack(len(head)), head, *pictures))
    finally:
        process.close()  # a clip is rare, and its libraries take 60 MB


def answer(question: bytes) -> Sequence[bytes]:
    """The film, in the confined process. question: the length of a JSON object, the object, the pictures."""
    (size,) = _HEADER.unpack_from(question)
    start = _HEADER.size + size
    asked = json.loads(question[_HEADER.size : start])
    pictures = []
    for size in asked["sizes"]:
        pictures.append(question[start : start + size])
        start += size
    return (film_here(pictures, asked["per_second"], Path(asked["folder"])),)


def film_here(pictures: Sequence[bytes], per_second: int, folder: Path) -> bytes:
    """The same as `encoded` in this process, in a folder that is there: smaller where it must be.

    Raises OSError, PictureError.
    """
    draft = folder / "clip.webm"
    try:
        for smaller in _SMALLER:
            decoded = (decoded_here(each, OF_FILES) for each in pictures)
            film = _film(_steadied(decoded, smaller), per_second, draft)
            if len(film) <= MOST_BYTES:
                return film
    finally:
        draft.unlink(missing_ok=True)
    return b""


def _steadied(pictures: Iterator[Image], smaller: float) -> Iterator[Image]:
    """Each picture (BGR uint8) so much smaller, with even sides, as the one before it where only grain has changed."""
    shown: Image | None = None
    for picture in pictures:
        width, height = (2 * round(smaller * side / 2) for side in (picture.shape[1], picture.shape[0]))
        shrunk = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
        if shown is not None:
            change = cv2.absdiff(cv2.blur(shrunk, _SPREAD), cv2.blur(shown, _SPREAD)).max(axis=2)
            moves = cv2.dilate((change > _STILL).astype(np.uint8), np.ones(_SPREAD, np.uint8))
            shrunk = np.where(moves[..., None] > 0, shrunk, shown)
        shown = np.asarray(shrunk, np.uint8)
        yield shown


def _film(pictures: Iterator[Image], per_second: int, draft: Path) -> bytes:
    """Empty where there are no pictures, or OpenCV cannot write such a film here."""
    writer: cv2.VideoWriter | None = None
    for picture in pictures:
        if writer is None:
            size = (picture.shape[1], picture.shape[0])
            writer = cv2.VideoWriter(str(draft), cv2.VideoWriter.fourcc(*"VP80"), per_second, size)
        writer.write(picture)
    if writer is None or not writer.isOpened():
        return b""
    writer.release()
    return draft.read_bytes()
