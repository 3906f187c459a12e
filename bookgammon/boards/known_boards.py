"""The boards in the data folder: each has a name, and is known again when it comes into view."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from arbiter.message import Message
from bookgammon.boards.colours import drawing_colours
from bookgammon.boards.seated import seated
from bookgammon.files.atomic_files import make_private, write_atomically
from bookgammon.files.settings import BOARDS
from calibration.board import Board
from calibration.board_file import is_picture_of, load_board
from calibration.board_writing import board_files
from calibration.corners import LeafCorners
from calibration.errors import BadBoardFile
from calibration.recognition import RECOGNITION, in_place, likeness
from translation.catalogue import catalogue, languages
from vision.sources.pictures import Image, board_picture
from web.drawing_colours import DrawingColours

_FIRST = "board.toml"
"""Where `calibrate` put the board before there could be several."""


@dataclass(frozen=True, eq=False)
class KnownBoards:
    """boards: with their files. torn: why a board file could not be read, one sentence each."""

    boards: tuple[tuple[Path, Board], ...]
    torn: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(board.name for _, board in self.boards)

    def lying_there(self, picture: Image) -> Board | None:
        """The board that lies in the picture (BGR uint8) as it lay when it was learned."""
        return _best([(in_place(board, picture), board) for _, board in self.boards], RECOGNITION.same_place)

    def looking_like(self, picture: Image, corners: LeafCorners) -> Board | None:
        """The board whose leaves look like those at `corners`, wherever it lay before."""
        return _best([(likeness(board, picture, corners), board) for _, board in self.boards], RECOGNITION.min_likeness)


def known_boards(folder: Path) -> KnownBoards:
    """All boards of a data folder, newest first. One that is torn must not keep the others from being found."""
    paths = [path for path in (folder / _FIRST, *sorted((folder / BOARDS).glob("*.toml"))) if path.is_file()]
    boards, torn = [], []
    for path in sorted(paths, key=lambda path: -path.stat().st_mtime):
        try:
            boards.append((path, load_board(path, board_picture)))
        except BadBoardFile as error:
            torn.append(str(error))
    return KnownBoards(tuple(boards), tuple(torn))


def colours_named(folder: Path, at_table: Board | None = None) -> Callable[[str], DrawingColours | None]:
    """The colours of the board of a name, as past matches are drawn in them; None for one that is known no more.

    at_table: the board that lies there, which needs no file.
    """

    def colours(name: str) -> DrawingColours | None:
        if at_table is not None and name == at_table.name:
            return drawing_colours(at_table)
        found = (board for _, board in known_boards(folder).boards if name and board.name == name)
        board = next(found, None)
        return drawing_colours(board) if board else None

    return lru_cache(maxsize=8)(colours)


def file_for(folder: Path, name: str) -> Path:
    """Where a board of that name is kept: a file name that every platform takes."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return folder / BOARDS / f"{re.sub(r'[^a-z0-9]+', '-', plain.lower()).strip('-') or 'board'}.toml"


def save_board(board: Board, path: Path) -> None:
    """Write the board file and, beside it and named after it, its pictures. Raises BadBoardFile.

    Whenever it is cut off, the file that was there before is whole, or the new one is.
    """
    files = board_files(board, path.stem)
    try:
        make_private(path.parent)
        for name, data in files.items():
            write_atomically(path.with_name(name), data)
        for file in path.parent.iterdir():
            if is_picture_of(path.stem, file.name) and file.name not in files:
                file.unlink()
    except OSError as error:
        raise BadBoardFile(
            Message("The board file {path} cannot be written: {strerror}.", path=path, strerror=error.strerror)
        ) from error


def keep_measured(folder: Path, board: Board) -> None:
    """A board of the data folder that was measured again takes the place of what is kept of it; seats stay.

    One that is kept elsewhere is its owner's, and stays as it is. Raises BadBoardFile.
    """
    for path, known in known_boards(folder).boards:
        if np.array_equal(known.start, board.start):
            save_board(seated(board, known.seats), path)


def fresh_name(taken: Sequence[str]) -> Message:
    """A name for one more board, which is none of these in any language."""
    number, name = 1, Message("Our book")
    while any(catalogue(language).say(name) in taken for language in languages()):
        number += 1
        name = Message("Book {number}", number=number)
    return name


def _best(scored: list[tuple[float, Board]], enough: float) -> Board | None:
    score, board = max(scored, key=lambda one: one[0], default=(0.0, None))
    return board if score >= enough else None
