"""The light of lamps along the board, taken off a picture before it is read.

Lamps that shine on the board brighten what lies near them, each on its own place only: no exposure and no white balance
puts that right. What they add is a few smooth hills whose feet are known (`vision.lamp_fields`), for strips run along
the edges and the ridge. Where the hills that explain a picture best (`vision.lamp_fit`) explain no more than the room's
light alone does, there are no lamps, and the picture stays as it is. Nor is that asked of every picture: first a few
pixels beside the leaves say whether a lamp can shine there at all.

Everything is reckoned in coarse cells of the picture and in linear light. A camera's tone curve is taken for a plain
power: then what the lamps did is a factor of each pixel.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from arbiter.position import SIDES
from calibration.colours import ANYTHING_AT_ALL, CHROMA_BINS, LIGHTNESS_BINS, OUTLIERS, Colour
from calibration.learn import Appearance
from calibration.sheet import Image
from vision.burnt_out import LIMITS as BURNT_OUT
from vision.burnt_out import Mask, Things, restore
from vision.lamp_fields import Floats, LampFields
from vision.lamp_fit import DARKEST, Known, Seen, explained, light_of, lights_of, room_alone
from vision.strips import STRIPS

GAMMA = 2.2
LINEAR = ((np.arange(256) / 255) ** GAMMA).astype(np.float32)
LOG_LIGHT = np.log(LINEAR + DARKEST)


@dataclass(frozen=True)
class LampLimits:
    """Chosen on own boards (seeds 61000 to 61006, `lab.simulator.lamplight`), hints on path-traced ones."""

    hint: float = 0.2
    most: float = 0.5
    """Natural logarithm by which what lies beside the leaves round a lamp must be brighter than the bare board was,
    held against the rest, for lamps to be looked for; and what counts of a cell at most."""
    same: float = 0.05
    """By how much of it the surroundings of all lamps may differ from the last picture's for what was found there to
    hold: no lamps, but a glass on the frame; or much the same light."""
    better: float = 0.15
    for_brightness: float = 0.045
    """Natural logarithm, on average over all cells, by which lamps must explain the picture better than none; and for
    each time that they make some place as bright as the room does: strong light explains much, an arm little."""
    brighter: float = 1.8
    """Factor by which they must brighten some of the board."""
    lights_up: float = 1.3
    strange_there: float = 0.24
    """Factor by which a cell is brighter where lamps count as shining on it; and the share of what such cells show that
    may be nothing known: an arm is taken for their light where it is most of what they would shine on."""
    dazzles: float = 0.025
    """Share of the leaves' pixels that are burnt out and may be two things from which on lamps are too bright to play
    by. Of 120 lit pictures (seeds 61010 to 61021) all 72 at strength 1 to 6 lie below, four of them read wrongly; of 48
    at 12 and 25 nine of the 16 that read wrongly lie above, and two others."""


LIMITS = LampLimits()


@dataclass(frozen=True, eq=False)
class _Found:
    """What the last picture that hinted at lamps came to.

    around: (3, lamps) how much brighter than the rest it was beside the leaves round each, a natural logarithm. lights:
    None where no lamps shone.
    """

    around: Floats
    lights: Floats | None


@dataclass(frozen=True, eq=False)
class Unlit:
    """picture: BGR uint8 of the board's size, in the bare board's light. unsure: (h, w) where it is burnt out and
    nobody can say what lies there. open_faces: (24,) by strip, how much of it that is, in faces of checkers. dazzled:
    whether it is much of the board."""

    picture: Image
    unsure: Mask
    open_faces: Floats
    dazzled: bool


class LampLight:
    """Takes lamps' light off the pictures of one board as it is known to look. What that takes is made when it is first
    needed: most boards have no lamps, and each lesson makes another look."""

    def __init__(self, fields: LampFields, appearance: Appearance) -> None:
        self._fields, self._appearance = fields, appearance
        self._last: _Found | None = None

    def taken_off(self, image: Image) -> Unlit | None:
        """A picture (BGR uint8 of the board's size) without lamps' light; None where no lamps shine."""
        lights = self._lights_on(image)
        if lights is None:
            return None
        shares = (light_of(self._fields.all, lights) ** np.float32(-1 / GAMMA)).T.reshape(*self._fields.size[::-1], 3)
        shares = np.asarray(cv2.resize(shares, self._fields.picture, interpolation=cv2.INTER_LINEAR), np.float32)
        plain = np.asarray(cv2.multiply(image, shares, dtype=cv2.CV_8U), np.uint8)
        unsure = restore(plain, image, shares, self._things)
        leaves = np.count_nonzero(self._fields.may_hold_checkers)
        strips = self._fields.strips[unsure]
        faces = np.bincount(strips[strips >= 0], minlength=STRIPS) / self._fields.face
        dazzled = bool(np.count_nonzero(unsure) > LIMITS.dazzles * leaves)
        return Unlit(plain, unsure, faces.astype(np.float32), dazzled)

    def _lights_on(self, image: Image) -> Floats | None:
        """(3, 1 + lamps x heights) how brightly room and lamps shine; None where no lamps do."""
        apart = LOG_LIGHT[self._fields.glance(image)] - self._bare_glance
        middle = apart.shape[1] // 2
        apart -= np.partition(apart, middle, axis=1)[:, middle, None]
        if float((np.clip(apart, -LIMITS.most, LIMITS.most) @ self._fields.beside).max()) <= LIMITS.hint:
            return None
        around = np.asarray(apart @ self._fields.beside, np.float32)
        if self._last is None or float(np.abs(around - self._last.around).max()) > LIMITS.same:
            self._last = _Found(around, self._fitted(image, None))
            return self._last.lights
        if self._last.lights is None:
            return None
        lights = self._fitted(image, self._last.lights)
        if lights is not None:
            self._last = _Found(around, lights)
        return lights

    def _fitted(self, image: Image, like: Floats | None) -> Floats | None:
        """What lights explain a picture, where some are lamps'. like: what explained one with much the same."""
        known, cells = self._known, self._fields.cells(image)
        seen = Seen(LOG_LIGHT[cells], cells >= BURNT_OUT.burnt_out)
        room = np.exp(np.median(seen.logs - known.logs[0], axis=1))
        lights = lights_of(known, seen, room, like)
        brighter = (light_of(known.lamps, lights) / lights[:, :1]).max(axis=0)
        most = float(brighter.max())
        if most < LIMITS.brighter:
            return None
        lit = explained(known, seen, lights)
        strange = float(lit.strange[brighter > LIMITS.lights_up].mean())
        better = lit.likelihood - room_alone(known, seen, room)
        if strange > LIMITS.strange_there or better < max(LIMITS.better, LIMITS.for_brightness * most):
            return None
        return lights

    @cached_property
    def _bare_glance(self) -> Floats:
        return np.asarray(LOG_LIGHT[self._fields.glance(self._appearance.bare)], np.float32)

    @cached_property
    def _known(self) -> Known:
        fields = self._fields
        bare = LOG_LIGHT[fields.cells(self._appearance.bare)]
        checkers = [np.broadcast_to(np.log(colour)[:, None], bare.shape) for colour in self._colours]
        return Known(np.stack([bare, *checkers]), fields.near, fields.on_points)

    @cached_property
    def _things(self) -> Things:
        greys = [_grey(colour) for colour in self._colours]
        return Things(self._appearance.bare, greys, self._fields.may_hold_checkers, self._fields.point)

    @cached_property
    def _colours(self) -> list[Floats]:
        return [_mean(self._appearance.colours[side]) for side in SIDES]


def _grey(linear: Floats) -> Floats:
    """(3,) grey levels of linear light with DARKEST."""
    return np.asarray(np.maximum(linear - DARKEST, 0) ** (1 / GAMMA) * 255, np.float32)


def _mean(colour: Colour) -> Floats:
    """(3,) linear blue, green, red of a colour, with DARKEST."""
    shares = (np.exp(colour.table) - OUTLIERS * ANYTHING_AT_ALL).reshape(LIGHTNESS_BINS, CHROMA_BINS, CHROMA_BINS)
    lightness, green_red, blue_yellow = np.nonzero(shares > 0.01 * shares.max())
    lab = np.stack(
        [
            (lightness + 0.5) * (100 / LIGHTNESS_BINS),
            (green_red + 0.5) * (200 / CHROMA_BINS) - 100,
            (blue_yellow + 0.5) * (200 / CHROMA_BINS) - 100,
        ],
        axis=-1,
    )
    bgr = np.clip(cv2.cvtColor(lab[None].astype(np.float32), cv2.COLOR_LAB2BGR)[0], 0, 1)
    weights = shares[lightness, green_red, blue_yellow]
    return np.asarray((weights[:, None] * bgr**GAMMA).sum(axis=0) / weights.sum() + DARKEST, np.float32)
