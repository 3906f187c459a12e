"""Where a film begins to be a game: the board, set up and still, or a position in mid-game that is sure.

The board is the first still picture of a starting position. A game whose start is not in the film begins at the first
sure position with dice that say whose turn it is, and that were not played yet.
"""

from __future__ import annotations

from arbiter.match.commands import NewGame
from arbiter.position import Position, Side
from arbiter.referee.evidence import DieSeen, Evidence
from arbiter.seats import Seats
from bookgammon.setup.camera_view import differ
from bookgammon.setup.learning import shows_start
from bookgammon.setup.reading_back import learned
from calibration.board import Board
from calibration.errors import CalibrationError
from calibration.finding import find_leaves
from vision.reading import reading_of
from vision.sources.frames import Frame
from vision.sources.pictures import Image

EVERY_S = 0.5
"""Seconds of the film between two pictures that are compared: a starting position stands for longer."""
SURE = 0.9
"""Probability of a reading from which it may begin a game."""
FACE_SURE = 0.5
"""Probability of a face from which something is a die that was thrown, not a mark that looks like one."""
FOR_S = 1.0
"""Seconds of the film for which the same position lies there, with the dice of the same player."""
AGAIN_S = 0.25
"""The same where that position lay there before these dice: long enough for a second look."""


class BoardSearch:
    """Is given a film's frames in their order; each still scene is looked at once."""

    def __init__(self) -> None:
        self._at: float | None = None
        self._before: Image | None = None
        self._looked_at: Image | None = None

    def observe(self, frame: Frame) -> Board | None:
        """The board, where the frame shows it still and set up for a game. May take seconds."""
        if self._at is not None and 0 <= frame.time - self._at < EVERY_S:
            return None
        before, self._before, self._at = self._before, frame.image, frame.time
        if before is None or differ(before, frame.image):
            return None
        if self._looked_at is not None and not differ(self._looked_at, frame.image):
            return None
        self._looked_at = frame.image
        return board_in(frame.image)


def board_in(picture: Image) -> Board | None:
    """The board that a picture (BGR uint8) shows set up for a game, learned from it; None where it shows none."""
    try:
        corners = find_leaves(picture).corners
        if not shows_start(picture, corners):
            return None
        lesson = learned(picture, corners, None, find_leaves, origin="found")
    except CalibrationError:
        return None
    return None if lesson.another else lesson.board


class MidGame:
    """Is given one look after the other while no game is under way. seats: who sits where.

    Dice that lie beside a position may have been played already. They were not where the position lay there before
    them, or becomes another one while they lie.
    """

    def __init__(self, seats: Seats, start: Position) -> None:
        self._seats, self._start = seats, start
        self._bare: Position | None = None
        """What last lay there without dice."""
        self._candidate: tuple[Position, Side] | None = None
        self._since = 0.0
        self._rolled: tuple[Position, Side] | None = None
        """What lay there with these dice first, for long enough."""

    def observe(self, evidence: Evidence) -> NewGame | None:
        """The game that is under way in the film."""
        position = self._position(evidence)
        if position is None:
            return None
        player = roller_of(evidence.dice, self._seats)
        if player is None:
            self._candidate = None
            if not any(die.leaf is not None and not die.outside for die in evidence.dice):
                self._bare, self._rolled = position, None
            return None
        if self._candidate != (position, player):
            self._candidate, self._since = (position, player), evidence.time
        lain = evidence.time - self._since
        if self._rolled is not None and self._rolled[1] is player and self._rolled[0] != position:
            return _begun(*self._rolled, evidence)
        if position == self._bare and lain >= AGAIN_S:
            return _begun(position, player, evidence)
        if lain >= FOR_S:
            self._rolled = position, player
        return None

    def _position(self, evidence: Evidence) -> Position | None:
        """What surely lies there; None where that is open, or the starting position."""
        if not evidence.still:
            return None
        if not evidence.places or evidence.covered:
            self._candidate = None
            return None
        reading = reading_of(evidence)
        if reading.confidence < SURE or not reading.position.playable or reading.position == self._start:
            self._candidate = None
            return None
        return reading.position


def _begun(position: Position, player: Side, evidence: Evidence) -> NewGame:
    cube = evidence.cube
    if cube is None or cube.owner is None:
        return NewGame(position, player)
    return NewGame(position, player, cube.value, cube.owner)


def roller_of(dice: tuple[DieSeen, ...], seats: Seats) -> Side | None:
    """Who has thrown these dice; None where they do not say so."""
    if len(dice) != 2 or any(die.cocked or die.outside or max(die.probabilities) < FACE_SURE for die in dice):
        return None
    leaves = {die.leaf for die in dice}
    leaf = leaves.pop()
    return seats.roller_at(leaf) if leaf is not None and not leaves else None
