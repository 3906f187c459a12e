"""The pictures of what is worth remembering in a film, as the album of a match at the table has them."""

from __future__ import annotations

from pathlib import Path

from bookgammon.history.album import CalmPicture, write
from bookgammon.table.snapshots import Window, cut, window
from bookgammon.table.table import TableUpdate
from calibration.board import Board


class PictureFolder:
    """Keeps pictures in a folder, each named by its frame."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._calm = CalmPicture()
        self._window: Window | None = None

    def show_board(self, board: Board) -> None:
        """From now on this board is in the pictures."""
        self._window, self._calm = window(board), CalmPicture()

    def on_update(self, update: TableUpdate) -> None:
        """An observer, which waits for the disk: a film goes on when it is ready. Raises OSError."""
        kept = self._calm.worth_keeping(update)
        if kept and self._window:
            frame, image = kept
            write(self._folder / f"{frame}.jpg", cut(image, self._window))
