"""What the program sees, drawn onto the picture it looked at: leaves, counts on the points, dice, cube."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.message import Message
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from bookgammon.errors import UsageError
from bookgammon.files.atomic_files import AS_UMASK_LETS, write_atomically
from calibration.leaf import POINTS_PER_ROW, Leaf
from vision.certainty import is_sure
from vision.reading import reading_of
from vision.sources.pictures import Image
from vision.uncalibrated.dice_anywhere import AnyDie

Colour = tuple[int, int, int]
"""Blue, green, red."""
Place = npt.NDArray[np.float64]
"""(x, y) in pixels."""

LEAF, LIGHT, DARK, DIE, DOUBT = (90, 220, 90), (255, 255, 255), (60, 60, 60), (0, 200, 255), (60, 60, 255)
FOOT = 0.35
"""Point widths from the leaf's edge where a point's count is written, outside of the checkers."""


def draw_reading(image: Image, leaves: tuple[Leaf, Leaf], seats: Seats, evidence: Evidence) -> Image:
    """The picture (BGR uint8) with leaf outlines, each point's count, the bar's, dice and cube."""
    drawn = image.copy()
    for leaf in leaves:
        outline = np.asarray(np.round(outline_of(leaf)), np.int32)
        cv2.polylines(drawn, [outline], True, LEAF, _thick(image), cv2.LINE_AA)
    position = reading_of(evidence).position
    for index, (row, column) in enumerate(seats.track()):
        light, dark = position.counts(index + 1)
        if not (light or dark):
            continue
        at = foot_of(leaves[column // POINTS_PER_ROW], row, column)
        sure = is_sure(evidence, index)
        _word(drawn, f"{light or ''}{'+' if light and dark else ''}{dark or ''}", at, LIGHT if light else DARK, sure)
    inner = [leaf.project([[x, leaf.length / 2, 0]])[0] for leaf, x in zip(leaves, (POINTS_PER_ROW, 0), strict=True)]
    for shift, count, colour in ((-1, position.bar[0], LIGHT), (1, position.bar[1], DARK)):
        if count:
            at = np.mean(inner, axis=0) + np.array([0, shift * 0.06 * image.shape[0]])
            _word(drawn, f"bar {count}", at, colour, sure=True)
    for die in evidence.dice:
        _word(drawn, str(die.value), np.array(die.center), DIE, not die.cocked)
    if evidence.cube is not None:
        owner = f" {evidence.cube.owner.value}" if evidence.cube.owner else ""
        at = np.array([0.08 * image.shape[1], 0.05 * image.shape[0]])
        _word(drawn, f"cube {evidence.cube.value}{owner}", at, DIE, sure=True)
    return drawn


def outline_of(leaf: Leaf) -> npt.NDArray[np.float64]:
    """(4, 2) pixels: the leaf's corners, clockwise from the far left one."""
    ends: list[tuple[float, float, float]] = [(0, 0, 0), (POINTS_PER_ROW, 0, 0)]
    ends += [(POINTS_PER_ROW, leaf.length, 0), (0, leaf.length, 0)]
    return np.asarray(leaf.project(ends), np.float64)


def foot_of(leaf: Leaf, row: Literal["top", "bottom"], column: int) -> Place:
    """Where a point's count is written: `FOOT` outside of the leaf. column: 0..11 of the whole board."""
    y = -FOOT if row == "top" else leaf.length + FOOT
    return np.asarray(leaf.project([[column % POINTS_PER_ROW + 0.5, y, 0]])[0], np.float64)


def draw_dice(image: Image, dice: Sequence[AnyDie]) -> Image:
    """The picture with a frame around every die and its value beside it."""
    drawn = image.copy()
    for die in dice:
        x, y = die.center
        half = 0.75 * die.side
        corners = [(round(x - half), round(y - half)), (round(x + half), round(y + half))]
        cv2.rectangle(drawn, corners[0], corners[1], DIE, _thick(image), cv2.LINE_AA)
        _word(drawn, str(die.value), np.array([x + half, y - half]), DIE, sure=True)
    return drawn


def save_picture(image: Image, path: Path) -> None:
    """Write a JPEG or PNG, by the path's ending. Raises UsageError."""
    try:
        done, data = cv2.imencode(path.suffix or ".jpg", image)
    except cv2.error:
        done = False
    if not done:
        raise UsageError(Message("The name {path} is not a picture's: end it in .jpg or .png.", path=path))
    try:
        write_atomically(path, data.tobytes(), mode=AS_UMASK_LETS)
    except OSError as error:
        raise UsageError(
            Message("The picture {path} cannot be written: {strerror}.", path=path, strerror=error.strerror)
        ) from error


def _thick(image: Image) -> int:
    height, width = image.shape[:2]
    return int(max(1, round(max(height, width) / 700)))


def _word(drawn: Image, text: str, at: Place, colour: Colour, sure: bool) -> None:
    """Centred on `at`, on a ground that it can be read on; doubtful ones have a red one."""
    scale, thick = max(drawn.shape[:2]) / 1600, _thick(drawn)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thick)
    x, y = round(float(at[0]) - width / 2), round(float(at[1]) + height / 2)
    pad = round(0.35 * height)
    ground = DOUBT if not sure else (40, 40, 40) if sum(colour) > 380 else (225, 225, 225)
    cv2.rectangle(drawn, (x - pad, y - height - pad), (x + width + pad, y + pad), ground, -1)
    cv2.putText(drawn, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, scale, colour, thick, cv2.LINE_AA)
