"""Boards: learned from pictures, checked by having vision read the start picture back, kept as files."""

from __future__ import annotations

from pathlib import Path

from arbiter.position import START, Position
from arbiter.seats import Seats
from bookgammon.errors import UsageError
from calibration.board import Board
from calibration.corners import LeafCorners
from calibration.errors import WrongStart
from calibration.learn import learn_board
from vision.pictures import Image
from vision.reader import Reader
from vision.reading import reading_of


def calibrated(
    start: Image, corners: LeafCorners, seats: Seats, empty: Image | None, position: Position = START
) -> Board:
    """A board whose start picture reads as `position`. Raises WrongStart naming the points that differ."""
    board = learn_board(start, corners, seats, empty, position)
    differing = differences(board)
    if differing:
        kind = "the starting position" if position == START else "the given position"
        raise WrongStart(
            f"The start picture does not show {kind}: {listed(differing)};"
            " put the checkers right, or check seats, home side and corners, and take it again."
        )
    return board


def differences(board: Board) -> list[str]:
    """Where the start picture reads otherwise than as its known position, in words; empty where it fits."""
    seen = reading_of(Reader(board).read(board.start, 0, 0.0)).position
    found = []
    for point in range(1, 25):
        want, have = board.position.counts(point), seen.counts(point)
        if want != have:
            found.append(f"light's {point}-point shows {_counted(have)} instead of {_counted(want)}")
    if seen.bar != board.position.bar:
        found.append(f"the bar shows {_counted(seen.bar)} instead of {_counted(board.position.bar)}")
    return found


def listed(differing: list[str], most: int = 6) -> str:
    """A readable list; a wholly wrong picture would name every point."""
    shown = "; ".join(differing[:most])
    return shown + (f"; and {len(differing) - most} more" if len(differing) > most else "")


def board_path(path: Path) -> Path:
    """Where a board file is expected; named .toml because that is what it is."""
    if path.suffix != ".toml":
        raise UsageError(f"A board file ends in .toml: give --out {path.with_suffix('.toml')}.")
    return path


def _counted(pair: tuple[int, int]) -> str:
    words = [f"{count} {side}" for count, side in zip(pair, ("light", "dark"), strict=True) if count]
    return " and ".join(words) or "none"
