"""A camera that comes back with other pictures than the board was calibrated with."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arbiter.message import Message
from vision.sources.pictures import same_shape
from vision.sources.sources import Frame, Item, News, Quiet


def fitting(items: Iterable[Item], size: tuple[int, int]) -> Iterator[Item]:
    """The same items, but frames of another shape than `size` (width, height) are held back and told of.

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
