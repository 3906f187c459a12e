"""One decision to be practised: a position with its match, and what is to be decided in it. Lists of them that people
paste or load are bounded, and each line is named where it is no exercise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from arbiter.errors import ArbiterError
from arbiter.match.beginnings import check_score
from arbiter.message import Message
from arbiter.plays import legal_plays
from arbiter.position import Position, Side
from arbiter.position_text import find_positions, parse_position
from arbiter.rules import Rules
from arbiter.scoring import double_refusal, finisher
from arbiter.xg_text import write_position
from arbiter.xgid import MatchPosition, format_xgid, parse_xgid
from bookgammon.errors import StudyError
from bookgammon.plugins.gnubg.analysis.decision_kinds import Decision, Kind, kind_of
from outside.sentences import plain

MOST_EXERCISES = 500
"""In one list."""
MOST_NAMED = 3
"""Lines that are named where they cannot be used."""


@dataclass(frozen=True, slots=True)
class Exercise:
    """at: as its XGID says it. Its turn is who is on roll, who has doubled where the other one answers."""

    at: MatchPosition

    @property
    def decision(self) -> Decision:
        if self.at.dice is not None:
            return "play"
        return "take" if self.at.action == "D" else "double"

    @property
    def side(self) -> Side:
        """Who decides."""
        return self.at.turn.other if self.decision == "take" else self.at.turn

    @property
    def kind(self) -> Kind:
        return kind_of(self.decision, self.at.position, self.side)

    @property
    def xgid(self) -> str:
        """Names it: light decides."""
        return format_xgid(self.decided_by(Side.LIGHT).at)

    def decided_by(self, side: Side) -> Exercise:
        """The same decision, with colours exchanged where the other side has it."""
        if side is self.side:
            return self
        at = self.at
        return Exercise(
            replace(
                at,
                position=Position(at.position.dark, at.position.light),
                turn=at.turn.other,
                owner=at.owner and at.owner.other,
                score=at.score[::-1],
            )
        )


def exercise_of(text: str) -> Exercise:
    """What an XGID, or whatever text one position stands in, asks. Raises StudyError where it asks nothing."""
    try:
        return exercise_at(parse_position(text))
    except ArbiterError as error:
        raise StudyError(str(error)) from error


def exercise_at(at: MatchPosition) -> Exercise:
    """What a position asks. Raises StudyError where it asks nothing."""
    found = Exercise(at)
    try:
        check_score(at.score, at.length)
    except ArbiterError as error:
        raise StudyError(str(error)) from error
    if fault := _fault(found):
        raise StudyError(fault)
    return found


def rules_of(at: MatchPosition) -> Rules:
    """As far as a position says which were agreed."""
    return Rules(length=at.length, jacoby=at.jacoby, beavers=at.beavers, cube_limit=at.max_cube)


def _fault(exercise: Exercise) -> str:
    """Why there is nothing to practise; empty where there is."""
    at = exercise.at
    if faults := at.position.faults():
        return Message("That position cannot be: {fault}.", fault=faults[0])
    if finisher(at.position):
        return Message("In that position the game is over.")
    if at.action not in (None, "D"):
        return Message("That position asks about a beaver, which is not practised here.")
    if at.dice is not None:
        return _play_fault(at, at.dice)
    if refused := double_refusal(rules_of(at), at.turn, at.cube, at.owner, crawford=at.crawford):
        return Message("Nothing is to be decided with the cube there: {reason}", reason=refused)
    return ""


def _play_fault(at: MatchPosition, dice: tuple[int, int]) -> str:
    if len(legal_plays(at.position, at.turn, dice)) > 1:
        return ""
    return Message("Nothing is to be decided there: {roll} leaves no choice.", roll="{}-{}".format(*dice))


@dataclass(frozen=True, slots=True)
class Listed:
    """An exercise of a list, with what the text says of it."""

    exercise: Exercise
    note: str = ""


@dataclass(frozen=True, slots=True)
class ReadList:
    """listed: each exercise once, in the order of the text. faults: what cannot be used, the first few sentences."""

    listed: tuple[Listed, ...]
    faults: tuple[str, ...]

    @property
    def exercises(self) -> tuple[Exercise, ...]:
        return tuple(each.exercise for each in self.listed)


def read_list(text: str) -> ReadList:
    """All positions of a text, however it holds them; one that the remarks to a drawn board name is none of them.

    Raises StudyError where none can be used, or too many are.
    """
    try:
        read = find_positions(text)
    except ArbiterError as error:
        raise StudyError(str(error)) from error
    found: dict[str, Listed] = {}
    faults = [(line, plain(str(error))) for line, error in read.refused]
    for position in sorted(read.positions, key=lambda each: each.line):
        try:
            exercise = exercise_at(position.at)
        except StudyError as error:
            faults.append((position.line, plain(str(error))))
        else:
            found.setdefault(exercise.xgid, Listed(exercise, position.note))
    if len(found) > MOST_EXERCISES:
        raise StudyError(Message("A list has at most {most} positions: load it in parts.", most=MOST_EXERCISES))
    named = [Message("Line {number}: {fault}", number=line, fault=fault) for line, fault in sorted(faults)]
    if not found:
        raise StudyError(named[0])
    return ReadList(tuple(found.values()), _first(named))


def exported(exercises: Sequence[Exercise], notes: Mapping[str, str]) -> str:
    """A text that `read_list` reads back: an XGID a line, then those with a note, each below its board.

    notes: by XGID.
    """
    plain_ones = [each.xgid for each in exercises if not notes.get(each.xgid)]
    noted = [write_position(parse_xgid(each.xgid), notes[each.xgid]) for each in exercises if notes.get(each.xgid)]
    return "".join(f"{each}\n" for each in plain_ones) + "".join(f"\n{each}" for each in noted)


def _first(faults: Sequence[str]) -> tuple[str, ...]:
    more = len(faults) - MOST_NAMED
    if more <= 0:
        return tuple(faults)
    rest = Message.counted("{count} more line cannot be used.", "{count} more lines cannot be used.", more)
    return (*faults[:MOST_NAMED], rest)
