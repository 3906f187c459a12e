"""Our camera's picture for the other player's page: every few seconds, only while its owner allows it, never kept."""

from __future__ import annotations

import threading
from typing import Self

import cv2

from arbiter.message import Message
from bookgammon.table.table import TableUpdate
from bookgammon.workers.worker import Worker, Workers
from two_books.errors import TooMuchError
from two_books.link import Link
from vision.sources.pictures import Image

EVERY_S = 4.0
LONGER_SIDE = 480
QUALITY = 60
_PART = Message("the picture for the other board")


class Pictures:
    """Shows them while its `with` block runs and `allowed` is true."""

    def __init__(self, link: Link, workers: Workers) -> None:
        self._link = link
        self._newest: Image | None = None
        self._allowed = threading.Event()
        self._worker = Worker(workers, "two books picture", _PART, self._run, wake=self._allowed.set)

    def __enter__(self) -> Self:
        self._worker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._worker.stop()

    @property
    def allowed(self) -> bool:
        return self._allowed.is_set()

    def allow(self, allowed: bool) -> None:
        if allowed:
            self._allowed.set()
        else:
            self._allowed.clear()
            self._newest = None

    def on_update(self, update: TableUpdate) -> None:
        """An observer: notes the newest picture."""
        if update.image is not None and self._allowed.is_set():
            self._newest = update.image

    def _run(self, worker: Worker) -> None:
        while not worker.stopping:
            worker.idle()
            self._allowed.wait()
            image, self._newest = self._newest, None
            if image is not None and not worker.stopping:
                worker.works_on()
                self._show(image)
            if worker.wait(EVERY_S):
                return

    def _show(self, image: Image) -> None:
        height, width = image.shape[:2]
        scale = LONGER_SIDE / max(height, width)
        small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
        done, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if done and self._allowed.is_set():
            try:
                self._link.show_picture(jpeg.tobytes())
            except TooMuchError as error:
                self._worker.troubled(str(error))
