"""Lists of positions that people paste or load: bounded, each line named where it is no exercise."""

from __future__ import annotations

import re
from dataclasses import dataclass

from arbiter.message import Message
from bookgammon.errors import StudyError
from bookgammon.study.exercise import Exercise, exercise_of
from outside.sentences import plain

MOST_EXERCISES = 500
"""In one list."""
MOST_NAMED = 3
"""Lines that are named where they cannot be used."""
_XGID = re.compile(r"XGID=\S+|(?<!\S)[-A-Oa-o]{26}:\S+")


@dataclass(frozen=True, slots=True)
class ReadList:
    """exercises: each once, in their order. faults: what cannot be used, a sentence each, the first few."""

    exercises: tuple[Exercise, ...]
    faults: tuple[str, ...]


def read_list(text: str) -> ReadList:
    """All XGIDs of a text, whatever stands around them. Raises StudyError where none can be used, or too many are."""
    found: dict[str, Exercise] = {}
    faults: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        for xgid in _XGID.findall(line):
            if len(found) > MOST_EXERCISES:
                break
            try:
                exercise = exercise_of(xgid)
            except StudyError as error:
                faults.append(Message("Line {number}: {fault}", number=number, fault=plain(str(error))))
            else:
                found.setdefault(exercise.xgid, exercise)
    if len(found) > MOST_EXERCISES:
        raise StudyError(Message("A list has at most {most} positions: load it in parts.", most=MOST_EXERCISES))
    if not found:
        raise StudyError(faults[0] if faults else Message("There is no XGID in it: each begins with XGID=."))
    return ReadList(tuple(found.values()), _first(faults))


def _first(faults: list[str]) -> tuple[str, ...]:
    more = len(faults) - MOST_NAMED
    if more <= 0:
        return tuple(faults)
    rest = Message.counted("{count} more line cannot be used.", "{count} more lines cannot be used.", more)
    return (*faults[:MOST_NAMED], rest)
