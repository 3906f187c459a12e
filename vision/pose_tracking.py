"""Where the camera stands now: a knocked tripod or a shoved book is noticed and followed.

Points with structure on and around the book are looked up again whenever the table comes to rest. While enough of
them are where they were, nothing has moved but hands and checkers. Where they agree on another place, all further
pictures are put back into the view in which the board was learned; where they agree on nothing, the board is lost:
covered, closed, or out of the picture. Light may change meanwhile, for only local contrast is compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Literal

import cv2
import numpy as np
import numpy.typing as npt

from calibration.board import Board
from calibration.leaf import POINTS_PER_ROW
from calibration.learn import recall_appearance
from calibration.sheet import Image

Homography = npt.NDArray[np.float64]
Points = npt.NDArray[np.float32]
Outline = npt.NDArray[np.float64]
Standing = Literal["same", "moved", "lost"]


@dataclass(frozen=True)
class PoseLimits:
    """When a camera has moved, and when its new place is believed.

    Chosen on our own renderings; `python -m lab.benchmarks.vision` measures what comes of it.
    """

    rim: float = 0.7
    """Point widths around the leaves that still belong to the book: its frame and covers."""
    width: int = 640
    """Pixels across of the pictures that are compared."""
    most_points: int = 240
    same_place: float = 0.7
    """Compared pixels by which a point may seem to have moved without having moved."""
    still_there: float = 0.2
    least: int = 18
    """Share and number of the points that must be where they were, or agree on another place: hands and checkers may
    hide or move all others."""
    beyond_doubt: float = 0.6
    """Share of points seen again above which no other place is looked for, and no other points are chosen, as the board
    looks now."""
    ransac_pixels: float = 1.5
    spread: float = 0.6
    """Part of the book's width and height over which those points must be spread."""
    farthest: float = 0.5
    """Part of the picture's width that a corner may have moved, and still be found again."""
    worth_following: float = 0.03
    """Point widths below which a picture is read as it is."""


@dataclass(frozen=True)
class SpotLimits:
    """Which spots of a picture are marked, and when one of them is known again, in compared pixels unless it says
    otherwise. What OpenCV has a usual value for is left at that; `python -m lab.benchmarks.vision --upsets` shows the
    outcome.
    """

    contrast_over: int = 21
    contrast: float = 40.0
    least_spread: float = 6.0
    """Side of the square over which contrast is evened out, to so many grey levels of spread, as if it had so many
    more: plain ground would be all grain otherwise."""
    quality: float = 0.02
    apart: int = 7
    """The plainest corner's strength that a spot must have so many times, and how far apart spots are."""
    alike: float = 24.0
    """Grey levels by which a spot's surroundings may differ on average and still be what they were."""


LIMITS = PoseLimits()
SPOTS = SpotLimits()


@dataclass(frozen=True, eq=False)
class _Key:
    """A picture with the board in a known place. grey: evened-out contrast; outline: of the book in it.

    to_board: homography from this picture's compared pixels to the learned view's.
    """

    grey: Image
    outline: Points
    to_board: Homography

    @cached_property
    def mask(self) -> Image:
        mask = np.zeros(self.grey.shape, np.uint8)
        cv2.fillPoly(mask, [np.round(self.outline).astype(np.int32)], 255)
        return mask

    @cached_property
    def points(self) -> Points:
        """(n, 2) places that can be distinguished from their surroundings."""
        found = cv2.goodFeaturesToTrack(self.grey, LIMITS.most_points, SPOTS.quality, SPOTS.apart, mask=self.mask)
        return np.zeros((0, 2), np.float32) if found is None else np.asarray(found, np.float32).reshape(-1, 2)

    @cached_property
    def features(self) -> tuple[Points, Image]:
        """Places and descriptions that are known again wherever they come to lie."""
        return _described(self.grey, self.mask)


class CameraPose:
    """Follows the camera's place over one source's frames.

    to_board: homography from pictures as they come to the learned view, both in the board's own size.
    shift: how far the board's corners have moved from there, in point widths.
    """

    def __init__(self, board: Board) -> None:
        self._size = board.size
        self._scale = min(1.0, LIMITS.width / board.size[0])
        self._outline = book_outline(board, LIMITS.rim)
        left = board.leaves[0]
        self._point_width = float(np.linalg.norm(np.subtract(*left.project([[0, 3, 0], [6, 3, 0]])))) / POINTS_PER_ROW
        outline = (self._outline * self._scale).astype(np.float32)
        known = [board.start, recall_appearance(board).bare]  # late in a game little looks as at its start
        self._learned = [_Key(self._compared(picture), outline, np.eye(3)) for picture in known]
        self._key = self._learned[0]
        self._begun = False
        self.to_board: Homography = np.eye(3)

    @property
    def shift(self) -> float:
        """How far the book's corners are from where they were learned, in point widths at the most."""
        return self._apart(self.seen(self._outline), self._outline)

    def seen(self, learned: Outline) -> Outline:
        """(n, 2) pixels of the learned view, in pictures as they come."""
        return np.asarray(cv2.perspectiveTransform(learned[None], np.linalg.inv(self.to_board))[0], np.float64)

    def _apart(self, one: Outline, other: Outline) -> float:
        return float(np.linalg.norm(one - other, axis=1).max()) / self._point_width

    def check(self, image: Image) -> Standing:
        """Where the board is in a picture (BGR uint8, board's size) in which nothing moves."""
        grey = self._compared(image)
        if len(self._key.points) < 2 * LIMITS.least:
            return "same"  # a board and a table so plain say nothing about where they are
        tracked, there = _tracked(self._key, grey)
        resting = self._resting(tracked, there)
        if resting >= max(LIMITS.least, LIMITS.still_there * len(self._key.points)):
            self._begun = True
            if resting < LIMITS.beyond_doubt * len(self._key.points):
                self._keep(grey)  # the game has gone on: compare with how it looks now
            return "same"
        place = self._place_in(grey, tracked, there)
        if place is None:
            if self._begun:
                return "lost"
            self._begun = True  # never seen before in this light: it lies where it was learned, as far as we know
            self._keep(grey)
            return "same"
        self._begun = True
        return self._settle(grey, place) if self._inlier_share(grey, place) >= LIMITS.still_there else "lost"

    def _inlier_share(self, grey: Image, place: Homography) -> float:
        """Share of learned points seen there: a newspaper pushed over the board is no board that moved."""
        turned = cv2.warpPerspective(grey, place, grey.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
        return max(self._share_seen(key, np.asarray(turned, np.uint8)) for key in self._learned)

    def _share_seen(self, key: _Key, turned: Image) -> float:
        if not len(key.points):
            return 0.0
        tracked, there = _tracked(key, turned)
        near = np.count_nonzero(there & (np.linalg.norm(tracked - key.points, axis=1) < LIMITS.ransac_pixels))
        return float(near / len(key.points)) if near >= LIMITS.least else 0.0

    def _settle(self, grey: Image, place: Homography) -> Standing:
        """From now on the board is there, and looks as in this picture."""
        step = self._step(place)
        self.to_board = self._full(place)
        self._keep(grey)
        return "moved" if step > LIMITS.worth_following else "same"

    def _step(self, place: Homography) -> float:
        """Point widths from where the board is thought to be to where it would be then."""
        there = cv2.perspectiveTransform(self._outline[None], np.linalg.inv(self._full(place)))[0]
        return self._apart(np.asarray(there, np.float64), self.seen(self._outline))

    def steadied(self, image: Image) -> Image:
        """The picture as the camera would see it from where the board was learned."""
        if self.shift < LIMITS.worth_following:
            return image
        turned = cv2.warpPerspective(
            image, self.to_board, self._size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
        )
        return np.asarray(turned, dtype=np.uint8)

    def _compared(self, image: Image) -> Image:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        if self._scale < 1:
            grey = cv2.resize(grey, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_AREA)
        return _evened(np.asarray(grey, np.uint8))

    def _full(self, place: Homography) -> Homography:
        """A homography between compared pictures, between whole ones."""
        s = self._scale
        shrink = np.array([[s, 0, (s - 1) / 2], [0, s, (s - 1) / 2], [0, 0, 1]])
        return np.asarray(np.linalg.inv(shrink) @ place @ shrink, np.float64)

    def _keep(self, grey: Image) -> None:
        s = self._scale
        shrink = np.array([[s, 0, (s - 1) / 2], [0, s, (s - 1) / 2], [0, 0, 1]])
        place = shrink @ self.to_board @ np.linalg.inv(shrink)
        outline = (self.seen(self._outline) * s).astype(np.float32)
        self._key = _Key(grey, outline, place / place[2, 2])

    def _resting(self, tracked: Points, there: npt.NDArray[np.bool_]) -> int:
        """How many points are where they were."""
        distance = np.linalg.norm(tracked - self._key.points, axis=1)
        return int(np.count_nonzero(there & (distance < LIMITS.same_place)))

    def _place_in(self, grey: Image, tracked: Points, there: npt.NDArray[np.bool_]) -> Homography | None:
        """A homography from this picture to the learned view, both as compared; None where nothing agrees.

        Of several the one at which most is as it was learned: art that repeats itself agrees on wrong places too.
        """
        followed = self._agreed(self._key, tracked, there)
        found = [] if followed is None else [self._refined(grey, followed)]
        if not found or self._inlier_share(grey, found[0]) < LIMITS.beyond_doubt:
            seen = _described(grey, np.full(grey.shape, 255, np.uint8))
            keys = dict.fromkeys((self._key, *self._learned))
            known_again = [self._matched(key, grey, seen) for key in keys]
            found += [self._refined(grey, place) for place in known_again if place is not None]
        return max(found, key=partial(self._inlier_share, grey), default=None)

    def _agreed(self, key: _Key, tracked: Points, there: npt.NDArray[np.bool_]) -> Homography | None:
        if np.count_nonzero(there) < LIMITS.least:
            return None
        return self._believed(key, tracked[there], key.points[there], len(key.points))

    def _matched(self, key: _Key, grey: Image, seen: tuple[Points, Image]) -> Homography | None:
        """The same by the features seen in a picture that are known again, made exact by tracking."""
        places, descriptions = seen
        known, known_descriptions = key.features
        if len(places) < LIMITS.least or len(known) < LIMITS.least:
            return None
        pairs = cv2.BFMatcher(cv2.NORM_HAMMING, crossCheck=True).match(known_descriptions, descriptions)
        if len(pairs) < LIMITS.least:
            return None
        now = places[[pair.trainIdx for pair in pairs]]
        then = known[[pair.queryIdx for pair in pairs]]
        rough, agreeing = cv2.findHomography(now, then, cv2.RANSAC, 3 * LIMITS.ransac_pixels)
        if rough is None or np.count_nonzero(agreeing) < LIMITS.least:
            return None
        return self._exact(key, grey, np.asarray(rough, np.float64))

    def _refined(self, grey: Image, place: Homography) -> Homography:
        """The same, found from a learned picture itself where enough of it is in sight: steps would add up."""
        exact = [self._exact(key, grey, place) for key in self._learned]
        return max((one for one in exact if one is not None), key=partial(self._inlier_share, grey), default=place)

    def _exact(self, key: _Key, grey: Image, rough: Homography) -> Homography | None:
        """From about where a picture's pixels were in the key's picture to exactly where the board is."""
        turned = cv2.warpPerspective(grey, rough, grey.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
        tracked, there = _tracked(key, np.asarray(turned, np.uint8))
        back = cv2.perspectiveTransform(tracked[None], np.linalg.inv(rough))[0]
        return self._agreed(key, np.asarray(back, np.float32), there)

    def _believed(self, key: _Key, now: Points, then: Points, asked: int) -> Homography | None:
        found, agreeing = cv2.findHomography(now, then, cv2.RANSAC, LIMITS.ransac_pixels)
        if found is None:
            return None
        inside = agreeing.ravel() > 0
        if np.count_nonzero(inside) < max(LIMITS.least, LIMITS.still_there * asked):
            return None
        extent, book = np.ptp(then[inside], axis=0), np.ptp(key.outline, axis=0)
        if np.any(extent < LIMITS.spread * book):
            return None
        place = np.asarray(key.to_board @ found, np.float64)
        place /= place[2, 2]
        corners = cv2.perspectiveTransform(self._learned[0].outline[None], np.linalg.inv(place))[0]
        if not cv2.isContourConvex(corners[[0, 3, 4, 7]]):
            return None
        farthest = float(np.linalg.norm(corners - self._learned[0].outline, axis=1).max())
        return place if farthest < LIMITS.farthest * self._size[0] * self._scale else None


def book_outline(board: Board, around: float) -> npt.NDArray[np.float64]:
    """(8, 2) pixels: both leaves with `around` point widths about them, clockwise from the far left corner."""
    (left, right), a = board.leaves, around
    near_left, near_right = left.length + a, right.length + a
    far = [*left.project([[-a, -a, 0], [6, -a, 0]]), *right.project([[0, -a, 0], [6 + a, -a, 0]])]
    near = [
        *right.project([[6 + a, near_right, 0], [0, near_right, 0]]),
        *left.project([[6, near_left, 0], [-a, near_left, 0]]),
    ]
    return np.array([*far, *near])


def _evened(grey: Image) -> Image:
    """Local contrast alone: a lamp switched or a shadow's inside changes it little."""
    values, over = grey.astype(np.float32), (SPOTS.contrast_over, SPOTS.contrast_over)
    mean = cv2.boxFilter(values, -1, over)
    spread = np.sqrt(np.maximum(cv2.boxFilter(values * values, -1, over) - mean * mean, 0))
    even = SPOTS.contrast * (values - mean) / (spread + SPOTS.least_spread)
    return np.asarray(np.clip(128 + even, 0, 255), np.uint8)


def _tracked(key: _Key, grey: Image) -> tuple[Points, npt.NDArray[np.bool_]]:
    """Where the key's points are in another picture, and which of them look as they did there."""
    if not len(key.points):
        return key.points, np.zeros(0, np.bool_)
    now, seen, error = cv2.calcOpticalFlowPyrLK(key.grey, grey, key.points[:, None], np.zeros_like(key.points[:, None]))
    alike = (seen.ravel() > 0) & (error.ravel() < SPOTS.alike)
    return np.asarray(now.reshape(-1, 2), np.float32), np.asarray(alike, np.bool_)


def _described(grey: Image, mask: Image) -> tuple[Points, Image]:
    finder = cv2.ORB.create()
    places, descriptions = finder.detectAndCompute(grey, mask)
    if descriptions is None:
        return np.zeros((0, 2), np.float32), np.zeros((0, 32), np.uint8)
    return np.array([place.pt for place in places], np.float32), np.asarray(descriptions, np.uint8)
