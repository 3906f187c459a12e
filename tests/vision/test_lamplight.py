"""A board in the light of lamps along it is read as without; where they burn out much of it, the evidence says so."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from arbiter.position import Side
from calibration.board import Board
from firmware_bridge.colours import Colour, dimmed
from firmware_bridge.lamps import AMBER, CANDLE, RED, WHITE
from firmware_bridge.spots import ALL_SPOTS, Spot, home_of, spot_of
from lab.simulator.lamplight import LampLight, StripLook
from lab.simulator.looks import random_board
from tests.vision.boards import Shot, calibrated, shots
from vision.burnt_out import burnt_out
from vision.reader import Reader

SIZE = (640, 360)
SEED = 61_002


@dataclass(frozen=True, eq=False)
class Table:
    """A board, pictures of it in the room's light, and lamps: a home that glows, and a warning."""

    board: Board
    free: tuple[Shot, ...]
    arm: Shot
    lamps: tuple[dict[Spot, Colour], ...]

    def strip(self, strength: float) -> LampLight:
        return LampLight(self.board.corners, self.board.size, StripLook(strength, tint=(0.95, 1.0, 1.08)))


@pytest.fixture(scope="module")
def table() -> Table:
    scene = random_board(SEED, "ordinary", SIZE)
    *free, arm = shots(scene, 2, covered=1)
    seats = scene.seats
    glow = {spot: dimmed(CANDLE, 0.35) for spot in home_of(Side.LIGHT, seats)}
    glow |= {spot_of(Side.LIGHT, value, seats): dimmed(WHITE, 0.6) for value in (2, 5)}
    warning = {spot_of(Side.DARK, 8, seats): dimmed(AMBER, 0.7), spot_of(Side.DARK, 3, seats): RED}
    return Table(calibrated(scene), tuple(free), arm, (glow, warning))


@pytest.mark.parametrize("strength", [0.3, 1.0, 3.0])
def test_a_board_in_the_light_of_its_lamps_is_read_as_without(table: Table, strength: float) -> None:
    strip, reader = table.strip(strength), Reader(table.board)
    for shot, lamps in zip(table.free, table.lamps, strict=True):
        dark, lit = reader.read(shot.image), reader.read(strip.lit(shot.image, lamps))
        assert [place.likeliest for place in lit.places] == [place.likeliest for place in dark.places]
        assert not lit.hand
        assert sorted(die.value for die in lit.dice) == sorted(die.value for die in dark.dice)


def test_an_arm_in_their_light_stays_an_arm(table: Table) -> None:
    reader = Reader(table.board)
    for lamps in table.lamps:
        assert reader.read(table.strip(3.0).lit(table.arm.image, lamps)).hand


def test_lamps_that_burn_out_much_of_the_board_dazzle(table: Table) -> None:
    reader, picture = Reader(table.board), table.free[0].image
    assert not reader.read(picture).dazzled
    glow, everywhere = table.lamps[0], dict.fromkeys(ALL_SPOTS, WHITE)
    for lamps, strength, dazzled in ((glow, 1.0, False), (glow, 3.0, False), (everywhere, 6.0, True)):
        assert reader.read(table.strip(strength).lit(picture, lamps)).dazzled is dazzled


def test_a_pixel_that_was_as_bright_before_is_not_burnt_out() -> None:
    bare = np.array([[[250, 250, 250], [90, 90, 90], [90, 90, 90]]], np.uint8)
    picture = np.array([[[255, 255, 255], [90, 250, 90], [200, 200, 200]]], np.uint8)
    assert burnt_out(picture, bare).tolist() == [[False, True, False]]
