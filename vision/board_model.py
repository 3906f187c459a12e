"""What every stage of reading knows of one board: where things are in its pictures, and what they look like."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.position import START
from calibration.board import Board
from calibration.learn import Appearance
from calibration.sheet import Image
from vision.checkers import CheckerColours
from vision.sheet.channels import known_of
from vision.sheet.eyes import SheetEyes
from vision.sheet.geometry import SheetView


@dataclass(frozen=True, eq=False)
class BoardModel:
    """geometry: where the sheet lies in its pictures; sheet: reads it; colours: of checkers.

    without_dice: pictures (BGR uint8, in the bare board's light) that show what is printed where no die lies.
    """

    board: Board
    appearance: Appearance
    geometry: SheetView
    sheet: SheetEyes
    colours: CheckerColours
    without_dice: tuple[Image, ...]


def view_of(board: Board, appearance: Appearance, geometry: SheetView) -> BoardModel:
    """geometry: of the board's sheet."""
    guessed_bare = board.empty is None and board.position == START  # it lacks what is printed in a row of checkers
    return BoardModel(
        board=board,
        appearance=appearance,
        geometry=geometry,
        sheet=SheetEyes(geometry, known_of(board, appearance, geometry)),
        colours=CheckerColours(board, appearance),
        without_dice=(appearance.bare, board.start) if guessed_bare else (appearance.bare,),
    )
