"""The light of lamps along the board is taken off before a picture is read; where none shines nothing changes."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from arbiter.position import Side
from calibration.board import Board
from calibration.learn import recall_appearance
from firmware_bridge.colours import Colour, dimmed
from firmware_bridge.lamps import AMBER, CANDLE, RED, WHITE
from firmware_bridge.spots import Spot, home_of, spot_of
from lab.simulator.lamplight import LampLight as Strip
from lab.simulator.lamplight import StripLook
from lab.simulator.looks import random_board
from tests.vision.boards import Shot, calibrated, shots
from vision.lamp_fields import Floats, LampFields
from vision.lamp_fit import Known, Seen, lights_of
from vision.lamplight import LampLight
from vision.reader import Reader
from vision.strips import strip_at

SIZE = (640, 360)
SEED = 61_002
SEEN = 12
"""Grey levels by which a lamp changes a pixel that is looked at."""


@dataclass(frozen=True, eq=False)
class Table:
    """A board, pictures of it in the room's light, and lamps: a home that glows, and a warning."""

    board: Board
    free: tuple[Shot, ...]
    arm: Shot
    lamps: tuple[dict[Spot, Colour], ...]

    def strip(self, strength: float) -> Strip:
        return Strip(self.board.corners, self.board.size, StripLook(strength, tint=(0.95, 1.0, 1.08)))


@pytest.fixture(scope="module")
def table() -> Table:
    scene = random_board(SEED, "ordinary", SIZE)
    *free, arm = shots(scene, 2, covered=1)
    seats = scene.seats
    glow = {spot: dimmed(CANDLE, 0.35) for spot in home_of(Side.LIGHT, seats)}
    glow |= {spot_of(Side.LIGHT, value, seats): dimmed(WHITE, 0.6) for value in (2, 5)}
    warning = {spot_of(Side.DARK, 8, seats): dimmed(AMBER, 0.7), spot_of(Side.DARK, 3, seats): RED}
    return Table(calibrated(scene), tuple(free), arm, (glow, warning))


@pytest.fixture(scope="module")
def light(table: Table) -> LampLight:
    return LampLight(LampFields(table.board), recall_appearance(table.board))


def test_where_no_lamp_shines_a_picture_stays_as_it_is(table: Table, light: LampLight) -> None:
    for shot in (*table.free, table.arm):
        assert light.taken_off(shot.image) is None


@pytest.fixture
def fits(monkeypatch: pytest.MonkeyPatch) -> list[Seen]:
    """The pictures of which it was asked how brightly each lamp shines, which is dear."""
    asked: list[Seen] = []

    def counted(known: Known, seen: Seen, room: Floats, like: Floats | None = None) -> Floats:
        asked.append(seen)
        return lights_of(known, seen, room, like)

    monkeypatch.setattr("vision.lamplight.lights_of", counted)
    return asked


def test_where_nothing_is_brighter_no_lamp_is_looked_for(table: Table, light: LampLight, fits: list[Seen]) -> None:
    for shot in table.free:
        light.taken_off(shot.image)
    assert not fits


def test_what_lies_on_the_frame_is_asked_about_once(table: Table, fits: list[Seen]) -> None:
    light = LampLight(LampFields(table.board), recall_appearance(table.board))
    with_card = table.free[0].image.copy()
    left, right = (np.array(corner) for corner in table.board.corners.left[:2])
    x, y = ((left + right) / 2).astype(int)
    with_card[y - 24 : y - 4, x - 40 : x + 40] = 235
    for picture in (with_card, cv2.add(with_card, np.full_like(with_card, 2))):
        assert light.taken_off(np.asarray(picture, np.uint8)) is None
    assert len(fits) == 1
    lit = table.strip(3.0).lit(with_card, table.lamps[0])
    assert light.taken_off(lit) is not None
    assert len(fits) == 2


def test_lamps_that_shine_on_are_found_again_with_less_work(table: Table) -> None:
    light = LampLight(LampFields(table.board), recall_appearance(table.board))
    lit = table.strip(3.0).lit(table.free[0].image, table.lamps[0])
    first, again = light.taken_off(lit), light.taken_off(lit)
    assert first is not None
    assert again is not None
    assert np.abs(first.picture.astype(int) - again.picture).mean() < 0.5


def test_lamps_that_burn_out_much_of_the_board_dazzle(table: Table, light: LampLight) -> None:
    for strength, dazzled in ((1.0, False), (25.0, True)):
        lit = table.strip(strength).lit(table.free[0].image, table.lamps[0])
        unlit = light.taken_off(lit)
        assert unlit is not None
        assert unlit.dazzled is dazzled
        assert Reader(table.board).read(lit).dazzled is dazzled


@pytest.mark.parametrize("strength", [1.0, 3.0])
def test_what_lamps_add_is_taken_off(strength: float, table: Table, light: LampLight) -> None:
    strip = table.strip(strength)
    for shot, lamps in zip(table.free, table.lamps, strict=True):
        lit = strip.lit(shot.image, lamps)
        unlit = light.taken_off(lit)
        assert unlit is not None
        plain = unlit.picture
        outline = np.array(table.board.corners.left + table.board.corners.right)
        (left, top), (right, bottom) = outline.min(axis=0).astype(int), outline.max(axis=0).astype(int)
        there = slice(top, bottom), slice(left, right)
        before, after = (np.abs(image[there].astype(int) - shot.image[there]) for image in (lit, plain))
        shone_on = before > SEEN
        assert after[shone_on].mean() < 0.5 * before[shone_on].mean()


def test_a_board_in_the_light_of_its_lamps_is_read_as_without(table: Table) -> None:
    strip, reader = table.strip(3.0), Reader(table.board)
    for shot, lamps in zip(table.free, table.lamps, strict=True):
        dark, lit = reader.read(shot.image), reader.read(strip.lit(shot.image, lamps))
        assert [place.likeliest for place in lit.places] == [place.likeliest for place in dark.places]
        assert not lit.hand
        assert sorted(die.value for die in lit.dice) == sorted(die.value for die in dark.dice)


def test_an_arm_in_their_light_stays_an_arm(table: Table) -> None:
    reader = Reader(table.board)
    for lamps in table.lamps:
        assert reader.read(table.strip(3.0).lit(table.arm.image, lamps)).hand


def test_each_strip_knows_its_pixels(table: Table) -> None:
    fields = LampFields(table.board)
    for row, sign in (("top", 1), ("bottom", -1)):
        for column in range(12):
            leaf = table.board.leaves[column // 6]
            along = 1.5 if sign > 0 else leaf.length - 1.5
            x, y = leaf.project([(column % 6 + 0.5, along, 0.0)])[0]
            assert fields.strips[round(float(y)), round(float(x))] == strip_at(row, column)
    assert fields.strips[0, 0] == -1


def test_what_is_burnt_out_and_open_is_counted_where_it_lies(table: Table, light: LampLight) -> None:
    lamps = table.lamps[0]
    home, away = (
        [strip_at(*table.board.seats.track()[point - 1]) for point in points] for points in (range(1, 7), range(13, 19))
    )
    bright, faint = (light.taken_off(table.strip(n).lit(table.free[0].image, lamps)) for n in (25.0, 1.0))
    assert bright is not None
    assert faint is not None
    assert bright.open_faces[home].sum() > 1
    assert faint.open_faces[away].sum() == 0
    assert bright.open_faces.sum() == pytest.approx(
        np.count_nonzero(bright.unsure[LampFields(table.board).strips >= 0]) / LampFields(table.board).face, rel=1e-3
    )


def test_what_is_burnt_out_and_open_teaches_nothing(table: Table) -> None:
    reader, shot = Reader(table.board), table.free[0]
    before = reader._view.appearance.bare.copy()
    picture = reader.prepared(table.strip(25.0).lit(shot.image, table.lamps[0]))
    assert picture.unlit is not None
    assert picture.unlit.unsure.any()
    reader.learn(picture, reader.read_region(picture), shot.position, entered=True)
    changed = (reader._view.appearance.bare != before).any(axis=2)
    assert changed.any()
    assert not changed[picture.unlit.unsure].any()
