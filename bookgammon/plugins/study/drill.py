"""One exercise at the board, from setting it up to its answer: a frozen state, and what a look makes of it.

Pure: what is seen and what is tapped goes in, the next state comes out.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from arbiter.message import Message
from arbiter.notation import format_play
from arbiter.plays import Play, accepted_plays
from arbiter.position import Position
from arbiter.verdict import Verdict, judge
from bookgammon.errors import StudyError
from bookgammon.plugins.gnubg.analysis.grading import Graded
from bookgammon.plugins.study.exercise import Exercise
from bookgammon.plugins.study.grading import CUBE_ANSWERS, Answer

Stage = Literal["setting up", "rolling", "deciding", "answered"]
"""Until the position lies there; until its dice do; until it is played or said; from then on, graded or not."""

STEADY_S = 0.6
"""For which the board has to lie as it does before anything follows from it."""
PUT_RIGHT_S = 2.0
"""The same where an illegal play is being put right without dice: a checker on its way may pass a legal play."""


@dataclass(frozen=True, slots=True)
class BoardRead:
    """The board as read while no hand was over it. dice: the faces of all dice in sight."""

    position: Position
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies on the board, and since when (in seconds of the frames) nobody has touched it; None: somebody does."""

    read: BoardRead | None = None
    since: float | None = None

    def after_frame(self, read: BoardRead | None, at: float) -> Lying:
        """After one more frame. read: None while something lies over the board."""
        if read is None:
            return replace(self, since=None)
        if read == self.read and self.since is not None:
            return self
        return Lying(read, at)

    def for_seconds(self, seconds: float, at: float) -> bool:
        return self.since is not None and at - self.since >= seconds


@dataclass(frozen=True, slots=True)
class Drill:
    """exercise: as it is to lie on the board. lying: what does. thrown: its dice lie there; lifting them ends the play.

    faulty: an illegal play was made with them. answer: what was decided; grade: what that was worth, once the engine
    has said so.
    """

    exercise: Exercise
    stage: Stage = "setting up"
    lying: Lying = Lying()
    thrown: bool = False
    faulty: bool = False
    answer: Answer | None = None
    grade: Graded | None = None

    @property
    def start(self) -> Position:
        return self.exercise.at.position

    @property
    def lies(self) -> Position | None:
        return self.lying.read.position if self.lying.read else None

    @property
    def plays(self) -> tuple[Play, ...]:
        """All that may be made."""
        at = self.exercise.at
        return _plays(at.position, self.exercise) if at.dice else ()

    @property
    def expected(self) -> tuple[Position, ...]:
        """Boards that are likely to lie there."""
        if self.stage == "deciding" and self.exercise.decision == "play":
            return (self.start, *(play.result for play in self.plays))
        return (self.start,)

    @property
    def laying(self) -> bool:
        """The position is being set up."""
        return self.stage in ("setting up", "rolling")

    @property
    def made(self) -> Play | None:
        """The legal play that lies on the board."""
        lies = self.lies
        if lies is None or lies == self.start:
            return None
        return next((play for play in self.plays if play.result == lies), None)

    @property
    def verdict(self) -> Verdict | None:
        """Why what lies there is no legal play; None where it is one, or nothing was played."""
        at, lies = self.exercise.at, self.lies
        if lies is None or lies == self.start or self.made or at.dice is None:
            return None
        return _verdict(at.position, self.exercise, lies)


def after_frame(drill: Drill, read: BoardRead | None, at: float) -> Drill:
    """After one more frame. read: None while something lies over the board. at: its time, in seconds."""
    drill = replace(drill, lying=drill.lying.after_frame(read, at))
    now = drill.lying.read
    if read is None or now is None:
        return drill
    if drill.laying and drill.lying.for_seconds(STEADY_S, at):
        return _set_up(drill, now)
    if drill.stage == "deciding" and drill.thrown and not now.dice:
        return _lifted(drill, at)
    return drill


def board_is_right(drill: Drill) -> Drill:
    """Somebody says that the position lies there, whatever is read."""
    return _ready(drill) if drill.stage == "setting up" else drill


def dice_entered(drill: Drill) -> Drill:
    """Somebody plays without laying the dice, and will say when the play is made."""
    return replace(drill, stage="deciding", thrown=False) if drill.stage == "rolling" else drill


def play_made(drill: Drill) -> Drill:
    """Somebody says that the play lies on the board. Raises StudyError where none does."""
    if drill.stage != "deciding" or drill.exercise.decision != "play":
        return drill
    if verdict := drill.verdict:
        raise StudyError(verdict.message)
    if drill.made is None:
        raise StudyError(Message("Nothing was played yet: make your play on the board first."))
    return replace(drill, stage="answered", answer=drill.made.result)


def play_named(drill: Drill, number: int) -> Drill:
    """Somebody names the play they made, as the camera reads another one. Raises StudyError where there is none."""
    if drill.stage != "deciding" or not 0 <= number < len(drill.plays):
        raise StudyError(Message("There is no such play."))
    return replace(drill, stage="answered", answer=drill.plays[number].result)


def cube_answered(drill: Drill, verb: str) -> Drill:
    """What is done with the cube. Raises StudyError where that is not asked."""
    answer = next((each for each in CUBE_ANSWERS[drill.exercise.decision] if each == verb), None)
    if answer is None or drill.stage == "answered":
        raise StudyError(Message("That is not what is to be decided."))
    return replace(drill, stage="answered", answer=answer)


def _set_up(drill: Drill, now: BoardRead) -> Drill:
    if now.position != drill.start:
        return replace(drill, stage="setting up")
    if drill.stage == "setting up":
        drill = _ready(drill)
    if drill.stage == "rolling" and not Counter(drill.exercise.at.dice) - Counter(now.dice):
        return replace(drill, stage="deciding", thrown=True)
    return drill


def _ready(drill: Drill) -> Drill:
    return replace(drill, stage="rolling" if drill.exercise.decision == "play" else "deciding")


def _lifted(drill: Drill, at: float) -> Drill:
    """No die lies there any more: the play is made, is put right, or nothing was played and the dice come back."""
    if not drill.lying.for_seconds(PUT_RIGHT_S if drill.faulty else STEADY_S, at):
        return drill
    if drill.lies == drill.start:
        return replace(drill, stage="rolling", thrown=False, faulty=False)
    if drill.made:
        return replace(drill, stage="answered", answer=drill.made.result)
    return replace(drill, faulty=True)


@dataclass(frozen=True, slots=True)
class PuttingBack:
    """After drills the match's own position is laid again. misread: as the camera reads it where people know better."""

    wanted: Position
    misread: Position | None = None
    lying: Lying = Lying()

    @property
    def lies(self) -> Position | None:
        return self.lying.read.position if self.lying.read else None

    @property
    def expected(self) -> tuple[Position, ...]:
        return (self.wanted, self.misread) if self.misread else (self.wanted,)

    def after_frame(self, read: BoardRead | None, at: float) -> PuttingBack:
        """After one more frame, as `seen` has it for a drill."""
        return replace(self, lying=self.lying.after_frame(read, at))

    def done(self, at: float) -> bool:
        return self.lies in self.expected and self.lying.for_seconds(STEADY_S, at)


@lru_cache(maxsize=4)
def _plays(position: Position, exercise: Exercise) -> tuple[Play, ...]:
    dice = exercise.at.dice
    return tuple(sorted(accepted_plays(position, exercise.side, dice), key=format_play)) if dice else ()


@lru_cache(maxsize=4)
def _verdict(position: Position, exercise: Exercise, lies: Position) -> Verdict | None:
    return judge(position, exercise.side, exercise.at.dice, lies) if exercise.at.dice else None
