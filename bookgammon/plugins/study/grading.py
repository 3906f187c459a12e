"""What the engine says of an answer, and how well that counts as known."""

from __future__ import annotations

from dataclasses import replace

from arbiter.message import Message
from arbiter.position import Position
from arbiter.xgid import MatchPosition
from bookgammon.errors import AnalysisError
from bookgammon.plugins.gnubg.analysis.decision_kinds import Decision
from bookgammon.plugins.gnubg.analysis.figures import BAD, DOUBTFUL
from bookgammon.plugins.gnubg.analysis.gnubg_process import Stopped
from bookgammon.plugins.gnubg.analysis.grading import Graded, Grader
from bookgammon.plugins.gnubg.analysis.model import CubeJudged, CubeVerb, PlayJudged
from bookgammon.plugins.study.schedule import Rating

Answer = Position | CubeVerb
"""The board after the play, or what was done with the cube."""
CUBE_ANSWERS: dict[Decision, tuple[CubeVerb, ...]] = {
    "play": (),
    "double": ("no double", "double"),
    "take": ("take", "drop"),
}


def is_fine(lost: float) -> bool:
    """Whether GNU Backgammon sets no mark. lost: equity, normalised to the cube."""
    return lost < DOUBTFUL


def answer_text(decision: PlayJudged | CubeJudged) -> str:
    """What was decided, in notation or the cube's verb: equal texts are equal answers."""
    if isinstance(decision, CubeJudged):
        return decision.verb
    return decision.chosen.play if decision.chosen else ""


def graded(grader: Grader, at: MatchPosition, answer: Answer | None, stopped: Stopped) -> Graded:
    """What the engine says of an answer in a position. Raises AnalysisStopped, and AnalysisError where it cannot."""
    found: Graded | None = None
    if isinstance(answer, Position):
        found = next(reversed(grader.play(at, answer, stopped)), None)
    elif answer is not None:
        found = grader.cube(replace(at, action=None), answer, stopped)
    if found is None:
        raise AnalysisError(Message("GNU Backgammon sees nothing to decide in this position."))
    return found


def rating_of(grade: Graded, before: str) -> Rating:
    """How well an answer counts as known. before: what was decided when the position came up in a match, or nothing.

    A decision that GNU Backgammon marks bad is not known, nor is a marked one that was made in the match already; one
    that it marks doubtful was hard. Nothing counts as easy: how easily it came, nobody measures.
    """
    lost = grade.decision.error
    if is_fine(lost):
        return "good"
    if lost >= BAD or answer_text(grade.decision) == before:
        return "again"
    return "hard"
