"""Where a board's start picture reads otherwise than it should, and where board files are expected."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arbiter.message import Message
from arbiter.referee.evidence import RIDGE, Evidence
from bookgammon.errors import UsageError
from calibration.board import Board
from vision.reading import reading_of


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


def whole_differences(board: Board, evidence: Evidence) -> list[Difference]:
    """Where the start picture, read as a whole board, shows something else than its known position."""
    seen = reading_of(evidence).position
    found = []
    pairs = zip(board.position.places, seen.places, strict=True)
    for index, (place, (want, have)) in enumerate(zip(evidence.places, pairs, strict=True)):
        if want != have:
            margin = place.log_likelihood(*have) - place.log_likelihood(*want)
            found.append(place_differs(index, margin, have, want))
    return found


def place_differs(place: int, margin: float, have: tuple[int, int], want: tuple[int, int]) -> Difference:
    """A place that shows `have` instead of `want`, or may show it where the margin is no more than nought."""
    name = Message("the bar") if place == RIDGE else Message("light's {point}-point", point=place + 1)
    shown, expected = _counted(have), _counted(want)
    if margin > 0:
        text = Message("{place} shows {shown} instead of {expected}", place=name, shown=shown, expected=expected)
    else:
        text = Message("{place} may show {shown} instead of {expected}", place=name, shown=shown, expected=expected)
    return Difference(text, margin, place, have, want)


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
