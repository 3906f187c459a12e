"""What counts as known, when it comes again, and what is due: against FSRS's published numbers and by hand."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from arbiter.position import Side
from bookgammon.plugins.gnubg.analysis.grading import Graded
from bookgammon.plugins.gnubg.analysis.model import Chances, CubeJudged, CubeVerb
from bookgammon.plugins.study.exercise import Exercise, exercise_of
from bookgammon.plugins.study.grading import rating_of
from bookgammon.plugins.study.progress import NEW_A_DAY, progress_of
from bookgammon.plugins.study.schedule import SOON, Memory, Rating, after
from bookgammon.plugins.study.shown import again_line, progress_lines
from bookgammon.plugins.study.store import KeptExercise, PastAnswer

NOW = datetime(2026, 3, 10, 20, tzinfo=UTC)
DAY = timedelta(days=1)
EXERCISE = exercise_of("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10")
EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)


def lost(equity: float, verb: CubeVerb = "double") -> Graded:
    """A cube decision that loses so much."""
    worth = (equity, 0.0, 1.0) if verb == "double" else (0.0, equity, 1.0)
    return Graded(CubeJudged(0, Side.LIGHT, 1, verb, *worth, EVEN), 1.0)


@pytest.mark.parametrize(
    ("equity", "before", "rating"),
    [
        (0.0, "", "good"),
        (0.029, "double", "good"),
        (0.031, "", "hard"),
        (0.031, "double", "again"),
        (0.059, "no double", "hard"),
        (0.061, "", "again"),
    ],
)
def test_an_answer_counts_by_the_engines_marks(equity: float, before: str, rating: Rating) -> None:
    assert rating_of(lost(equity), before) == rating


def test_what_is_known_comes_again_as_fsrs_publishes() -> None:
    """The days that its authors' own tests give for good answers in time, with their published parameters."""
    memory, at, days = Memory(), NOW, []
    for _ in range(5):
        memory = after(memory, "good", at)
        days.append((memory.due - at).days)
        at = memory.due
    assert days == [2, 11, 46, 163, 365]  # theirs go on with 498; a year is the most here


def test_what_was_missed_comes_again_in_the_same_sitting() -> None:
    known = after(Memory(), "good", NOW)
    missed = after(known, "again", known.due)
    assert missed.due - known.due == SOON
    assert after(Memory(), "again", NOW).due - NOW == SOON


def test_a_card_that_cannot_be_read_counts_as_new() -> None:
    for card in ("{", "[]", '{"card_id": 1}', '{"card_id": "x", "state": 9}'):
        assert after(Memory(card, NOW), "good", NOW).due == after(Memory(), "good", NOW).due


def kept(number: int, memory: Memory = Memory()) -> KeptExercise:  # noqa: B008 - frozen
    return KeptExercise(number, EXERCISE, "opening", "", False, memory)


def answer(number: int, at: datetime, loss: float = 0.0) -> PastAnswer:
    return PastAnswer(number, at, "opening", loss, "good")


def test_what_is_due_comes_before_what_is_new() -> None:
    late, soon, today = (kept(n, after(Memory(), "good", NOW - days * DAY)) for n, days in ((1, 3), (2, 9), (3, 1)))
    found = progress_of([kept(9), late, soon, today], [], NOW, UTC)
    assert [each.id for each in found.due] == [2, 1, 9]
    assert (found.new, found.later) == (1, 0)


def test_a_day_begins_so_many_new_ones() -> None:
    many = [kept(number) for number in range(30)]
    assert len(progress_of(many, [], NOW, UTC).due) == NEW_A_DAY
    begun = [kept(number, after(Memory(), "good", NOW)) for number in range(4)]
    answers = [answer(number, NOW) for number in range(4)]
    found = progress_of([*begun, *many[4:]], answers, NOW + timedelta(minutes=5), UTC)
    assert found.new == NEW_A_DAY - 4
    assert progress_of([*begun, *many[4:]], answers, NOW + DAY, UTC).new == NEW_A_DAY


def test_a_streak_ends_with_a_day_left_out() -> None:
    days = [answer(1, NOW - n * DAY) for n in (5, 3, 2, 1)]
    assert progress_of([kept(1)], days, NOW, UTC).streak == 3
    assert progress_of([kept(1)], [*days, answer(1, NOW)], NOW, UTC).streak == 4
    assert progress_of([kept(1)], days[:3], NOW, UTC).streak == 0


def test_a_day_is_that_of_the_clock_on_the_wall() -> None:
    midnight = datetime(2026, 3, 10, 23, 30, tzinfo=UTC)
    given = [answer(1, midnight), answer(1, midnight + timedelta(minutes=40))]
    assert progress_of([kept(1)], given, given[1].at, UTC).streak == 2
    assert progress_of([kept(1)], given, given[1].at, ZoneInfo("Europe/Berlin")).streak == 1


def test_each_kind_is_summed_up() -> None:
    found = progress_of([kept(1), kept(2)], [answer(1, NOW), answer(2, NOW, 0.1)], NOW, UTC)
    (kind,) = found.kinds
    assert (kind.kind, kind.exercises, kind.answers, kind.known, kind.lost) == ("opening", 2, 2, 1, 0.05)


def test_lines_say_what_there_is() -> None:
    assert progress_lines(progress_of([], [], NOW, UTC), 0) == ()
    lines = progress_lines(progress_of([kept(1), kept(2)], [answer(1, NOW)], NOW, UTC), 2)
    assert lines == ("2 positions are due now.", "2 are new.", "1 answered today.")
    assert again_line(NOW + SOON, NOW) == "It comes again in 10 minutes."
    assert again_line(NOW + 2 * DAY, NOW) == "It comes again in 2 days."


def test_exercises_are_named_alike_in_either_colour() -> None:
    assert Exercise(EXERCISE.decided_by(Side.DARK).at).xgid == EXERCISE.xgid
