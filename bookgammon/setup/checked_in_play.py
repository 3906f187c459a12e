"""What a game shows of the board it is played on: corners or a size of checkers that it contradicts are measured again.

Set-up proves a board by one picture. The first turns of a game show it with checkers elsewhere; where several places
of a turn, each by itself, plainly show something else than lies there, and again in another turn, the board may have
been learned wrong. Then it is learned from these turns as set-up would from the start, and what explains the turns
and the start together far better takes its place. `python -m lab.benchmarks.checked_in_play` shows what comes of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arbiter.position import Position
from arbiter.referee.evidence import Evidence
from bookgammon.setup.reading_back import explained, learned, odds_of, read_back
from calibration.board import Board
from calibration.corners import LeafCorners
from calibration.errors import BadCorners, WrongStart
from calibration.finding import FoundLeaves, find_leaves
from calibration.learn import counts_in_picture
from vision.known_position.known_book import known_book
from vision.known_position.learn_board import learn_board
from vision.known_position.start_fit import START_LIMITS, StartFit
from vision.reader import Reader
from vision.sources.pictures import Image


@dataclass(frozen=True)
class CheckLimits:
    """When a game contradicts its board, and when another one takes its place."""

    plain: float = 1.0
    """Natural log-odds from which on a place plainly shows something else than lies there."""
    places: int = 3
    """So many such places and more contradict the board: one or two are misread on hard boards learned right, too."""
    turns: int = 2
    """So many turns have to."""
    gain: float = 20.0
    """Natural logarithm by which another board must explain these turns and the start better: corners seven tenths of
    a point off cost five times as much in one picture."""


LIMITS = CheckLimits()


@dataclass(frozen=True, eq=False)
class ShownTurn:
    """picture: BGR uint8, as the camera would have taken it from where the board was learned. position: of the turn's
    end, which nobody doubts."""

    picture: Image
    position: Position


def contradicts(evidence: Evidence, position: Position) -> bool:
    """Whether a look at a turn's end says that the board may have been learned wrong."""
    seen = zip(evidence.places, odds_of(evidence, position), strict=True)
    return sum(odds < -LIMITS.plain and not place.hidden for place, odds in seen) >= LIMITS.places


def measured_again(board: Board, turns: Sequence[ShownTurn]) -> Board | None:
    """The board as these turns and its start together have it; None where that is no better than it was."""
    shown = [*turns, ShownTurn(board.start, board.position)]

    def all_explained(one: Board) -> list[float]:
        reader = Reader(one)
        return [explained(odds_of(reader.read(turn.picture), turn.position)) for turn in shown]

    before = all_explained(board)
    best, most = None, sum(before) + LIMITS.gain
    for other in _others(board, turns):
        now = all_explained(other)
        if sum(now) > most and now[-1] > before[-1] - LIMITS.plain:
            best, most = other, sum(now)
    if best is None:
        return None
    for fitted in _fitted(best):  # corners some way off read as well, and following the camera goes by them
        if sum(all_explained(fitted)) > most - LIMITS.plain:
            best = fitted
            break
    return read_back(best, StartFit(best.corners, best.seats, 1.0, (), 1.0)).board


def _others(board: Board, turns: Sequence[ShownTurn]) -> Iterator[Board]:
    """Boards with corners or checkers as one of the turns has them, each learned from the board's own start."""

    def find(picture: Image) -> FoundLeaves:
        return find_leaves(picture, () if board.empty is None else (board.empty,))

    for turn in turns:
        try:
            lesson = learned(
                turn.picture,
                board.corners,
                board.empty,
                find,
                origin="hand",
                position=turn.position,
                near=board.seats.near,
                home=board.seats.home,
            )
        except (WrongStart, BadCorners):
            continue
        for one in _from_start(board, lesson.board.corners):
            yield one
            yield replace(one, checker=lesson.board.checker)


def _fitted(board: Board) -> Iterator[Board]:
    """The board learned again with corners fitted to the checkers of its start."""
    counts = counts_in_picture(board.position, board.seats)
    fitted = known_book(board.start, board.corners, board.empty, counts, START_LIMITS.loose).corners
    return _from_start(board, fitted)


def _from_start(board: Board, corners: LeafCorners) -> Iterator[Board]:
    """The board learned again with these corners, if they are any."""
    try:
        yield learn_board(board.start, corners, board.seats, board.empty, board.position, board.name)
    except (WrongStart, BadCorners):
        return
