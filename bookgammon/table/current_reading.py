"""What the camera sees now, for *What do you see?*: made only when somebody asks, and never by the table's thread."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from arbiter.message import Message
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from bookgammon.boards.overlay import foot_of, outline_of
from bookgammon.table.snapshots import jpeg
from bookgammon.table.table import TableUpdate
from bookgammon.table.waiting import die_sure, point_doubt, reasons_to_wait
from calibration.board import Board
from calibration.leaf import POINTS_PER_ROW
from vision.reading import reading_of
from vision.sources.pictures import Image
from web.reading import DieRead, PointRead, SceneRead, Spot

WIDTH = 1280
"""Pixels across a picture, at the most."""
KEPT = 4
"""Pictures that were asked for lately; a browser fetches one after it got their address."""
EVERY_S = 0.4
"""However many ask, there is no more than one moment in so many seconds."""

Pixels = npt.NDArray[np.float64]
InPicture = Callable[[Pixels], Pixels]
"""(n, 2) pixels of the learned view, in the pictures as they come now."""


@dataclass(frozen=True, slots=True, eq=False)
class _Noted:
    update: TableUpdate
    read: Evidence | None
    at: float


class CurrentReading:
    """Fulfils `web.reading.ShownReading`. An observer that only notes what came. steady: seconds of a steady clock."""

    def __init__(self, board: Board, steady: Callable[[], float] = time.monotonic) -> None:
        self._board, self._steady = board, steady
        self._in_picture: InPicture = lambda learned: learned
        self._now: _Noted | None = None
        self._image: Image | None = None
        self._seen_at = 0.0
        self._asked = threading.Lock()
        self._scene: SceneRead | None = None
        self._scene_of: tuple[float, str] = (0.0, "")
        self._images: OrderedDict[int, Image | bytes] = OrderedDict()

    def located_by(self, in_picture: InPicture) -> None:
        """From now on that says where the board lies (`vision.watcher.Watcher.in_picture`)."""
        self._in_picture = in_picture

    def learned_anew(self, board: Board) -> None:
        """The board that is followed from now on: it was measured again."""
        with self._asked:
            self._board, self._scene = board, None

    def on_update(self, update: TableUpdate) -> None:
        """The newest frame, and what was read last, are kept at hand; nothing is made of them."""
        before = self._now
        read = update.evidence if update.evidence and update.evidence.places else before.read if before else None
        if update.image is not None:
            self._image, self._seen_at = update.image, self._steady()
        elif before and update.evidence is None:
            update = replace(update, evidence=before.update.evidence)
        self._now = _Noted(update, read, self._steady())

    def scene(self) -> SceneRead | None:
        """The camera's newest moment, the same one for all who ask within `EVERY_S`."""
        with self._asked:
            now, image = self._now, self._image
            if now is None or image is None:
                return None
            made_at, lost = self._scene_of
            if self._scene is None or self._steady() - made_at >= EVERY_S or lost != now.update.lost:
                self._scene, self._scene_of = self._made(now, image), (self._steady(), now.update.lost)
            return replace(self._scene, seconds=self._steady() - self._seen_at)

    def picture(self, number: int) -> bytes | None:
        """The JPEG of one of the last `KEPT` moments, compressed once."""
        with self._asked:
            found = self._images.get(number)
            if found is not None and not isinstance(found, bytes):
                found = self._images[number] = jpeg(found, WIDTH)
            return found

    def _made(self, now: _Noted, image: Image) -> SceneRead:
        update, read = now.update, now.read
        number = update.moment.frame
        if number not in self._images:
            self._images[number] = image
            while len(self._images) > KEPT:
                self._images.popitem(last=False)
        evidence = update.evidence
        waits = reasons_to_wait(update.state, evidence, read, update.lost)
        reading = reading_of(read) if read else None
        return SceneRead(
            number=number,
            size=self._board.size,
            seconds=0.0,
            current=evidence is not None and evidence is read,
            leaves=tuple(self._spots(outline_of(leaf)) for leaf in self._board.leaves),
            points=self._points(read, update.state.seats or self._board.seats) if read else (),
            bar=reading.position.bar if reading else (0, 0),
            dice=self._dice(read) if read else (),
            cube=(read.cube.value, read.cube.owner) if read and read.cube else None,
            hand=bool(evidence and evidence.hand),
            certainty=reading.confidence if reading else 0.0,
            waits=waits or (Message("It waits for nothing: it sees all it needs."),),
        )

    def _points(self, read: Evidence, seats: Seats) -> tuple[PointRead, ...]:
        position, track = reading_of(read).position, seats.track()
        leaves = self._board.leaves
        spots = self._spots(np.array([foot_of(leaves[column // POINTS_PER_ROW], row, column) for row, column in track]))
        return tuple(
            PointRead(index + 1, at, *position.counts(index + 1), place.hidden, point_doubt(read, index))
            for index, (at, place) in enumerate(zip(spots, read.places, strict=False))
        )

    def _dice(self, read: Evidence) -> tuple[DieRead, ...]:
        spots = self._spots(np.array([die.center for die in read.dice]).reshape(-1, 2))
        return tuple(
            DieRead(at, die.value, die.set, die_sure(die) and not die.cocked)
            for at, die in zip(spots, read.dice, strict=True)
        )

    def _spots(self, learned: Pixels) -> tuple[Spot, ...]:
        if not len(learned):
            return ()
        return tuple((round(float(x), 1), round(float(y), 1)) for x, y in self._in_picture(learned))
