"""Boards: learned from pictures, checked by having vision read the start picture back, kept as files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arbiter.message import Message
from arbiter.position import START, Position
from arbiter.referee.evidence import RIDGE
from arbiter.seats import Seats
from bookgammon.errors import UsageError
from calibration.board import Board
from calibration.corners import LeafCorners
from calibration.errors import WrongStart
from calibration.learn import learn_board
from vision.reader import Reader
from vision.reading import reading_of
from vision.sources.pictures import Image

SURE = 6.0
"""A place differs for sure where what it shows is this much more likely (natural log) than what it should."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A place that reads otherwise than expected; margin: by how much that is likelier (natural log).

    place: light's points 0..23 for 1 to 24, 24 for the ridge; have, want: (light, dark) checkers there.
    """

    text: str
    margin: float
    place: int
    have: tuple[int, int]
    want: tuple[int, int]


def calibrated(
    start: Image, corners: LeafCorners, seats: Seats, empty: Image | None, position: Position = START
) -> tuple[Board, list[Difference]]:
    """A board, and where its start picture reads otherwise than as `position`, but not for sure.

    Raises WrongStart naming the points where it surely does.
    """
    board = learn_board(start, corners, seats, empty, position)
    found = differences(board)
    if any(difference.margin > SURE for difference in found):
        kind = Message("the starting position") if position == START else Message("the given position")
        raise WrongStart(
            Message(
                "The start picture does not show {kind}: {listed}; put the checkers right, or check seats, "
                "home side and corners, and take it again.",
                kind=kind,
                listed=listed(found),
            )
        )
    return board, found


def differences(board: Board) -> list[Difference]:
    """Where vision reads the start picture otherwise than as its known position, in light's numbering."""
    evidence = Reader(board).read(board.start)
    seen = reading_of(evidence).position
    found = []
    pairs = zip(board.position.places, seen.places, strict=True)
    for index, (place, (want, have)) in enumerate(zip(evidence.places, pairs, strict=True)):
        name = Message("the bar") if index == RIDGE else Message("light's {point}-point", point=index + 1)
        if want != have:
            margin = place.log_likelihood(*have) - place.log_likelihood(*want)
            text = Message(
                "{place} shows {shown} instead of {expected}", place=name, shown=_counted(have), expected=_counted(want)
            )
            found.append(Difference(text, margin, index, have, want))
    return found


def listed(differing: list[Difference], most: int = 6) -> str:
    """A readable list; a wholly wrong picture would name every point."""
    shown = Message.joined("; ", (difference.text for difference in differing[:most]))
    left = len(differing) - most
    return (
        Message.counted("{shown}; and {count} more", "{shown}; and {count} more", left, shown=shown)
        if left > 0
        else shown
    )


def board_path(path: Path) -> Path:
    """Where a board file is expected; named .toml because that is what it is."""
    if not path.name:
        raise UsageError(Message("{path} is a folder: give --out a file in it that ends in .toml.", path=path))
    if path.suffix != ".toml":
        raise UsageError(Message("A board file ends in .toml: give --out {path}.", path=path.with_suffix(".toml")))
    return path


def _counted(pair: tuple[int, int]) -> str:
    words = [f"{count} {side}" for count, side in zip(pair, ("light", "dark"), strict=True) if count]
    return " and ".join(words) or "none"
