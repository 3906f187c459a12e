"""A cut-out is turned so that what lies level is square in it, and what stands up points to its top."""

from __future__ import annotations

import numpy as np
import pytest

from lab.simulator.camera import Camera
from vision.crops import AS_IT_IS, upright


@pytest.mark.parametrize("roll", [-150.0, 0.0, 35.0])
@pytest.mark.parametrize("tilt", [8.0, 25.0, 45.0])
def test_a_tilted_square_becomes_a_square_again(tilt: float, roll: float) -> None:
    camera = Camera((800, 600), tilt, 20.0, roll, 60.0, 40.0, 0.0)
    ends = camera.project(np.vstack((np.eye(3), -np.eye(3))) / 20)
    axes = 10 * (ends[:3] - ends[3:]).T
    seen = np.linalg.solve(np.array(upright(axes)).reshape(2, 2), axes)
    level, up = seen[:, :2], seen[:, 2]
    assert level.T @ level == pytest.approx(np.eye(2) * np.sum(level[:, 0] ** 2), rel=0.01, abs=0.01 * np.sum(level**2))
    assert abs(up[0]) < 0.02 * np.linalg.norm(up)
    assert up[1] < 0  # towards the top
    assert np.linalg.det(np.array(upright(axes)).reshape(2, 2)) > 0  # nothing is mirrored


def test_a_plane_seen_edge_on_is_left_as_it_is() -> None:
    assert upright([[10.0, 0.0, 0.0], [0.0, 0.5, -10.0]]) == AS_IT_IS
