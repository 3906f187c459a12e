"""A drill from its list to its grade, at the simulated table, with the real engine; and the match that stands still."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbiter.position import START, Side
from bookgammon.plugins.gnubg.analysis.engine import Engine
from bookgammon.plugins.study.exercise import exercise_of
from bookgammon.plugins.study.store import Origin, PastDecision, StudyStore, study_beside
from tests.arbiter_referee.stage import moved
from tests.plugins.study.at_table import LEARNER, Studying

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10"
BAR_POINT = "XGID=-b----E-C---eE---c-e----B-:0:0:1:61:0:0:0:5:10"


def begun(tmp_path: Path, *xgids: str) -> Studying:
    one = Studying(tmp_path)
    one.service.add_list(LEARNER, "Openings", "\n".join(xgids))
    one.service.begin(LEARNER, confirmed=False)
    return one


def test_a_drill_from_setting_up_to_its_grade(tmp_path: Path, gnubg: Engine) -> None:
    one = begun(tmp_path, OPENING)
    with one.service:
        one.lay(moved(START, Side.LIGHT, (8, 7)))
        assert one.drill.stage == "setting up"
        assert one.drill.steps == ("Take 1 light checker from the 7-point.", "Lay 1 light checker on the 8-point.")
        one.lay(START)
        assert (one.drill.stage, one.drill.headline) == ("rolling", "Lay the dice: 3-1")
        one.throw((3, 1))
        assert one.drill.stage == "deciding"
        one.lay(moved(START, Side.LIGHT, (8, 5), (6, 5)))
        assert one.drill.detail == "That is 8/5 6/5. Lift the dice if it stands."
        one.lift()
        shown = one.graded()
    assert shown.headline == "The best there is"
    assert shown.rows[0].mine
    assert "comes again in 2 days" in shown.detail
    assert one.kept == []
    one_shown = one.service.shown(LEARNER)
    assert (one_shown.due, one_shown.kinds[0].line) == (0, "1 of 1 answers fine, 0.000 lost each")


def test_a_wrong_play_says_what_it_cost_and_comes_again_soon(tmp_path: Path, gnubg: Engine) -> None:
    one = begun(tmp_path, OPENING)
    with one.service:
        one.lay(START)
        one.throw((1, 3))
        one.lay(moved(START, Side.LIGHT, (24, 20)))
        one.lift()
        shown = one.graded()
    assert shown.headline.startswith("That cost 0.2")
    assert shown.better == ((8, 5), (6, 5))
    assert "better is 8/5 6/5" in shown.detail
    assert "comes again in 10 minutes" in shown.detail
    assert one.service.lit(one.updates[-1]).state.intended is not None


@pytest.mark.parametrize(("answer", "fine"), [("no double", True), ("double", False)])
def test_the_cube_is_answered_by_a_tap(answer: str, fine: bool, tmp_path: Path, gnubg: Engine) -> None:
    one = begun(tmp_path, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:5:10")
    with one.service:
        one.service.act("right", "")
        assert one.drill.headline == "Double, or roll?"
        one.service.act("cube", answer)
        shown = one.graded()
    assert ("The best there is" in shown.headline) is fine


def test_what_was_decided_in_the_match_is_said_with_the_grade(tmp_path: Path, gnubg: Engine) -> None:
    one = Studying(tmp_path)
    with StudyStore(study_beside(tmp_path / "journal.sqlite")) as store:
        cube = exercise_of("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:0:0:5:10")
        store.add(LEARNER, Origin(match=1, game=0), [PastDecision(cube, "double", 0.2)])
    with one.service:
        one.service.begin(LEARNER, confirmed=False)
        assert one.drill.score == "Match to 5: you have 2, the opponent 0."
        one.service.act("right", "")
        one.service.act("cube", "no double")
        assert "In the match it was: Double." in one.graded().detail
