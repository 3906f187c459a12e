"""A board's own colours, as the page draws it."""

from __future__ import annotations

from calibration.board import Board
from calibration.board_colours import board_colours
from web.drawing_colours import DrawingColours


def drawing_colours(board: Board) -> DrawingColours:
    """As its own pictures show it."""
    seen = board_colours(board)
    return DrawingColours(seen.light, seen.dark, seen.points, seen.floor)
