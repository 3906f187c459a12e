"""Study at each of its moments, with texts as long as they get: for layout, axe and pictures."""

from __future__ import annotations

from dataclasses import replace

from arbiter.position import START, Position, Side
from arbiter.seats import Seats
from bookgammon.plugins.gnubg.analysis.decision_kinds import KINDS
from bookgammon.plugins.gnubg.analysis.grading import Graded
from bookgammon.plugins.gnubg.analysis.model import Chances, CubeJudged, PlayJudged, RatedPlay
from bookgammon.plugins.study.drill import BoardRead, Drill, Lying, PuttingBack
from bookgammon.plugins.study.drill_session import DrillSession
from bookgammon.plugins.study.exercise import exercise_of
from bookgammon.plugins.study.pages import DrillShown, ListShown, StudyShown
from bookgammon.plugins.study.progress import KindProgress, LearnerProgress
from bookgammon.plugins.study.schedule import SOON, Memory
from bookgammon.plugins.study.shown import again_line, drill_shown, kinds_shown, progress_lines, putting_back_shown
from bookgammon.plugins.study.store import KeptExercise
from tests.plugins.study.test_progress import NOW

PLAY = exercise_of("XGID=-b----E-C---eE---c-e----B-:2:1:1:31:4:3:0:11:10")
CUBE = exercise_of("XGID=-b----E-C---eE---c-e----B-:1:1:1:00:4:3:0:11:10")
EMPTY = Position.from_points([0] * 24)
EVEN = Chances(0.5, 0.1, 0.0, 0.1, 0.0)
RANKED = ("bar/20*/14(2) 13/7*(2)", "24/18*/13(2) 13/9(2)", "8/5 6/5", "24/23 13/10", "13/9")


def _sitting(learner: str, drill: Drill, **more: str) -> DrillSession:
    kept = KeptExercise(1, drill.exercise, drill.exercise.kind, "", True, Memory())
    return DrillSession(learner, kept, drill, **more)


def _graded_play() -> Graded:
    plays = tuple(RatedPlay(play, ((24, 18), (13, 9)), 0.1 - 0.1 * n, EVEN) for n, play in enumerate(RANKED))
    return Graded(PlayJudged(0, Side.LIGHT, 4, (3, 1), plays, 3, True, 0.0), 0.2)


def drills(learner: str) -> dict[str, DrillShown]:
    """Each stage by its name."""
    seats, lying = Seats(Side.LIGHT), Lying(BoardRead(EMPTY, ()), 0.0)
    laid = Lying(BoardRead(START, (5, 2)), 0.0)
    graded = Graded(CubeJudged(0, Side.LIGHT, 2, "double", 0.4, 0.1, 1.0, EVEN), 0.3)
    nearly = Lying(BoardRead(START.moved(Side.LIGHT, [(13, 9), (8, 7)]), ()), 0.0)
    made = {
        "nearly set up": Drill(PLAY, lying=nearly),
        "setting up": Drill(PLAY, lying=lying),
        "rolling": Drill(PLAY, "rolling", laid),
        "deciding": Drill(PLAY, "deciding", replace(laid, read=BoardRead(START, (3, 1)))),
        "cube": Drill(CUBE, "deciding", laid),
        "graded": Drill(PLAY, "answered", laid, answer=START, grade=_graded_play()),
        "graded cube": Drill(CUBE, "answered", laid, answer="double", grade=graded),
    }
    again = again_line(NOW + SOON, NOW)
    shown = {name: drill_shown(_sitting(learner, drill, again=again), seats) for name, drill in made.items()}
    trouble = "GNU Backgammon 1.07.001 no longer answers and was ended."
    shown["no grade"] = drill_shown(_sitting(learner, Drill(PLAY, "answered", laid), trouble=trouble), seats)
    shown["putting back"] = putting_back_shown(PuttingBack(START, lying=lying), learner, seats)
    return shown


class Studied:
    """Fulfils `bookgammon.plugins.study.pages.Study`. now: the drill at the board, none for the overview."""

    def __init__(self, names: tuple[str, str]) -> None:
        self._names, self._drills = names, drills(names[0])
        self.now = ""

    def drill(self) -> DrillShown | None:
        return self._drills.get(self.now)

    def shown(self, learner: str) -> StudyShown:
        del learner
        kinds = kinds_shown([KindProgress(kind, 120, 240, 178, 0.043) for kind in KINDS])
        lists = (ListShown("Openings that nobody should get wrong 1", 21), ListShown("Backgames", 1))
        due = (KeptExercise(1, PLAY, "opening", "", True, Memory()),) * 12
        lines = progress_lines(LearnerProgress(due, 8, 3, 14, 26, ()), 148)
        names = tuple((name, name) for name in self._names)
        return StudyShown(self._names[0], names, lines, 12, 8, 140, lists, kinds)

    def __getattr__(self, name: str) -> object:
        return lambda *_, **__: ""
