"""The club shows warnings, and judges nothing."""

from __future__ import annotations

from pathlib import Path

from bookgammon.plugins import club
from tests.arbiter_referee.test_play_fault import judges_nothing


def test_whoever_shows_a_warning_to_the_club_judges_nothing() -> None:
    judges_nothing(Path(club.__file__).parent)
