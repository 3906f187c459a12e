"""Tables with a coach, and sheets over them (`tests.plugged`)."""

from __future__ import annotations

from tests.plugins.gnubg.coach_tables import COACH_TABLES

TABLES = COACH_TABLES
SHEETS = {"coach_mistake": ("coach", "new_match"), "coach_cube": ("coach",)}
