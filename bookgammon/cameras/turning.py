"""A camera whose pictures turn: a telephone that lies flat turns them with its screen, though it has not moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.sources.pictures import Image, same_shape
from vision.sources.sources import Frame, Item

_ACROSS = 32
_ALIKE = 0.7
"""Correlation of two thumbnails that show the same scene; another half of a table has less than half of that."""
_CLEARLY = 0.2
"""By so much another way up has to fit better."""
_EVERY_S = 0.08
"""How often a frame of the usual shape is looked at; the table is not read while a scene turns."""
_WAYS = (None, cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE)

Thumb = npt.NDArray[np.float32]


def righted(items: Iterable[Item], first: Image) -> Iterator[Item]:
    """The same items, each frame the way up that shows the scene as it lay.

    first: the picture that the board was learned from. A camera that really was turned shows another scene whichever
    way up; its frames stay as they are.
    """
    way, before, looked_at = 0, _thumb(first), -_EVERY_S
    size = (first.shape[1], first.shape[0])
    for item in items:
        if not isinstance(item, Frame):
            yield item
            continue
        image = _turned(item.image, way)
        if same_shape(image, size) and 0 <= item.time - looked_at < _EVERY_S:
            yield item if way == 0 else replace(item, image=image)
            continue
        looked_at = item.time
        now = _alike(image, before, size)
        if now < _ALIKE:
            fits = [_alike(_turned(item.image, each), before, size) for each in range(len(_WAYS))]
            best = int(np.argmax(fits))
            if fits[best] >= _ALIKE and fits[best] > now + _CLEARLY:
                way, image, now = best, _turned(item.image, best), fits[best]
        if now >= _ALIKE:  # the light changes over an evening, so it is always the last one that counts
            before = _thumb(image)
        yield item if way == 0 else replace(item, image=image)


def _turned(image: Image, way: int) -> Image:
    code = _WAYS[way]
    return image if code is None else np.asarray(cv2.rotate(image, code), np.uint8)


def _alike(image: Image, before: Thumb, size: tuple[int, int]) -> float:
    return float((_thumb(image) * before).mean()) if same_shape(image, size) else -1.0


def _thumb(image: Image) -> Thumb:
    """Grey, small, with mean 0 and deviation 1."""
    height = max(1, round(_ACROSS * image.shape[0] / image.shape[1]))
    step = max(1, image.shape[1] // (4 * _ACROSS))
    coarse = np.ascontiguousarray(image[::step, ::step])
    grey = cv2.cvtColor(coarse, cv2.COLOR_BGR2GRAY).astype(np.float32)
    small = np.asarray(cv2.resize(grey, (_ACROSS, height), interpolation=cv2.INTER_AREA), np.float32)
    small -= small.mean()
    return np.asarray(small / max(float(small.std()), 1.0), np.float32)
