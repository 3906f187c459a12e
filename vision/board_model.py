"""What every stage of reading knows of one board: where things are in its pictures, and what they look like."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.position import START
from calibration.board import Board
from calibration.learn import Appearance
from calibration.sheet import Image
from vision.cells import SceneCells, scene_cells
from vision.checkers import ColourRows
from vision.dice import FINDER_SCALE, DieFinder
from vision.inputs import NetInputs
from vision.plain_surface import PlainSurface
from vision.strips import CLOSE_SCALE, NET_SCALE


@dataclass(frozen=True, eq=False)
class BoardModel:
    """inputs, close: cut pictures for the networks, at NET_SCALE and CLOSE_SCALE; cells: of the scene's maps.

    close None: no closer look is worth it. plain: a look that needs no bare board, where none was seen. rows: checkers
    by colour alone; finder: of dice; without_dice: pictures (BGR uint8, in the bare board's light) that show what is
    printed where no die lies.
    """

    board: Board
    appearance: Appearance
    inputs: NetInputs
    close: NetInputs | None
    plain: PlainSurface | None
    rows: ColourRows
    finder: DieFinder
    cells: SceneCells
    without_dice: tuple[Image, ...]


def view_of(board: Board, appearance: Appearance, plain: PlainSurface | None, *, guessed: bool) -> BoardModel:
    """guessed: the board was never calibrated but guessed from a picture.

    It is then some pixels off, and what a closer look could correct is no larger: it makes nothing better.
    """
    inputs = NetInputs(board, appearance)
    guessed_bare = board.empty is None and board.position == START  # it lacks what is printed in a row of checkers
    return BoardModel(
        board=board,
        appearance=appearance,
        inputs=inputs,
        close=None if guessed else NetInputs(board, appearance, CLOSE_SCALE),
        plain=plain,
        rows=ColourRows(board, appearance),
        finder=DieFinder(appearance.bare, FINDER_SCALE / NET_SCALE * inputs.scene_scale),
        cells=scene_cells(board, inputs.scene_size, inputs.scene_scale, NET_SCALE),
        without_dice=(appearance.bare, board.start) if guessed_bare else (appearance.bare,),
    )
