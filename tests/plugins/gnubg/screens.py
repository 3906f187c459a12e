"""The pages of the analysis among all screens (`tests.plugged`)."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Flask

from bookgammon.plugins.gnubg.pages import add_analysis
from tests.plugged import StagePart
from tests.plugins.gnubg.analysis.analysed import Analysed
from tests.web.screens import OPEN_ALL, Screen


class AnalysisPart(StagePart):
    def screens(self) -> Iterable[Screen]:
        return (
            Screen("analysis", "/history/1/analysis", within="main", after=OPEN_ALL),
            Screen("analysis not asked for", "/history/2/analysis"),
        )

    def add(self, app: Flask, names: tuple[str, str]) -> None:
        add_analysis(app, Analysed(names))


PART = AnalysisPart
