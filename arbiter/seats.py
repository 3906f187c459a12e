"""Who sits where, as the camera sees the board, and how the picture's rows map to light's points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from arbiter.position import Side

Leaf = Literal["left", "right"]
Home = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Seats:
    """near: who sits at the picture's lower edge; home: the side of both home boards as that player sees it (R5)."""

    near: Side
    home: Home = "right"

    def roller_at(self, leaf: Leaf) -> Side:
        """Whose right hand that leaf is at: they roll there (R57)."""
        return self.near if leaf == "right" else self.near.other

    def track(self) -> tuple[tuple[Literal["top", "bottom"], int], ...]:
        """For light's points 1..24: the row of the picture and the column 0..11 from the left."""
        columns = range(11, -1, -1) if self.home == "right" else range(12)
        near: list[tuple[Literal["top", "bottom"], int]] = [("bottom", column) for column in columns]
        near += [("top", column) for column in reversed(columns)]
        return tuple(near if self.near is Side.LIGHT else near[::-1])

    def light_points(self, top: Sequence[int], bottom: Sequence[int]) -> tuple[int, ...]:
        """The picture's two rows of 12 counts, left to right, as light's points 1..24."""
        rows = {"top": top, "bottom": bottom}
        return tuple(rows[row][column] for row, column in self.track())
