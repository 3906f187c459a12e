"""Analyses among what a backup holds (`tests.plugged`)."""

from __future__ import annotations

from pathlib import Path

from bookgammon.history.journal import FILE
from bookgammon.plugins.gnubg.analysis.model import Count, GameAnalysis
from bookgammon.plugins.gnubg.analysis.store import FILE as ANALYSES
from bookgammon.plugins.gnubg.analysis.store import AnalysisStore, Kept, Key, store_beside

FILES = (ANALYSES,)
WHEN = "2026-02-03T20:00:00+00:00"
GAME = Key("journal", 1, 0)


def fill(folder: Path) -> None:
    counts = (Count(9, 8, 7, 6),) * 2
    with AnalysisStore(store_beside(folder / FILE)) as store:
        store.keep(GAME, Kept("of this record", 2, "engine", WHEN, GameAnalysis((), counts, {}, "(;)")))


def told(folder: Path) -> dict[str, bytes]:
    if not (analyses := store_beside(folder / FILE)).exists():
        return {}
    with AnalysisStore(analyses) as store:
        return {analyses.name: repr(store.find(GAME)).encode()}
