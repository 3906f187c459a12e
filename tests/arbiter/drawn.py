"""Boards drawn as other programs draw them, for tests: X is light, at the bottom, its home on the right."""

from __future__ import annotations

from arbiter.position import Position
from arbiter.xg_text import board_lines


def draw(position: Position, *, beside: tuple[str, ...] = (), letters: bool = False) -> str:
    """13 lines. beside: what stands right of each. letters: more than nine as GNU Backgammon tells them."""
    rows = board_lines(position, letters=letters)
    return "\n".join(f" {row}{text}" for row, text in zip(rows, (*beside, *[""] * (13 - len(beside))), strict=True))
