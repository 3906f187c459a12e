"""What is done to a camera's frames on their way to the table.

Pictures that turn with the screen are turned back, those of another shape than the board's are held back, and a camera
that comes and goes is reported a few times, then only what is new.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.message import Message
from vision.sources.pictures import Image, same_shape
from vision.sources.sources import Frame, Item, News, Quiet

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
        if now >= _ALIKE:  # the light changes with the hours, so it is always the last one that counts
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


REPORTED_SINGLY = 3
"""Losses within the window that are named one by one."""
WINDOW_S = 600.0
_SENTENCE = Message(
    "The camera comes and goes: check its cable or charger and the Wi-Fi. The match's record tells of it "
    "again once it has held for ten minutes."
)


def folded(items: Iterable[Item], clock: Callable[[], float] = time.monotonic) -> Iterator[Item]:
    """The same items; while the camera flaps its news are shown as ever, but not kept."""
    losses: deque[float] = deque(maxlen=REPORTED_SINGLY)
    flapping = False
    for item in items:
        if not isinstance(item, News):
            yield item
            continue
        now = clock()
        if flapping and now - losses[-1] > WINDOW_S:
            losses.clear()
            flapping = False
        often = len(losses) == REPORTED_SINGLY and now - losses[0] <= WINDOW_S
        if item.lost:
            losses.append(now)
            if often and not flapping:
                flapping = True
                yield News(_SENTENCE, lost=True)
        yield replace(item, kept=item.kept and not flapping)


def fitting(items: Iterable[Item], size: tuple[int, int]) -> Iterator[Item]:
    """The same items, but frames of another shape than `size` (width, height) are held back and reported.

    A frame of the same shape in another size passes: vision scales it.
    """
    fits = True
    for item in items:
        if not isinstance(item, Frame):
            yield item
            continue
        fitted, fits = fits, same_shape(item.image, size)
        if fits and not fitted:
            yield News(Message("The camera's pictures fit the board again."))
        if fits:
            yield item
        elif fitted:
            height, width = item.image.shape[:2]
            if same_shape(item.image, (size[1], size[0])):
                yield News(
                    Message(
                        "The camera's picture has turned on its side: turn the telephone or camera back to how it lay."
                    ),
                    lost=True,
                )
                continue
            yield News(
                Message(
                    "The camera gives pictures of {width} by {height} pixels now, but the board was set up at "
                    "{wanted_width} by {wanted_height}: choose that size in the camera again, or run bookgammon "
                    "setup.",
                    width=width,
                    height=height,
                    wanted_width=size[0],
                    wanted_height=size[1],
                ),
                lost=True,
            )
        else:
            yield Quiet()
