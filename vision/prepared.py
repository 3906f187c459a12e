"""A picture as every stage of reading sees it."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.sheet import Image
from vision.lamplight import Unlit


@dataclass(frozen=True, eq=False)
class Prepared:
    """image: BGR uint8 in the bare board's light; sheet: (HEIGHT, WIDTH, 3) cut from it; unlit: what was done where
    lamps shone on it, None where none did."""

    image: Image
    sheet: Image
    unlit: Unlit | None = None
