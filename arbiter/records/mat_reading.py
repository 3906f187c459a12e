"""`.mat` match files: the reader. Every play goes through the rules; what breaks them is kept as illegal."""

from __future__ import annotations

import re

from arbiter.errors import ArbiterError, NotationError
from arbiter.message import Message
from arbiter.plays import RollSource
from arbiter.position import START
from arbiter.records.mat import REMARK_CUBE, REMARK_SOURCE, REMARK_UNSEEN
from arbiter.records.mat_cells import Cell, read_cells
from arbiter.records.model import MOST_GAMES, NOT_READ, GameRecord, MatchHeader, MatchRecord
from arbiter.records.replay import Replay
from arbiter.rules import STARTS, Rules
from arbiter.scoring import is_crawford

LONGEST_LINE = 1000
"""Characters. A numbered line of two plays has about 70, one with the board of an illegal play 200."""
MOST_POINTS = 32767
"""Of a match and of a score: what other programs' identifiers have room for."""

_LINE_END = re.compile(r"\r\n?|\n")
_LENGTH = re.compile(r"(\d{1,9})\s+points?\s+match", re.ASCII | re.IGNORECASE)
_GAME = re.compile(r"Game\s+\d+", re.ASCII | re.IGNORECASE)
_FIRST_SCORE = re.compile(r":\s*(\d{1,9})(?=\s)", re.ASCII)
_LAST_SCORE = re.compile(r"\s*(\d{1,9})", re.ASCII)
_CUBE = re.compile(re.escape(REMARK_CUBE).replace(r"\{\}", r"(\d{1,9})"))
_UNSEEN = re.compile(re.escape(REMARK_UNSEEN).replace(r"\{\}", r"(\d{1,9})"))
_SOURCE = re.compile(re.escape(REMARK_SOURCE).replace(r"\{\}", r"(\d{1,9})", 2).replace(r"\{\}", "(.+)"))
_SOURCES = {words: source for source, words in NOT_READ.items()}
_KEYS = {
    "event": "event",
    "round": "round",
    "site": "place",
    "eventdate": "date",
    "transcriber": "transcriber",
}


def read_mat(text: str) -> MatchRecord:
    """Read a match. Raises NotationError naming the line, for text that is no .mat file or cannot have been."""
    reader = _Reader()
    for number, line in enumerate(_LINE_END.split(text.removeprefix("\ufeff")), start=1):
        try:
            reader.take(line)
        except ArbiterError as error:
            raise NotationError(Message("Line {number}: {error}", number=number, error=error)) from error
    return reader.match()


class _Reader:
    """Line by line: header, length, then for each game its score line and numbered lines."""

    def __init__(self) -> None:
        self._header: dict[str, str] = {}
        self._comments: list[str] = []
        self._agreed: dict[str, bool] = {}
        self._cubes: dict[int, int] = {}
        self._unseen: set[tuple[int, int]] = set()
        self._sources: dict[tuple[int, int], RollSource] = {}
        self._rules: Rules | None = None
        self._names = ("", "")
        self._games: list[GameRecord] = []
        self._replay: Replay | None = None
        self._awaits_score = False
        self._crawford_played = False
        self._lost: Cell | None = None
        self._start = START

    def match(self) -> MatchRecord:
        if self._rules is None:
            raise NotationError(Message('This is not a .mat file: no line says "N point match".'))
        self._close()
        if not self._games:
            raise NotationError(Message("The .mat file holds no game."))
        header = MatchHeader(**self._header, comment="\n".join(self._comments))
        return MatchRecord(self._names, self._rules, tuple(self._games), header)

    def take(self, line: str) -> None:
        if len(line) > LONGEST_LINE:
            raise NotationError(
                Message(
                    "A line of a .mat file has at most {most} characters, not {count}.",
                    most=LONGEST_LINE,
                    count=len(line),
                )
            )
        text = line.strip()
        if not text:
            return
        if text.startswith(";"):
            self._comment(text)
        elif self._rules is None:
            self._length(text)
        elif text[0] in "Gg" and _GAME.fullmatch(text):
            self._close()
            if len(self._games) == MOST_GAMES:
                raise NotationError(Message("A .mat file has at most {most} games.", most=MOST_GAMES))
            self._awaits_score = True
        elif self._awaits_score:
            self._score(text, self._rules)
        elif self._replay is None:
            raise NotationError(Message('"{text}" stands before the first game.', text=text[:40]))
        else:
            for cell in read_cells(line.rstrip().expandtabs()):
                self._apply(cell, self._replay)

    # ------------------------------------------------------------------ before the first game

    def _comment(self, line: str) -> None:
        body = line.lstrip("; \t")
        key, quote, value = body[1:-1].strip().partition('"')
        if not (body.startswith("[") and body.endswith("]") and quote and value.endswith('"')):
            self._remark(body)
            return
        key, value = key.strip().lower(), value[:-1]
        if key in _KEYS:
            self._header[_KEYS[key]] = value
        elif key in ("jacoby", "beaver", "crawford"):
            self._agreed[key] = value.lower() == "on"
        elif key == "variation":
            start = STARTS.get(value.strip().lower())
            if start is None:
                raise NotationError(
                    Message('The variation "{name}" is played by other rules, or begins elsewhere.', name=value[:40])
                )
            self._start = start

    def _remark(self, text: str) -> None:
        """What our own writer has to add to the turns, or else a comment."""
        if cube := _CUBE.fullmatch(text):
            self._cubes[int(cube[1])] = int(cube[2])
        elif unseen := _UNSEEN.fullmatch(text):
            self._unseen.add((int(unseen[1]), int(unseen[2])))
        elif (known := _SOURCE.fullmatch(text)) and known[3] in _SOURCES:
            self._sources[int(known[1]), int(known[2])] = _SOURCES[known[3]]
        else:
            self._comments.append(text)

    def _length(self, text: str) -> None:
        found = _LENGTH.fullmatch(text)
        if found is None:
            raise NotationError(
                Message('A .mat file begins with "N point match", not with "{text}".', text=text[:40])
            )
        length = _points(found[1])
        usual = length == 0
        jacoby = self._agreed.get("jacoby", usual)
        self._rules = Rules(
            length=length,
            jacoby=None if jacoby == usual else jacoby,
            crawford=self._agreed.get("crawford", True),
            beavers=self._agreed.get("beaver", False),
        )

    # ------------------------------------------------------------------ games

    def _score(self, text: str, rules: Rules) -> None:
        """`name : points` twice. A comma ends a name (a rating follows); a name may be empty."""
        first = _FIRST_SCORE.search(text)
        dark, colon, points = text[first.end() :].rpartition(":") if first else ("", "", "")
        last = _LAST_SCORE.fullmatch(points)
        if first is None or not colon or last is None:
            raise NotationError(
                Message('The two names with their scores are expected, not "{text}".', text=text[:40])
            )
        self._names = (_name(text[: first.start()]), _name(dark))
        score = (_points(first[1]), _points(last[1]))
        cube = max(self._cubes.get(len(self._games) + 1, 1), 1)
        crawford = is_crawford(rules, score, self._crawford_played)
        self._crawford_played = self._crawford_played or crawford
        self._replay = Replay(rules, GameRecord(score, crawford=crawford, cube=cube, start=self._start))
        self._awaits_score = False

    def _close(self) -> None:
        """End the game. "Losses" counts only without a "Wins": its column is not always the loser's."""
        if self._replay is not None:
            if self._lost and not self._replay.over:
                self._replay.wins(self._lost.side.other, self._lost.number or 0)
            self._lost = None
            self._games.append(self._replay.game())
            self._replay = None

    def _apply(self, cell: Cell, replay: Replay) -> None:
        if cell.kind == "play":
            replay.play(cell.side, cell.dice, cell.text)
            at = (len(self._games) + 1, len(replay.actions)) if self._unseen or self._sources else (0, 0)
            if at in self._unseen:
                replay.unseen()
            if at in self._sources:
                replay.rolled(self._sources[at])
        elif cell.kind == "wins":
            replay.wins(cell.side, cell.number or 0)
        elif cell.kind == "loses":
            self._lost = cell
        elif cell.kind == "double":
            replay.double(cell.side, cell.number)
        elif cell.kind in ("take", "drop"):
            replay.answer(cell.side, "take" if cell.kind == "take" else "drop")
        elif cell.dice is not None:
            if cell.board is not None:
                replay.put(cell.side, cell.dice, cell.board)
            else:
                replay.resign_after_roll(cell.side, cell.dice)


def _name(text: str) -> str:
    return text.split(",", 1)[0].strip()


def _points(digits: str) -> int:
    points = int(digits)
    if points > MOST_POINTS:
        raise NotationError(
            Message("A match has at most {most} points, not {points}.", most=MOST_POINTS, points=points)
        )
    return points
