"""What the board is used for during drills, beside the match that stands still. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.match.events import IntendedPlay
from arbiter.match.opponent_answers import decision_due
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.notation import format_play
from arbiter.plays import Dice
from arbiter.position import Position, Side
from bookgammon.plugins.gnubg.analysis.model import PlayJudged
from bookgammon.plugins.study.drill import Drill, PuttingBack
from bookgammon.plugins.study.grading import is_fine
from bookgammon.plugins.study.store import KeptExercise

GOING_ON = (Phase.TO_ROLL, Phase.DOUBLED)
"""Of a game whose board is lent to drills: between two turns."""
_IN_A_TURN = (Phase.MOVING, Phase.CORRECTING)
_ANY_ROLL: Dice = (1, 1)


@dataclass(frozen=True, slots=True)
class DrillSession:
    """A drill of somebody. kept: its exercise. again: when it comes again, once that is known.

    trouble: why it is not graded. note: what the learner wrote to the exercise.
    """

    learner: str
    kept: KeptExercise
    drill: Drill
    again: str = ""
    trouble: str = ""
    note: str = ""


def not_now(state: MatchState) -> str:
    """Why no drill can begin while the match stands so; empty where one can."""
    if state.phase in _IN_A_TURN:
        return Message("A turn is being played: finish it first.")
    if state.out_of_step or state.resignation:
        return Message("The table has a question open: answer it first.")
    if decision_due(state):
        return Message("The computer decides something just now: wait for it.")
    if state.phase in GOING_ON and state.rules.clock != "none" and not state.paused:
        return Message("The clock runs: pause it first.")
    return ""


def putting_back(state: MatchState) -> PuttingBack:
    return PuttingBack(state.lies, state.entered_board.seen if state.entered_board else None)


def lights_of(use: DrillSession | PuttingBack) -> MatchState:
    """A state by which the lights show what is to be moved, the roll to be played, or the better play."""
    if isinstance(use, PuttingBack):
        return _to_lay(use.lies, use.wanted, Side.LIGHT)
    drill, at, side = use.drill, use.drill.exercise.at, use.drill.exercise.side
    if drill.stage == "setting up":
        return _to_lay(drill.lies, drill.start, side)
    if drill.grade and not is_fine(drill.grade.decision.error) and isinstance(drill.grade.decision, PlayJudged):
        better = drill.grade.decision.candidates[0].play
        best = next((play for play in drill.plays if format_play(play) == better), None)
        return _to_lay(drill.lies, best.result if best else drill.start, side)
    if drill.stage == "deciding" and at.dice:
        return MatchState(phase=Phase.MOVING, player=side, position=drill.start, dice=at.dice)
    return MatchState(phase=Phase.TO_ROLL, player=side)


def _to_lay(lies: Position | None, wanted: Position, side: Side) -> MatchState:
    """As an opponent's play that is made for it: lit where checkers lie too many, and where they belong."""
    if lies is None or lies == wanted:
        return MatchState(phase=Phase.TO_ROLL, player=side)
    intended = IntendedPlay(0, 0.0, side, _ANY_ROLL, "", wanted)
    return replace(MatchState(phase=Phase.MOVING, player=side, position=lies), intended=intended)
