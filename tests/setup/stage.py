"""A camera over the demo's board that shows what a test puts before it, and a book that is found where it lies."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator

import cv2
import numpy as np

from arbiter.position import Side
from arbiter.seats import Seats
from bookgammon.setup.wizard import Wizard
from calibration.board import Board, CheckerSize
from calibration.corners import LeafCorners, parse_corners
from calibration.finding import FoundLeaves
from calibration.leaf import leaves_from_corners, ridge_between
from tests.commands.program import CORNERS, RECORDING
from vision.errors import SourceError
from vision.sources.pictures import Image, read_picture
from vision.sources.sources import Frame

START, EMPTY = (read_picture(RECORDING / f"{name}.jpg") for name in ("start", "empty"))
BOOK: LeafCorners = parse_corners(json.loads(CORNERS))


def with_hand(picture: Image) -> Image:
    """The same with something dark across the board."""
    shown = picture.copy()
    cv2.line(shown, (480, 539), (330, 300), (70, 100, 150), 70)
    return shown


def without_checker(picture: Image, at: tuple[int, int]) -> Image:
    """The same with the board as it is when empty around `at`."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.circle(mask, at, 22, 255, -1)
    return np.where(mask[..., None] > 0, EMPTY, picture)


class Camera:
    """Shows `scene` ten times a second with the noise of a cheap sensor."""

    live = True
    total: int | None = None

    def __init__(self, scene: Image, name: str = "0") -> None:
        self.scene, self.name = scene, name
        self._noise = np.random.default_rng(7)
        self._closed = threading.Event()

    def items(self, start: int = 0) -> Iterator[Frame]:
        began, index = time.monotonic(), 0
        while not self._closed.wait(0.1):
            grain = self._noise.normal(0, 2, self.scene.shape).astype(np.int16)
            image = np.clip(self.scene.astype(np.int16) + grain, 0, 255).astype(np.uint8)
            yield Frame(image, index, time.monotonic() - began)
            index += 1

    def open(self) -> None:
        self._closed.clear()

    def close(self) -> None:
        self._closed.set()

    @property
    def closed(self) -> bool:
        return self._closed.is_set()


class Room:
    """The cameras of a machine, by their addresses."""

    def __init__(self, **cameras: Camera) -> None:
        self.cameras = cameras

    def open(self, address: str) -> Camera:
        if address not in self.cameras:
            raise SourceError(f"The stream {address} does not open: check that it is switched on.")
        camera = self.cameras[address]
        camera.open()
        return camera


def put_away(wizard: Wizard) -> None:
    """Closed, and at its end: what it still learns would go on beside the next test, and abort a process that ends."""
    wizard.close()
    wizard._worker.join(600)


def find_here(picture: Image) -> FoundLeaves:
    """The demo's book where it lies; with something lying over it, not surely."""
    covered = np.abs(picture[400:440, 390:430].astype(int) - EMPTY[400:440, 390:430]).mean() > 20
    return FoundLeaves(BOOK, 0.3 if covered else 0.97)


def board_of(start: Image = START, empty: Image | None = EMPTY, name: str = "board") -> Board:
    """The demo's board as if learned, without the time that learning takes."""
    leaves = leaves_from_corners(BOOK, (start.shape[1], start.shape[0]))
    ridge, width = ridge_between(leaves, BOOK)
    checker = CheckerSize(radius=0.44, height=0.2, first=0.4)
    return Board(BOOK, Seats(Side.LIGHT), start, empty, checker, leaves, ridge, width, name=name)
