"""A coach's words that cannot be made cost nothing else that is shown."""

from __future__ import annotations

import pytest

from bookgammon.plugins.gnubg.analysis import coach_view
from tests.plugins.gnubg.coach_tables import coach_mistake
from tests.web.test_containment import Faults, costs_itself_alone


def test_the_coachs_part_that_cannot_be_made_costs_that_part_alone(
    faults: Faults, monkeypatch: pytest.MonkeyPatch
) -> None:
    costs_itself_alone("coach", (coach_view, "coach_shown", coach_mistake, None), faults, monkeypatch)
