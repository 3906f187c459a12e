"""Path-traced boards as linear light to learn from: `lab.simulator.path_traced.stills` keeps it beside the pictures."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from lab.simulator.camera import Camera
from vision.crops import Upright, upright

Floats = npt.NDArray[np.float32]
ABOVE_TABLE = 1.0
"""World units: about where dice lie on the leaves of a book."""


@dataclass(frozen=True, eq=False)
class TracedPicture:
    """light and bare: (H, W, 3) float16 RGB, of a picture and of its empty board.

    dice: (n, 4) x, y, side, value, pixels; box: x and y from and to, around the leaves; point: pixels of its width.
    """

    light: npt.NDArray[np.float16]
    bare: npt.NDArray[np.float16]
    dice: Floats
    box: tuple[int, int, int, int]
    point: float
    camera: Camera

    def view_at(self, pixel: tuple[float, float]) -> Upright:
        """How the camera sees what lies there; its small shift aside is not known and leaves a degree or two."""
        ray = self.camera.directions(pixel)
        place = self.camera.eye + ray * (ABOVE_TABLE - self.camera.eye[2]) / ray[2]
        ends = self.camera.project(place + np.vstack((np.eye(3), -np.eye(3))) / 2)
        return upright((ends[:3] - ends[3:]).T)


def load_traced(folder: Path, before: int) -> Sequence[TracedPicture]:
    """The pictures without an arm of boards whose seeds are below `before`."""
    labels: list[dict[str, Any]] = json.loads((folder / "labels.json").read_text())
    boards = sorted({label["board_id"] for label in labels if int(label["board_id"][1:]) < before})
    found: list[TracedPicture] = []
    for board in boards:
        mine = [label for label in labels if label["board_id"] == board]
        bare = _bare(folder, mine)
        found += [_picture(folder, label, bare) for label in mine if label["kind"] != "empty" and not label["occluded"]]
    return found


def _bare(folder: Path, labels: Sequence[dict[str, Any]]) -> npt.NDArray[np.float16]:
    """The empty board's light: of its picture, or what most of the board's pictures show where there is none."""
    empty = [label for label in labels if label["kind"] == "empty"]
    shown = [light_of(folder, label["image"]) for label in empty or labels]
    return shown[0] if empty else np.asarray(np.median(np.stack(shown).astype(np.float32), axis=0), np.float16)


def _picture(folder: Path, label: dict[str, Any], bare: npt.NDArray[np.float16]) -> TracedPicture:
    corners = np.array([label["corners"][leaf] for leaf in ("left", "right")])
    (left, top), (right, bottom) = corners.min(axis=(0, 1)), corners.max(axis=(0, 1))
    height, width = bare.shape[:2]
    box = (max(0, int(left)), max(0, int(top)), min(width, int(right)), min(height, int(bottom)))
    point = float(np.mean([np.linalg.norm(quad[1] - quad[0]) for quad in corners])) / 6
    dice = [(*die["center"], die["side"], die["value"]) for die in label["dice"]]
    c = label["camera"]
    angles = (c["tilt_deg"], c["azimuth_deg"], c["roll_deg"], c["distance"], c["hfov_deg"], c["k1"])
    camera = Camera((width, height), *angles)
    return TracedPicture(
        light_of(folder, label["image"]), bare, np.array(dice, np.float32).reshape(-1, 4), box, point, camera
    )


def light_of(folder: Path, image: str) -> npt.NDArray[np.float16]:
    """(H, W, 3) linear light of a folder's picture, RGB."""
    with np.load(folder / "light" / f"{Path(image).stem}.npz") as held:
        return np.asarray(held["light"], np.float16)
