"""What the index of players keeps in the data folder (`tests.plugged`)."""

from __future__ import annotations

from pathlib import Path

from bookgammon.history.journal import FILE
from bookgammon.plugins.players.counting import Counting

FILES = (f"players-{FILE}",)


def make(folder: Path) -> None:
    Counting(folder / FILE, lambda: None).catch_up(float("inf"))
