"""A live table at which somebody may practise."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from arbiter.match.events import Event
from arbiter.match.fold import fold
from bookgammon.plugin_values import PluginPart
from bookgammon.plugins.gnubg.analysis.grading import Grader
from bookgammon.plugins.study.pages import add_study
from bookgammon.plugins.study.service import StudyService
from tests.plugins.study.at_table import NoPast
from tests.web.live_table import Guest, LiveTable, calm_players

NOON = datetime(2026, 1, 2, 12).astimezone(UTC)
"""Of this machine, when drills are done: what is due in some minutes is due on the same day."""


class PractisedTable(LiveTable):
    """drills: the folder in which they are kept. desk: who gives them."""

    def __init__(self, events: Sequence[Event], drills: Path) -> None:
        players = calm_players()
        self.desk = StudyService(
            drills / "journal.sqlite", players.seats, fold(events), lambda: 1, NoPast(), Grader, now=lambda: NOON
        )
        pages = (partial(add_study, study=self.desk),)
        part = PluginPart(pages=pages, on_update=self.desk.on_update, other_use=self.desk)
        super().__init__(events, guest=Guest(part, self.desk), players=players)
