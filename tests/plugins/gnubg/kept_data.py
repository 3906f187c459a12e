"""What analyses keep in the data folder (`tests.plugged`)."""

from __future__ import annotations

from pathlib import Path

from bookgammon.history.journal import FILE
from bookgammon.plugins.gnubg.analysis.store import AnalysisStore, store_beside

FILES = ("analysis.sqlite",)


def make(folder: Path) -> None:
    with AnalysisStore(store_beside(folder / FILE)):
        pass
