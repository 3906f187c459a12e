"""Drills at the simulated table, set up with mistakes: `python -m lab.campaigns.drills [DRILLS] [SEED]`.

Positions, rolls, cube decisions, mistakes and answers by lot. What is asked: while the board lies otherwise, each place
that differs is named with the right count and no other one; every answer is graded as GNU Backgammon grades the same
decision in a record that it analyses by itself; nothing is written into the match.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from arbiter.plays import Play, legal_plays
from arbiter.position import BAR, CHECKERS, OFF, START, Position, Side
from arbiter.records import CubeTurned, GameRecord, MatchRecord, Played
from arbiter.records.model import Action
from arbiter.rules import Rules
from arbiter.xgid import MatchPosition
from bookgammon.errors import StudyError
from bookgammon.plugins.gnubg.analysis.engine import find_engine
from bookgammon.plugins.gnubg.analysis.match_analysis import PLIES, analysed
from bookgammon.plugins.gnubg.analysis.model import CubeJudged, CubeVerb, PlayJudged
from bookgammon.plugins.study.exercise import Exercise, exercise_of
from bookgammon.plugins.study.setting_up import differences, sentence_of
from bookgammon.table.waiting import TALL
from tests.plugins.study.at_table import LEARNER, Studying

SEVERAL = 3
"""At most so many mistakes in one setting-up, one after the other put right."""
SAME = 5e-4
"""Equity by which two figures may differ that are printed with three digits."""
MATCH = 7


@dataclass
class Outcome:
    """What was done and found. piles: wrong places on which the camera cannot count, so that people are asked to.

    misread: rolls that it did not read, so that they were entered. answered: the exercise as it lay there, what was
    decided, and what that lost.
    """

    drills: int = 0
    wrong: int = 0
    unnamed: list[str] = field(default_factory=list)
    piles: int = 0
    misread: int = 0
    illegal: int = 0
    answered: list[tuple[Exercise, Position | CubeVerb, float]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


def exercises(lot: random.Random, many: int) -> Iterator[Exercise]:
    """Decisions of random games, one in five with the cube."""
    while many:
        position, side = START, lot.choice(list(Side))
        for _ in range(lot.randint(0, 60)):
            plays = legal_plays(position, side, (lot.randint(1, 6), lot.randint(1, 6)))
            position, side = lot.choice(plays).result, side.other
        dice = (lot.randint(1, 6), lot.randint(1, 6)) if lot.random() < 0.8 else None
        action = "D" if dice is None and lot.random() < 0.5 else None
        score = (lot.randint(0, MATCH - 2), lot.randint(0, MATCH - 2))
        at = MatchPosition(position, side, dice, score=score, length=MATCH, action=action)  # type: ignore[arg-type]  # one of the three
        try:
            yield exercise_of(Exercise(at).xgid)
        except StudyError:
            continue
        many -= 1


def spoilt(lot: random.Random, wanted: Position) -> Position:
    """The position with a few mistakes: a checker beside its place, left out, too many, or of the other colour."""
    rows = {side: list(wanted.row(side)) for side in Side}
    for _ in range(lot.randint(1, SEVERAL)):
        side = lot.choice(list(Side))
        row, other = rows[side], rows[side.other]
        start = lot.choice([place for place in range(1, BAR + 1) if row[place]] or [OFF])
        free = [place for place in range(1, 25) if not other[BAR - place]]
        end = lot.choice([place for place in free if abs(place - start) <= 2] or free)
        what = lot.choice(("beside", "left out", "too many"))
        if what != "too many" and start != OFF:
            row[start] -= 1
        if what != "left out" and sum(row[1:]) < CHECKERS:
            row[end] += 1
        row[OFF] = CHECKERS - sum(row[1:])
    return Position(tuple(rows[Side.LIGHT]), tuple(rows[Side.DARK]))


class Drills:
    """One learner who practises for many days."""

    def __init__(self, path: Path, seed: int, many: int) -> None:
        self.lot, self.many = random.Random(f"{seed} drills"), many
        self.day = datetime(2026, 1, 2, 20, tzinfo=UTC)
        self.one = Studying(path, seed, now=lambda: self.day)
        self.found = Outcome()
        texts = "\n".join(each.xgid for each in exercises(self.lot, many))
        self.one.service.add_list(LEARNER, "by lot", texts)

    def practise(self) -> Outcome:
        with self.one.service:
            self.one.service.begin(LEARNER, confirmed=True)
            while True:
                self._drill(self.one.exercise)
                self.found.drills += 1
                self.day += timedelta(days=1)
                if self.found.drills == self.many:
                    break
                self.one.service.act("next", "")
            self.one.service.act("stop", "")
        if self.one.kept:
            self.found.faults.append(f"the match was given {self.one.kept}")
        return self.found

    def _drill(self, exercise: Exercise) -> None:
        one, wanted = self.one, exercise.at.position
        there = spoilt(self.lot, wanted)
        if there != wanted:
            one.lay(there)
            self._named(there, exercise)
        one.lay(wanted)
        if exercise.decision == "play":
            self._plays(exercise)
        else:
            self._answers(exercise)

    def _named(self, there: Position, exercise: Exercise) -> None:
        wrong = differences(there, exercise.at.position, exercise.side)
        self.found.wrong += len(wrong)
        said, true = set(self.one.drill.steps), {str(sentence_of(each)) for each in wrong}
        rows = {side: (there.row(side), exercise.at.position.row(side)) for side in Side}
        tall = set()
        for each in wrong:
            own = each.point if each.side is exercise.side else BAR - (each.point or 0)
            if each.point and max(row[own or BAR] for row in rows[each.side]) > TALL:
                tall.add(str(sentence_of(each)))
        self.found.piles += len(tall)
        for sentence in (said ^ true) - tall:
            self.found.unnamed.append(f"{exercise.xgid}: {'not said' if sentence in true else 'said'}: {sentence}")

    def _plays(self, exercise: Exercise) -> None:
        one, dice = self.one, exercise.at.dice
        assert dice is not None
        plays = legal_plays(exercise.at.position, exercise.side, dice)
        play = self.lot.choice(plays)
        thrown = self.lot.random() < 0.8
        if thrown:
            one.throw(dice)
            thrown = one.drill.stage == "deciding"
            self.found.misread += not thrown
        if not thrown:
            one.service.act("without_dice", "")
        if self.lot.random() < 0.2 and (wrong := self._illegal(exercise, plays)):
            one.lay(wrong)
            if thrown:
                one.lift()
            self.found.illegal += 1
            if one.drill.stage != "deciding" or one.drill.detail.startswith(("That is", "Make")):
                self.found.faults.append(f"{exercise.xgid}: an illegal play passed: {one.drill.detail}")
            one.lay(play.result)
            one.rest(24)
        else:
            one.lay(play.result)
            if thrown:
                one.lift()
        if not thrown:
            one.service.act("made", "")
        self._graded(exercise, play.result)

    def _illegal(self, exercise: Exercise, plays: Sequence[Play]) -> Position | None:
        """A checker of the mover on a free point where no legal play leaves the board so."""
        position, side = exercise.at.position, exercise.side
        legal = {play.result for play in plays} | {position}
        own = [place for place in range(2, 25) if position.row(side)[place]]
        for start in self.lot.sample(own, len(own)):
            for end in range(start - 1, 0, -1):
                if not position.row(side.other)[BAR - end]:
                    row = list(position.row(side))
                    row[start] -= 1
                    row[end] += 1
                    moved = position.with_row(side, tuple(row))
                    if moved not in legal:
                        return moved
        return None

    def _answers(self, exercise: Exercise) -> None:
        verbs: tuple[CubeVerb, ...] = ("no double", "double") if exercise.decision == "double" else ("take", "drop")
        verb = self.lot.choice(verbs)
        self.one.service.act("cube", verb)
        self._graded(exercise, verb)

    def _graded(self, exercise: Exercise, answer: Position | CubeVerb) -> None:
        shown = self.one.graded()
        graded = self.one.grade
        if graded is None or shown.stage != "graded":
            self.found.faults.append(f"{exercise.xgid}: {shown.headline} {shown.detail}")
            return
        self.found.answered.append((exercise, answer, graded.decision.error))


def game_of(exercise: Exercise, answer: Position | CubeVerb) -> GameRecord:
    """The decision as the record of a game of its own, for GNU Backgammon to read and analyse."""
    at = exercise.at
    actions: tuple[Action, ...]
    if isinstance(answer, Position):
        actions = (Played(at.turn, at.dice, "", answer),)
    else:
        offered = CubeTurned(at.turn, "double", 2 * at.cube)
        actions = (offered, CubeTurned(at.turn.other, "drop" if answer == "drop" else "take", 2 * at.cube))
    return GameRecord(at.score, actions, None, at.crawford, at.cube, at.owner, at.position)


def compare(answered: Sequence[tuple[Exercise, Position | CubeVerb, float]]) -> list[str]:
    """What differs from the engine's own analysis of a match of these decisions, each a game."""
    games = tuple(game_of(exercise, answer) for exercise, answer, _ in answered)
    record = MatchRecord(("Ada", "Ben"), Rules(length=MATCH), games)
    *_, found = analysed(record, find_engine(), plies=PLIES, background=False, cores=1)
    faults = []
    for (exercise, answer, lost), game in zip(answered, found.games, strict=True):
        assert game is not None
        error = _error(game.decisions, answer)
        if error is None or abs(error - lost) > SAME:
            faults.append(f"{exercise.xgid}: {answer}: {lost} lost, in a match {error}")
    return faults


def _error(decisions: Sequence[object], answer: Position | CubeVerb) -> float | None:
    if isinstance(answer, Position):
        return next((each.error for each in decisions if isinstance(each, PlayJudged)), None)
    cube = {each.verb: each for each in decisions if isinstance(each, CubeJudged)}
    if answer == "no double" and (doubled := cube.get("double")):
        return max(0.0, min(doubled.double_take, doubled.double_drop) - doubled.no_double)
    return cube[answer].error if answer in cube else None


def main() -> None:
    many, seed = int((sys.argv[1:] or ["100"])[0]), int((sys.argv[2:] or ["4600"])[0])
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = Drills(Path(folder), seed, many).practise()
    differing = compare(found.answered)
    print(*found.unnamed, *found.faults, *differing, sep="\n")
    print(
        f"{found.drills} drills, {found.wrong} places wrong while set up, {found.piles} of them piles that the camera "
        f"cannot count, {len(found.unnamed)} sentences wrong or missing; {found.misread} rolls not read; "
        f"{found.illegal} illegal plays first; {len(found.answered)} answers graded, {len(differing)} otherwise than "
        f"in a match; {len(found.faults)} other faults; {time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}"
    )
    sys.exit(bool(found.unnamed or found.faults or differing))


if __name__ == "__main__":
    main()
