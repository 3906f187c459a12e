"""A sample of `python -m lab.campaigns.drills`."""

from __future__ import annotations

from pathlib import Path

from bookgammon.plugins.gnubg.analysis.engine import Engine
from lab.campaigns.drills import Drills, compare


def test_drills_are_set_up_with_every_mistake_named_and_graded_as_in_a_match(tmp_path: Path, gnubg: Engine) -> None:
    found = Drills(tmp_path, 3, 12).practise()
    assert found.unnamed == []
    assert found.faults == []
    assert len(found.answered) == 12
    assert compare(found.answered) == []
