"""While pictures are dropped the page says so; not for a moment."""

from __future__ import annotations

from arbiter.match.state import MatchState
from arbiter.referee.evidence import Evidence
from bookgammon.table.hurry import BEGINS_S, ENDS_S, HURRIED, Hurry
from bookgammon.table.table import FrameTime, TableUpdate


def _after(hurry: Hurry, seconds: float, *, hurried: bool, begins: float) -> list[str]:
    for step in range(int(seconds * 10) + 1):
        now = begins + step / 10
        evidence = Evidence(step, now, still=True, hand=False, hurried=hurried)
        hurry.on_update(TableUpdate(MatchState(), FrameTime(step, now), (), evidence))
    return [each.message for each in hurry.told]


def test_dropped_pictures_are_told_until_they_are_not_dropped_any_more() -> None:
    hurry = Hurry()
    assert _after(hurry, BEGINS_S - 1, hurried=True, begins=0.0) == []
    assert _after(hurry, 2.0, hurried=True, begins=BEGINS_S - 1) == [HURRIED]
    assert _after(hurry, ENDS_S - 1, hurried=False, begins=20.0) == [HURRIED]
    assert _after(hurry, 2.0, hurried=False, begins=20.0 + ENDS_S - 1) == []


def test_news_without_a_picture_change_nothing() -> None:
    hurry = Hurry()
    _after(hurry, BEGINS_S + 1, hurried=True, begins=0.0)
    hurry.on_update(TableUpdate(MatchState(), FrameTime(99, 99.0), (), None, "The camera is gone."))
    assert [each.message for each in hurry.told] == [HURRIED]
