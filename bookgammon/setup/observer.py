"""What the wizard makes of a picture at each step. A still scene is looked at once, not again and again."""

from __future__ import annotations

import numpy as np

from arbiter.message import Message
from bookgammon.boards.known_boards import KnownBoards
from bookgammon.setup import progress as steps
from bookgammon.setup.camera_view import CameraView, SteadyPicture, differ
from bookgammon.setup.learning import learn, shows_start
from bookgammon.setup.messages import SetupSituation
from bookgammon.setup.progress import Progress
from bookgammon.setup.reading_back import Find, Settle
from calibration.corners import LeafCorners
from calibration.errors import NoBook
from vision.sources.pictures import Image
from web.setup import SetupProblem, Step

STILL = 1.0
"""Seconds for which nothing may move before a picture counts."""
BLACK = 12.0
"""Mean grey level, of 255, below which a picture shows nothing: a covered lens with a sensor's noise stays under it."""
DIM = 60.0
"""Grey level that a twentieth of the board reaches where a lamp is on: the points of the lighter colour do."""
_FINDS = 2
"""Looks at one still scene while the book is being found: two finds have to agree."""
_STANDING = SetupProblem(
    Message(
        "The checkers stand on the board already. Take them off for the best reading, or go on without this picture."
    )
)
_TOO_DARK = SetupProblem(
    Message("Too dark to see whether the board is empty: switch a lamp on, or go on without this picture.")
)


class SetupObserver:
    """situation: what the page may say of the camera's picture just now."""

    def __init__(self, boards: KnownBoards, find: Find, settle: Settle) -> None:
        self._boards, self._find, self._settle = boards, find, settle
        self.situation = SetupSituation()
        self._last: tuple[int, Step] | None = None
        self._scene: Image | None = None
        self._looks = 0

    def observe(self, now: Progress, view: CameraView) -> Progress:
        """The progress after one look at the view; may take seconds."""
        look = view.look()
        if now.step in ("camera", "match", "done"):
            view.rest()
            self.situation = SetupSituation()
            return now
        view.go_on()
        if look is None:
            return now
        blank = now.step == "start" and now.empty is not None and not differ(look.image, now.empty)
        if float(look.image.mean()) < BLACK:
            self.situation = SetupSituation(black=True)
            return now
        still = look.still >= STILL
        self.situation = SetupSituation(moving=not still, blank=blank, hold=min(1.0, look.still / STILL))
        if not still or blank or self._known_scene(now, look):
            return now
        self.situation = SetupSituation(moving=False, busy=True, hold=1.0)
        with view.considering():
            after = self._understood(now, look.image)
        self.situation = SetupSituation(moving=False)
        return after

    def _known_scene(self, now: Progress, look: SteadyPicture) -> bool:
        """Whether this very scene was looked at already for this step."""
        moment = (now.turn, now.step)
        if self._last != moment or self._scene is None or differ(self._scene, look.image):
            self._last, self._scene, self._looks = moment, look.image, 0
        self._looks += 1
        return self._looks > (_FINDS if now.step == "board" else 1)

    def _understood(self, now: Progress, picture: Image) -> Progress:
        match now.step:
            case "board":
                return self._book(now, picture)
            case "empty" if now.corners:
                return self._empty(now, now.corners, picture)
            case "start" if now.corners:
                lesson = learn(picture, now.corners, now.empty, self._find, self._settle, by_hand=now.own)
                return steps.start_read(now, lesson, picture)
        return now

    def _book(self, now: Progress, picture: Image) -> Progress:
        known = self._boards.lying_there(picture)
        if known is not None:
            now = steps.recognised(now, known)
        if now.own:
            return now
        try:
            found = self._find(picture)
        except NoBook as error:
            return steps.no_book(now, error)
        alike = self._boards.looking_like(picture, found.corners)
        if alike is not None:
            now = steps.named_like(now, alike.name)
        return steps.book_found(now, found, picture.shape[1])

    def _empty(self, now: Progress, corners: LeafCorners, picture: Image) -> Progress:
        if now.full is not None and not differ(now.full, picture):
            return now
        if too_dark(picture, corners):
            return steps.not_empty(now, (_TOO_DARK,))
        if shows_start(picture, corners):
            return steps.not_empty(now, (_STANDING,))
        return steps.empty_taken(now, picture)


def too_dark(picture: Image, corners: LeafCorners) -> bool:
    """Whether checkers might lie on these leaves unseen."""
    xs, ys = zip(*corners.left, *corners.right, strict=True)
    board = picture[max(0, int(min(ys))) : int(max(ys)) + 1, max(0, int(min(xs))) : int(max(xs)) + 1]
    return float(np.percentile(board.mean(axis=2), 95)) < DIM
