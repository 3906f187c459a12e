"""What the networks' maps are taken to say."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.corner_maps import BLUR, CornerMaps, together
from calibration.find_inputs import STRIDE, pixel_of


def spot(x: float, y: float, width: float, nowhere: float = 0.0) -> CornerMaps:
    """One corner: a Gaussian around cell (x, y), and the share of being out of sight."""
    rows, columns = np.mgrid[:40, :30]
    cells = -((columns - x) ** 2 + (rows - y) ** 2) / (2 * width**2)
    cells = cells - np.log(np.exp(cells).sum()) + np.log(1 - nowhere)
    return CornerMaps(cells[None].astype(np.float32), np.array([np.log(max(nowhere, 1e-9))], np.float32))


def test_a_place_is_told_between_the_cells() -> None:
    np.testing.assert_allclose(spot(12.3, 20.75, 0.8).places()[0], pixel_of((12.3, 20.75)), atol=0.05)


@pytest.mark.parametrize("width", [1.0, 1.5, 2.5])
def test_doubt_is_what_exceeds_the_taught_blur(width: float) -> None:
    assert spot(15, 20, width).doubts()[0] == pytest.approx(STRIDE * np.sqrt(width**2 - BLUR**2), rel=0.05)


def test_a_taught_spot_leaves_no_doubt() -> None:
    assert spot(15, 20, BLUR).doubts()[0] < 0.1 * STRIDE


def test_two_views_together_weigh_by_their_certainty() -> None:
    """The product of two Gaussians lies between them, nearer to the narrow one."""
    seen = together([spot(14, 20, 0.8), spot(16, 20, 1.6)])
    np.testing.assert_allclose(seen.places()[0], pixel_of((14.4, 20)), atol=0.1)


def test_a_corner_out_of_sight_in_both_views_is_surely_so() -> None:
    seen = together([spot(14, 20, 0.8, nowhere=0.999), spot(14, 20, 0.8, nowhere=0.999)])
    assert np.exp(seen.nowhere[0]) == pytest.approx(0.999, abs=1e-4)
