"""A live table beside which a coach speaks where it was agreed."""

from __future__ import annotations

from bookgammon.plugin_values import PluginPart
from bookgammon.plugins.gnubg.analysis.coach import Coach
from bookgammon.plugins.gnubg.analysis.coach_view import CoachOnPage
from tests.web.live_table import Guest


def coach() -> Guest:
    words = CoachOnPage()
    speaks = Coach(words.say)
    return Guest(PluginPart(on_update=speaks.on_update, in_state=words.added), speaks)
