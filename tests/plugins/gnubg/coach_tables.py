"""Tables with a coach at moments worth a picture; its figures are GNU Backgammon's, taken once with 2 plies."""

from __future__ import annotations

from dataclasses import replace

from arbiter.match.coaching import JudgedCube, JudgedPlay, judged_decisions
from arbiter.match.entered_events import HintTaken, Undone
from arbiter.match.events import Doubled, Event, RollSeen, Taken
from arbiter.match.fold import fold
from arbiter.match.state import MatchState
from arbiter.position import Side
from arbiter.rules import Rules
from bookgammon.plugins.gnubg.analysis.coach_view import CoachInState, CoachVerdict, CoachWords, coach_question
from bookgammon.plugins.gnubg.analysis.coach_words import cube_facts, cube_hint, cube_verdict, play_verdicts, suggested
from bookgammon.plugins.gnubg.analysis.grading import Graded
from bookgammon.plugins.gnubg.analysis.model import Chances, CubeJudged, CubeVerb, PlayJudged, RatedPlay
from tests.web.table_parts import OPENING, game, match, view_of
from web.view import TableView

COACHED = Rules(length=5, coach=True)
WORTH = 0.084
SIX_FIVE = (
    RatedPlay("20/9", ((20, 15), (15, 9)), -0.292, Chances(0.4225, 0.0648, 0.0018, 0.0716, 0.0017)),
    RatedPlay("24/13", ((24, 18), (18, 13)), -0.327, Chances(0.4226, 0.0485, 0.0012, 0.0776, 0.0015)),
    RatedPlay("8/2 7/2", ((8, 2), (7, 2)), -0.440, Chances(0.3975, 0.0836, 0.0023, 0.1058, 0.0042)),
)
SIX_THREE = (
    RatedPlay("15/9 14/11", ((15, 9), (14, 11)), 0.244, Chances(0.5702, 0.0623, 0.0009, 0.0583, 0.0006)),
    RatedPlay("11/5 8/5", ((11, 5), (8, 5)), 0.083, Chances(0.5142, 0.0999, 0.0030, 0.1138, 0.0039)),
    RatedPlay("15/6", ((15, 9), (9, 6)), 0.001, Chances(0.5041, 0.0615, 0.0013, 0.0970, 0.0016)),
)


def after(last: str = "8/2 7/2") -> list[Event]:
    return [*match(rules=COACHED), *game((*OPENING[:-1], ((6, 5), last)))]


def told(events: list[Event], words: CoachWords) -> TableView:
    view = view_of(events)
    coach = CoachInState(replace(words, question=coach_question(view.state)))
    return replace(view, added=(coach, *view.added))


def of_play(state: MatchState, played: int) -> CoachWords:
    (judged,) = judged_decisions(state)
    assert isinstance(judged, JudgedPlay)
    decision = PlayJudged(0, judged.side, 1, (6, 5), SIX_FIVE, played, True, 0.0)
    return CoachWords(verdicts=tuple(play_verdicts(judged, [Graded(decision, WORTH)])))


def coach_mistake() -> TableView:
    """Light's last play was a blunder; it may be made again."""
    return told(after(), of_play(fold(after()), 2))


def coach_fine() -> TableView:
    return told(after("20/9"), of_play(fold(after("20/9")), 0))


def coach_thinking() -> TableView:
    """A hint was asked for and is not there yet."""
    asked = [*after(), RollSeen(0, 0.0, Side.DARK, (6, 3)), HintTaken(0, 0.0, Side.DARK, "play")]
    return view_of(asked)


def coach_hint() -> TableView:
    asked = [*after("20/9"), RollSeen(0, 0.0, Side.DARK, (6, 3)), HintTaken(0, 0.0, Side.DARK, "play")]
    return told(asked, CoachWords(plays=suggested(Side.DARK, SIX_THREE)))


CUBE = CubeJudged(0, Side.DARK, 1, "no double", 0.292, 0.040, 1.0, SIX_THREE[0].chances)


def coach_cube_hint() -> TableView:
    asked = [*after("20/9"), HintTaken(0, 0.0, Side.DARK, "cube")]
    return told(asked, CoachWords(text=cube_hint(CUBE, answering=False), facts=cube_facts(CUBE)))


def coach_cube() -> TableView:
    """A double that came too early, and its answer."""
    events = [*after("20/9"), Doubled(0, 0.0, Side.DARK, 2), Taken(0, 0.0, Side.LIGHT, 2)]
    verdicts: list[CoachVerdict] = []
    for judged in judged_decisions(fold(events)):
        assert isinstance(judged, JudgedCube)
        verb: CubeVerb = judged.verb
        said = cube_verdict(judged, Graded(replace(CUBE, verb=verb), WORTH))
        assert said
        verdicts.append(said)
    return told(events, CoachWords(verdicts=tuple(verdicts)))


def coach_again() -> TableView:
    """The play is made again: the way back stands on the board."""
    events = after()
    lies = fold(events).position
    return replace(view_of([*events, Undone(0, 0.0, "Once more.", keeps_roll=True, again=True)]), seen=lies)


def coach_troubled() -> TableView:
    return told(after(), CoachWords(trouble="GNU Backgammon 1.07.001 no longer answers and was ended."))


COACH_TABLES = {
    made.__name__: made
    for made in (
        coach_mistake, coach_fine, coach_thinking, coach_hint, coach_cube_hint, coach_cube, coach_again, coach_troubled,
    )
}  # fmt: skip
