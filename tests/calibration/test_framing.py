"""What somebody who holds the camera is told: each fault alone, and nothing where all is well."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.corners import LeafCorners
from calibration.framing import BRIGHT, CLOSER, DARK, HIGHER, TILT, framing_hints

WELL = LeafCorners(
    ((240, 120), (620, 120), (620, 600), (220, 600)), ((660, 120), (1040, 120), (1060, 600), (660, 600))
)  # fmt: skip


def scene(level: int = 120) -> np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]:
    return np.full((720, 1280, 3), level, np.uint8)


def moved(right: float, down: float, scale: float = 1.0) -> LeafCorners:
    def move(quad: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        return tuple((640 + (x - 640) * scale + right, 360 + (y - 360) * scale + down) for x, y in quad)

    left, other = move(WELL.left), move(WELL.right)
    return LeafCorners(left, other)  # type: ignore[arg-type]  # four corners as before


SLANTING = LeafCorners(
    ((470, 200), (625, 200), (620, 600), (220, 600)), ((655, 200), (810, 200), (1060, 600), (660, 600))
)  # fmt: skip


@pytest.mark.parametrize(
    ("level", "corners", "told"),
    [
        (120, WELL, ()),
        (120, None, ()),
        (120, moved(-215, 0), (HIGHER,)),
        (120, moved(0, 0, 1.6), (HIGHER,)),
        (120, moved(0, 0, 0.3), (CLOSER,)),
        (120, SLANTING, (TILT,)),
        (20, WELL, (DARK,)),
        (20, None, (DARK,)),
        (255, WELL, (BRIGHT,)),
        (20, moved(0, 0, 0.3), (CLOSER, DARK)),
    ],
)
def test_what_is_amiss_is_told(level: int, corners: LeafCorners | None, told: tuple[str, ...]) -> None:
    assert framing_hints(scene(level), corners) == told
