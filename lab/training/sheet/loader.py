"""Drawn boards to batches: corners, sizes and light jittered anew, mirrored, with what calibration knows or without.

A board is looked at as calibration would have it (corners and checkers a little off, the empty board and the colours
withheld from half) for a few rounds of its pictures, then anew otherwise: reading and warping cost as much as learning.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from calibration.corners import LeafCorners, Quad
from calibration.errors import CalibrationError
from calibration.sheet import Image
from lab.training.sheet.boards import HELD_OUT, Drawn, drawn_boards, signed
from lab.training.sheet.labels import Targets, targets
from lab.training.sheet.light import lamplit, relit
from vision.sheet.channels import CHANNELS, LEANS, NOTHING, Known, board_channels, channels_now, colours_of
from vision.sheet.geometry import HEIGHT, USUAL_HEIGHT, WIDTH, Floats, Numbers, SheetView
from vision.sheet.mirrors import Mirror
from vision.uncalibrated.board import usually_sized

CALIBRATED, WITHOUT_EMPTY, COLOURS_ALONE = 0.5, 0.1, 0.2
"""Shares of looks with the empty board, sizes and colours, without the empty board, and with colours alone, as a
photograph is looked at again (`vision.uncalibrated.board`); the others know corners only."""
SET, FOUND = 0.012, 0.05
"""Standard deviations of corners in point widths where players have set them and where a program found them."""
ASKEW, ASIDE, FAR_OR_NEAR = 0.35, 0.12, 0.07
"""Share of looks in which all corners are off alike, as where a rail is taken for the leaf's edge or checkers are
pushed to one side of their points, and standard deviations along the rows and across them, in point widths."""
RADIUS_OFF, HEIGHT_OFF, FIRST_OFF = 0.02, 0.15, 0.03
"""Standard deviations of what calibration measures: natural logarithm, natural logarithm, point widths."""
ROUNDS = 3
"""Times that a board's pictures are shown before it is looked at anew."""


@dataclass(frozen=True, eq=False)
class Look:
    """A board as it is seen for some rounds. shown: its pictures' sheets with their targets."""

    of_board: Floats
    known: Known
    shown: tuple[tuple[Image, Targets], ...]


def jittered(numbers: Numbers, rng: Generator, calibrated: bool) -> Numbers:
    """As calibration would have measured them; without it only corners are known."""
    off = SET if rng.random() < 0.5 else FOUND
    size = numbers.size
    corners = numbers.corners
    sides = [np.hypot(*np.subtract(q[1], q[0])) for q in (corners.left, corners.right)]
    point = float(np.mean(sides)) / 6
    step = off * point
    aside, down = rng.normal(0, (ASIDE * point, FAR_OR_NEAR * point)) if rng.random() < ASKEW else (0.0, 0.0)
    (x0, y0), (x1, y1), *_ = corners.left
    along = np.array([x1 - x0, y1 - y0]) / np.hypot(x1 - x0, y1 - y0)
    shift_x, shift_y = (along * aside + np.array([-along[1], along[0]]) * down).tolist()

    def moved(quad: Quad) -> Quad:
        a, b, c, d = (
            (x + shift_x + step * float(rng.normal()), y + shift_y + step * float(rng.normal())) for x, y in quad
        )
        return a, b, c, d

    corners = LeafCorners(moved(corners.left), moved(corners.right))
    if not calibrated or numbers.radius is None or numbers.first is None:
        return Numbers(corners, size, USUAL_HEIGHT)
    return Numbers(
        corners, size, float(np.clip(numbers.height * np.exp(HEIGHT_OFF * rng.normal()), 0.05, 0.5)),
        numbers.radius * float(np.exp(RADIUS_OFF * rng.normal())), numbers.first + FIRST_OFF * float(rng.normal()),
    )  # fmt: skip


def looked_at(board: Drawn, rng: Generator) -> Look:
    """Raises CalibrationError where the corners, a little off, are no board's."""
    kind = rng.random()
    calibrated = kind < CALIBRATED + WITHOUT_EMPTY
    view = SheetView(jittered(board.numbers, rng, calibrated))
    known = NOTHING
    if not calibrated and kind < CALIBRATED + WITHOUT_EMPTY + COLOURS_ALONE:
        (start,) = board.pictures("start")
        known = Known(None, colours_of(view.drawn(board.picture(start)), signed(start["points"]), usually_sized(view)))
    if calibrated:
        (start,), (empty,) = board.pictures("start"), board.pictures("empty")
        sheet = view.drawn(board.picture(empty)) if kind < CALIBRATED else None
        known = Known(sheet, colours_of(view.drawn(board.picture(start)), signed(start["points"]), view))
    labels: list[dict[str, Any]] = board.pictures("position")
    if not calibrated:
        labels = labels + board.pictures("start") + board.pictures("empty")
    shown = [(view.drawn(board.picture(label)), targets(label, view, board.foreign(label))) for label in labels]
    return Look(board_channels(view, known), known, tuple(shown))


def stacked(now: Image, of_board: Floats, known: Known = NOTHING) -> Floats:
    """(CHANNELS, HEIGHT, WIDTH) float32: all that the network sees.

    now: the sheet of a picture; of_board: of `board_channels`.
    """
    return np.concatenate([channels_now(now, known), of_board])


def mirrored(x: Floats, aims: Targets, mirror: Mirror) -> tuple[Floats, Targets]:
    """An example as a mirror shows it."""
    hidden = np.concatenate([aims.hidden[:24][mirror.strips], aims.hidden[24:]])
    turned = replace(aims, points=aims.points[mirror.strips], maps=mirror.seen(aims.maps), hidden=hidden)
    return mirror.channels(x, LEANS), turned


@dataclass(eq=False)
class Loader:
    """Batches without end from a folder that may grow.

    seed: of everything drawn by lot here; part: which of how many loaders that share the boards this one is.
    """

    folder: Path
    batch: int
    seed: int
    part: tuple[int, int] = (0, 1)

    def __post_init__(self) -> None:
        self._rng = np.random.default_rng((self.seed, 47, self.part[0]))
        self._batch = np.empty((self.batch, HEIGHT // 2, WIDTH // 2, 4 * CHANNELS), np.float32)
        self._known: dict[str, Drawn] = {}
        self._looks: dict[str, tuple[int, Look]] = {}
        self._queue: list[tuple[str, int]] = []

    def _refilled(self) -> None:
        """Every picture once more, the boards that were drawn meanwhile too."""
        for board in drawn_boards(self.folder):
            seed = int(board.name.lstrip("t"))
            if seed < HELD_OUT and seed % self.part[1] == self.part[0]:
                self._known.setdefault(board.name, board)
        for name in list(self._known):
            used, look = self._looks.get(name, (ROUNDS, None))
            if look is not None and used < ROUNDS:
                self._looks[name] = (used + 1, look)
                continue
            try:
                spread = 1 if look is not None else 1 + int(self._rng.integers(ROUNDS))
                self._looks[name] = (spread, looked_at(self._known[name], self._rng))
            except CalibrationError:
                self._looks.pop(name, None)
        self._queue = [(name, i) for name, (_, look) in self._looks.items() for i in range(len(look.shown))]
        self._rng.shuffle(self._queue)

    def example(self) -> tuple[Floats, Targets]:
        """Raises ValueError where the folder holds no board yet."""
        if not self._queue:
            self._refilled()
        if not self._queue:
            raise ValueError(f"{self.folder} holds no board.")
        name, index = self._queue.pop()
        look, rng = self._looks[name][1], self._rng
        sheet, aims = look.shown[index]
        much = 1.0 if look.known is not NOTHING else 1.6
        x = stacked(relit(lamplit(sheet, rng), rng, much), look.of_board, look.known)
        return mirrored(x, aims, Mirror(bool(rng.random() < 0.5), bool(rng.random() < 0.5)))

    def next(self) -> tuple[Floats, Targets]:
        """x (batch, HEIGHT / 2, WIDTH / 2, 4 CHANNELS) float32, channels last and each two by two pixels as channels,
        and the targets with the batch as first axis. x is overwritten by the next batch."""
        found: list[Targets] = []
        for index in range(self.batch):
            x, aims = self.example()
            pixels = x.reshape(CHANNELS, HEIGHT // 2, 2, WIDTH // 2, 2).transpose(1, 3, 0, 2, 4)
            self._batch[index].reshape(*pixels.shape)[:] = pixels
            found.append(aims)
        fields: dict[str, npt.NDArray[Any]] = {
            name: np.stack([getattr(aim, name) for aim in found]) for name in ("points", "ridge", "hidden", "maps")
        }
        return self._batch, Targets(**fields)
