"""Pictures in the light of LEDs along the board: what a strip throws on what lies there, put over finished pictures.

    python -m lab.simulator.lamplight CLIP OUT [--strength 1] [--seed 1]

A lamp stands outside every point and at both ends of the ridge. Its light falls off as a small lamp's at some height
over the board does, and is reflected by what lies there; the lamp itself is seen as a bright spot. What shines follows
from the game written down beside a recording, as `firmware_bridge.lamps` says it.
"""

from __future__ import annotations

import argparse
import json
import math
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from arbiter.position import BAR, OFF, Side
from arbiter.seats import Seats
from calibration.corners import LeafCorners, parse_corners
from firmware_bridge.colours import Colour, dimmed
from firmware_bridge.lamps import AMBER, CANDLE, RED, VIOLET, WHITE
from firmware_bridge.spots import ALL_SPOTS, COLUMNS, POINTS, Spot, home_of, spot_of
from lab.simulator.art import Bytes

Floats = npt.NDArray[np.float32]
GAMMA = 2.2
LUMINANCE = ((np.arange(256) / 255) ** GAMMA).astype(np.float32)
LEAF = 6
NOTATION_OFF = {"bar": BAR, "off": OFF}
PULSE_S, BLINK_S, WARNS_AFTER_S, ANSWERED_AFTER_S = 2.0, 0.5, 1.0, 4.0


@dataclass(frozen=True)
class StripLook:
    """A strip and its lamps; lengths in point widths.

    strength: their light against the room's, at full power and one point's width away. out: how far outside the points
    they stand. height: how far above the board; the lower, the steeper the light falls off. spot: the radius of the
    lamp as it is seen. tint: blue, green, red.
    """

    strength: float = 1.0
    out: float = 0.35
    height: float = 1.0
    spot: float = 0.12
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)


def random_strip(strength: float, rng: np.random.Generator) -> StripLook:
    """One of those that people stick to a book."""
    blue, green, red = (float(part) for part in rng.uniform(0.9, 1.1, 3))
    out, height, spot = (float(rng.uniform(*between)) for between in ((0.15, 0.6), (0.6, 1.5), (0.08, 0.16)))
    return StripLook(strength, out, height, spot, (blue, green, red))


class LampLight:
    """Lights pictures of one size. corners: of the leaves in them."""

    def __init__(self, corners: LeafCorners, size: tuple[int, int], strip: StripLook) -> None:
        self._strip, (self._width, self._height) = strip, size
        self._across, self._down = _extent(corners)
        outline = np.array([corners.left[0], corners.right[1], corners.right[2], corners.left[3]], np.float32)
        across, down = self._across, self._down
        flat = np.array([[0, 0], [across, 0], [across, down], [0, down]], np.float32)
        ys, xs = np.mgrid[0 : self._height, 0 : self._width].astype(np.float32)
        pixels = np.stack([xs, ys], axis=-1).reshape(1, -1, 2)
        seen = cv2.perspectiveTransform(pixels, cv2.getPerspectiveTransform(outline, flat))
        self._places = np.asarray(seen.reshape(self._height, self._width, 2), np.float32)
        self._thrown: dict[Spot, tuple[Floats, Floats]] = {}
        self._last: tuple[dict[Spot, Colour], Floats, Floats] | None = None

    def lit(self, picture: Bytes, lamps: Mapping[Spot, Colour]) -> Bytes:
        """A picture (BGR uint8) with these lamps on. lamps: their power, red green blue, 0..1."""
        if not lamps:
            return picture
        if self._last is None or self._last[0] != lamps:
            self._last = (dict(lamps), *self.thrown(lamps))
        _, gain, seen = self._last
        lit = cv2.pow(np.minimum(LUMINANCE[picture] * gain, 1), 1 / GAMMA) * 255
        return np.asarray(np.maximum(lit, seen), np.uint8)

    def thrown(self, lamps: Mapping[Spot, Colour]) -> tuple[Floats, Floats]:
        """How many times as bright each pixel becomes, in linear light, and the lamps themselves, as grey levels; both
        (h, w, 3) with blue first."""
        gain = np.ones((self._height, self._width, 3), np.float32)
        seen = np.zeros_like(gain)
        for spot, colour in lamps.items():
            thrown, itself = self._of(spot)
            blue_first = np.array(colour[::-1], np.float32)
            gain += thrown[..., None] * (blue_first * np.array(self._strip.tint, np.float32) * self._strip.strength)
            seen += itself[..., None] * (blue_first * min(1.0, 2 * self._strip.strength) * 255)
        return gain, np.minimum(seen, 255)

    def _of(self, spot: Spot) -> tuple[Floats, Floats]:
        if spot not in self._thrown:
            apart = self._places - np.array(self._stands(spot), np.float32)
            square = (apart**2).sum(axis=2)
            height = self._strip.height
            falls = ((1 + 1 / height**2) / (1 + square / height**2)) ** 1.5
            itself = np.exp(-square / (2 * self._strip.spot**2))
            self._thrown[spot] = falls.astype(np.float32), itself.astype(np.float32)
        return self._thrown[spot]

    def _stands(self, spot: Spot) -> tuple[float, float]:
        """Where a lamp is, in point widths from the far left corner."""
        ridge = self._across - COLUMNS
        across = spot.column - 0.5 + (ridge if spot.column > LEAF else 0)
        if spot.part == "bar":
            return LEAF + ridge / 2, 0.5 if spot.edge == "far" else self._down - 0.5
        if spot.part == "off":
            across = self._across + 0.5
        return across, -self._strip.out if spot.edge == "far" else self._down + self._strip.out


def _extent(corners: LeafCorners) -> tuple[float, float]:
    """How wide and how long a board is, in point widths, as far as its corners in a picture say."""
    left, right = (np.array(quad) for quad in (corners.left, corners.right))
    point = float(np.mean([np.linalg.norm(quad[a] - quad[b]) for quad in (left, right) for a, b in ((1, 0), (2, 3))]))
    point /= LEAF
    long = float(np.mean([np.linalg.norm(quad[a] - quad[b]) for quad in (left, right) for a, b in ((3, 0), (2, 1))]))
    ridge = float(np.linalg.norm((right[0] + right[3] - left[1] - left[2]) / 2))
    return COLUMNS + ridge / point, long / point


def random_lamps(rng: np.random.Generator) -> dict[Spot, Colour]:
    """What shines at some moment: as the program's own lights do, or any lamps in any colours, as others' strips do."""
    kind, power = rng.random(), float(rng.uniform(0.25, 1))
    if kind < 0.5:
        seats = Seats(Side.LIGHT if rng.random() < 0.5 else Side.DARK, "right" if rng.random() < 0.5 else "left")
        side = Side.LIGHT if rng.random() < 0.5 else Side.DARK
        home = dimmed(CANDLE, 0.35) if kind < 0.4 else dimmed(VIOLET, power)
        dice = rng.integers(1, 7, 2).tolist() if rng.random() < 0.6 else []
        shown = dict.fromkeys(home_of(side, seats), home)
        return shown | {spot_of(side, value, seats): dimmed(WHITE, 0.6) for value in dice}
    count = int(rng.choice([1, 2, 2, 3, 4, 6]))
    if kind < 0.7:
        warned = [POINTS[int(at)] for at in rng.choice(len(POINTS), count, replace=False)]
        return {spot: dimmed(RED if rng.random() < 0.5 else AMBER, power) for spot in warned}
    places = ALL_SPOTS
    if kind < 0.85:
        first, several = int(rng.integers(len(POINTS))), int(rng.integers(3, 13))
        places = tuple(POINTS[(first + step) % len(POINTS)] for step in range(several))
    red, green, blue = (rng.uniform(0.1, 1, 3) * power).tolist()
    return dict.fromkeys(places, (red, green, blue))


def lamps_at(truth: Mapping[str, Any], frame: int) -> dict[Spot, Colour]:
    """Which lamps shine in a frame of a recorded game, and with what power."""
    time, seats = frame / truth["fps"], Seats(Side(truth["near"]), truth["home"])
    ply = next((ply for ply in truth["plies"] if frame < ply["clear_frame"]), truth["plies"][-1])
    side = Side(ply["player"])
    for cube in truth.get("cube_events", []):
        since = frame - cube.get("settled_frame", frame + 1)
        if 0 <= since < ANSWERED_AFTER_S * truth["fps"] and frame < ply["rolled_frame"]:
            pulse = 0.3 + 0.25 * (1 - math.cos(2 * math.pi * time / PULSE_S))
            return {
                spot: dimmed(VIOLET, pulse) for spot in (*home_of(side.other, seats), spot_of(side.other, BAR, seats))
            }
    warned = ply["corrected_frame"] or ply["clear_frame"]
    if not ply["legal"] and ply["played_frame"] + WARNS_AFTER_S * truth["fps"] <= frame < warned:
        lit = time % BLINK_S < BLINK_S / 2
        began, ended = _moved(ply["play"])
        shown = {spot_of(side, place, seats): dimmed(AMBER, 0.7) for place in began}
        return shown | {spot_of(side, place, seats): dimmed(RED, 1.0 if lit else 0.25) for place in ended if place}
    shown = {spot: dimmed(CANDLE, 0.35) for spot in home_of(side, seats)}
    if ply["rolled_frame"] <= frame < ply["lifted_frame"]:
        shown |= {spot_of(side, value, seats): dimmed(WHITE, 0.6) for value in ply["dice"]}
    return shown


def _moved(play: str) -> tuple[list[int], list[int]]:
    """Where the checkers of a play came from, and where they went."""
    places = [
        [int(NOTATION_OFF.get(place, place)) for place in move.split("(")[0].replace("*", "").split("/")]
        for move in play.split()
    ]
    return [way[0] for way in places], [way[-1] for way in places]


def light_clip(folder: Path, out: Path, strip: StripLook) -> Iterator[int]:
    """A recorded game with its lamps on; start and empty picture stay as they are. Gives each frame's number."""
    out.mkdir(parents=True, exist_ok=True)
    truth = json.loads((folder / "truth.json").read_text())
    for name in ("truth.json", truth["start"], truth.get("empty")):
        if name:
            shutil.copy(folder / name, out)
    width, height = truth["size"]
    light = LampLight(parse_corners(truth["corners"]), (width, height), strip)
    clip = cv2.VideoCapture(str(folder / truth["clip"]))
    writer = cv2.VideoWriter(str(out / truth["clip"]), cv2.VideoWriter.fourcc(*"mp4v"), truth["fps"], (width, height))
    if not writer.isOpened():
        raise OSError(f"No video can be written to {out}.")
    number = 0
    while (read := clip.read())[0]:
        writer.write(light.lit(np.asarray(read[1], np.uint8), lamps_at(truth, number)))
        yield number
        number += 1
    writer.release()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--strength", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    frames = sum(
        1 for _ in light_clip(given.folder, given.out, random_strip(given.strength, np.random.default_rng(given.seed)))
    )
    print(f"{frames} frames")


if __name__ == "__main__":
    main()
