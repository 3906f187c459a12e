"""What a person at a table notes as they do it, over all lives of their program, so that it can be asked for later."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from arbiter.position import Position, Side

FILE = "notes.jsonl"
Turn = tuple[Side, Position]
Moment = tuple[int, int]
"""Game, and how many of its turns were over."""


@dataclass
class Notes:
    """Frames are the table's camera's, times the machine's.

    lives: frame at which each began. wrong: (frame at which a mirrored play lay there otherwise, frame at which that
    was pointed out). illegal: when a play against the rules came to lie there. turns: as they were played, those that
    were taken back too. made: when an own play was made for the program, shown: when one of the other's was to be put.
    """

    lives: list[int] = field(default_factory=list)
    wrong: list[tuple[int, int | None]] = field(default_factory=list)
    illegal: list[int] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    made: dict[Moment, float] = field(default_factory=dict)
    shown: dict[Moment, float] = field(default_factory=dict)


class Notebook:
    """Writes line by line: what was noted stays, whenever the program is killed."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE

    def life(self, frame: int) -> None:
        self._note("life", frame)

    def wrong(self, lay: int, seen: int | None) -> None:
        self._note("wrong", lay, seen)

    def illegal(self, frame: int) -> None:
        self._note("illegal", frame)

    def turn(self, turn: Turn) -> None:
        side, position = turn
        self._note("turn", side.value, position.light, position.dark)

    def made(self, moment: Moment) -> None:
        self._note("made", *moment, time.time())

    def shown(self, moment: Moment) -> None:
        self._note("shown", *moment, time.time())

    def _note(self, *words: object) -> None:
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(words) + "\n")


def notes_in(folder: Path) -> Notes:
    """What was noted in that folder so far."""
    notes, path = Notes(), folder / FILE
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for what, *words in map(json.loads, lines):
        _take(notes, what, words)
    return notes


def _take(notes: Notes, what: str, words: Sequence[Any]) -> None:
    match what, words:
        case "life", [frame]:
            notes.lives.append(frame)
        case "wrong", [lay, seen]:
            notes.wrong.append((lay, seen))
        case "illegal", [frame]:
            notes.illegal.append(frame)
        case "turn", [side, light, dark]:
            notes.turns.append((Side(side), Position(tuple(light), tuple(dark))))
        case "made", [game, turns, at]:
            notes.made.setdefault((game, turns), at)
        case "shown", [game, turns, at]:
            notes.shown.setdefault((game, turns), at)
