"""Whether anything moves over the book, whatever the camera's grain and the room's lamps do.

A frame is averaged into cells and held against the one before. Lamps on mains current make bands that wander over the
picture, and a dimmed lamp changes all of it: the median change of each row and column is taken off first. What
remains is held against how much the same cell changes anyway: grain and the shimmer of compression are measured as the
frames go by. A cell beside the board that never rests (a screen, a fan) is left out; over the board none is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Cells = npt.NDArray[np.float32]
"""(rows, columns) brightness of a picture's cells, grey levels."""
Mask = npt.NDArray[np.bool_]
Unrest = Literal["grain", "everywhere"]


@dataclass(frozen=True)
class StillnessLimits:
    """When something moves. Measured by `python -m lab.benchmarks.stillness` on recordings of our own renderer."""

    across: int = 160
    """Cells across the picture."""
    rows_per_cell: int = 2
    """Rows of pixels of which a cell's average is made: all of them would cost a third of decoding the picture."""
    least_change: float = 10.0
    """Grey levels by which a cell must differ, however quiet the camera is."""
    above_noise: float = 4.5
    """Times its usual change by which a cell must differ. Of cells of plain grain one in 150,000 does."""
    moving_share: float = 0.0025
    """Part of the book's cells that must differ: about a quarter of a checker."""
    touching: int = 5
    """Or so many of them that touch each other, for small dice that roll are fewer cells than that."""
    band_gain: float = 0.3
    """Share of its brightness by which a row or column may change more than the picture and still be a lamp's band."""
    noisiest: float = 8.0
    """Grey levels: a cell's usual change is taken for no more, so that hands and checkers stay visible."""
    learns_in: float = 2.0
    """Seconds in which the usual change is learned."""
    first_pairs: int = 10
    learns_every: float = 0.2
    """Pairs of frames that all teach what is usual, and seconds after which one does so in which nothing changed."""
    as_noise: float = 0.15
    """Share with which it is learned from cells that move together, as those under a hand do."""
    band_slack: float = 0.6
    """Share of a band's change that a cell may not take part in: it is burnt out, or another lamp lights it as well."""
    restless_in: float = 3.0
    """Seconds over which it is averaged how often a cell moves."""
    restless: tuple[float, float] = (0.5, 0.2)
    """Share of the time for which a cell beside the board must move to be left out, and below which it counts again."""
    longest_step: float = 0.5
    """Seconds that one frame may count for: a source may pause."""
    unrest_after: float = 8.0
    """Seconds without a quiet frame after which people are informed why, where it is no hand."""
    everywhere: float = 0.6
    """Share of the book's zones in which cells move, on average, when it is the camera and nothing on the table."""
    zones: tuple[int, int] = (6, 8)
    """Rows and columns of zones on the picture."""


LIMITS = StillnessLimits()


class Stillness:
    """Watches the pictures of one size for movement.

    size: (width, height) in pixels. book: (n, 2) outline within which movement counts; board: (n, 2) outline of the
    leaves and their frame, within which no cell is ever left out. Both in pixels of the pictures given.
    """

    def __init__(
        self,
        size: tuple[int, int],
        book: npt.NDArray[np.float64],
        board: npt.NDArray[np.float64],
        limits: StillnessLimits = LIMITS,
    ) -> None:
        self._limits = limits
        self._step = max(1, size[0] // limits.across)
        self._shape = (size[1] // self._step, size[0] // self._step)
        self._variance = np.zeros(self._shape, np.float32)
        self._pairs = 0
        self._passed = 0.0
        self._level = 0.0
        self._moves = np.zeros(self._shape, np.float32)
        self._left_out = np.zeros(self._shape, np.bool_)
        self._quiet_at: float | None = None
        self._spread = 0.0
        self.place(book, board)

    def place(self, book: npt.NDArray[np.float64], board: npt.NDArray[np.float64]) -> None:
        """From now on the book and its board are there."""
        self._book, self._board = self._inside(book), self._inside(board)
        rows, columns = np.flatnonzero(self._book.any(axis=1)), np.flatnonzero(self._book.any(axis=0))
        if not len(rows):
            rows, columns = np.arange(self._shape[0]), np.arange(self._shape[1])
        self._part = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
        self._left_out[:] = False
        self._moves[:] = 0

    @property
    def noise(self) -> float:
        """Grey levels by which cells usually change from one frame to the next, 0 before that was seen."""
        return self._level

    def cells(self, image: Image) -> Cells:
        """A picture's (BGR uint8) cells."""
        step, (rows, columns) = self._step, self._shape
        skip = max(1, step // self._limits.rows_per_cell)
        thin = image[skip // 2 : rows * step : skip, : columns * step]
        small = cv2.resize(thin, (columns, rows), interpolation=cv2.INTER_AREA)
        return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.float32)

    def moves(self, now: Cells, before: Cells, time: float, before_time: float) -> bool:
        """Whether anything moved between two frames that follow each other; learns what is usual from them."""
        self._passed += min(max(time - before_time, 0.0), self._limits.longest_step)
        if self._pairs >= self._limits.first_pairs and self.alike(now, before):
            self._quiet_at, self._spread = time, 0.0
            if self._passed < self._limits.learns_every:
                return False
        change, slack = self._change(now, before)
        size = np.abs(change)
        if not self._pairs:
            self._level = min(self._limits.noisiest, self._typical(size))
        moved = self._moved(size, slack)
        self._learn(size, moved, self._passed)
        self._passed = 0.0
        moving = self._enough(moved)
        if not moving or self._quiet_at is None or time < self._quiet_at:
            self._quiet_at, self._spread = time, 0.0
        else:
            self._spread += 0.1 * (self._zones_moving(moved) - self._spread)
        return moving

    def differs(self, now: Cells, before: Cells) -> bool:
        """Whether the table looks otherwise than in an earlier picture."""
        if self.alike(now, before):
            return False
        change, slack = self._change(now, before)
        return self._enough(self._moved(np.abs(change), slack))

    def unrest(self, time: float) -> Unrest | None:
        """Why nothing has been still for so long, where it is not for something on the table."""
        if self._quiet_at is None or time - self._quiet_at < self._limits.unrest_after:
            return None
        if self._level >= self._limits.noisiest:
            return "grain"
        return "everywhere" if self._spread > self._limits.everywhere else None

    def alike(self, now: Cells, before: Cells) -> bool:
        """Whether nothing changed by enough to be asked about lamps and noise: the usual frame of a still table."""
        return not self._enough(np.abs(now[self._part] - before[self._part]) > self._limits.least_change)

    def _change(self, now: Cells, before: Cells) -> tuple[Cells, Cells]:
        """What differs within the book's part of the picture, less what lamps do; and how far that may err."""
        one, other = now[self._part] + 8, before[self._part] + 8
        ratio = one / other
        whole = float(np.median(ratio))
        low, high = whole * (1 - self._limits.band_gain), whole * (1 + self._limits.band_gain)
        gain = np.clip(_median(ratio, axis=1), low, high)
        gain = gain * np.clip(_median(ratio / gain, axis=0), 1 - self._limits.band_gain, 1 + self._limits.band_gain)
        slack = self._limits.band_slack * np.abs(gain / whole - 1) * other
        return np.asarray(one - gain * other, np.float32), np.asarray(slack, np.float32)

    def _moved(self, size: Cells, slack: Cells) -> Mask:
        usual = np.clip(np.sqrt(self._variance[self._part]), self._level, self._limits.noisiest)
        threshold = np.maximum(self._limits.least_change, self._limits.above_noise * usual)
        return np.asarray(size > threshold + slack, np.bool_)

    def _enough(self, moved: Mask) -> bool:
        counted = self._book[self._part] & ~self._left_out[self._part]
        counting = moved & counted
        number = int(np.count_nonzero(counting))
        if number > self._limits.moving_share * int(np.count_nonzero(counted)):
            return True
        return number >= self._limits.touching and _largest_group(counting) >= self._limits.touching

    def _learn(self, size: Cells, moved: Mask, passed: float) -> None:
        limits, part = self._limits, self._part
        self._pairs += 1
        share = np.float32(max(min(1.0, passed / limits.learns_in), 1 / self._pairs))
        together = cv2.morphologyEx(moved.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)) > 0
        shares = np.where(together, share * np.float32(limits.as_noise), share)
        variance = self._variance[part]
        variance += shares * (np.minimum(size, 2 * limits.noisiest) ** 2 - variance)
        typical = self._typical(size)
        falls = 1.0 if typical < self._level else float(share)
        self._level += falls * (min(typical, limits.noisiest) - self._level)
        moves = self._moves[part]
        moves += np.float32(min(1.0, passed / limits.restless_in)) * (moved - moves)
        begin, end = limits.restless
        left_out = self._left_out[part]
        self._left_out[part] = ((moves > begin) | (left_out & (moves > end))) & ~self._board[part]

    def _zones_moving(self, moved: Mask) -> float:
        """Share of the book's zones in which something moved."""
        counted = self._book[self._part]
        inside = _per_zone(counted, self._limits.zones) > 0
        moving = _per_zone(moved & counted, self._limits.zones) > 0
        return float(np.count_nonzero(moving)) / max(1, int(np.count_nonzero(inside)))

    def _typical(self, size: Cells) -> float:
        """Standard deviation of a cell's change, hands aside."""
        return 1.4826 * float(np.median(size))

    def _inside(self, outline: npt.NDArray[np.float64]) -> Mask:
        """Cells whose middle lies within an outline."""
        mask = np.zeros(self._shape, np.uint8)
        middles = (outline + 0.5) / self._step - 0.5
        cv2.fillPoly(mask, [np.round(middles).astype(np.int32)], 1)
        return np.asarray(mask > 0)


def _median(values: Cells, axis: int) -> Cells:
    """Along an axis, which is kept; several times quicker than numpy's own."""
    middle = values.shape[axis] // 2
    return np.asarray(np.take(np.partition(values, middle, axis=axis), [middle], axis=axis), np.float32)


def _largest_group(cells: Mask) -> int:
    """How many cells the largest group has whose cells touch each other."""
    _, _, sizes, _ = cv2.connectedComponentsWithStats(cells.astype(np.uint8), connectivity=8)
    return int(sizes[1:, cv2.CC_STAT_AREA].max(initial=0))


def _per_zone(cells: Mask, zones: tuple[int, int]) -> npt.NDArray[np.int64]:
    """How many of the cells are set in each of so many rows and columns of zones."""
    starts = [np.arange(n) * side // n for side, n in zip(cells.shape, zones, strict=True)]
    rows = np.add.reduceat(cells.astype(np.int64), starts[0], axis=0)
    return np.asarray(np.add.reduceat(rows, starts[1], axis=1))
