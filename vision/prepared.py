"""A picture as every stage of reading sees it."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.sheet import Image


@dataclass(frozen=True, eq=False)
class Prepared:
    """taken: BGR uint8 as the camera gave it; image: the same in the bare board's light; sheet: (HEIGHT, WIDTH, 3) cut
    from that."""

    taken: Image
    image: Image
    sheet: Image
