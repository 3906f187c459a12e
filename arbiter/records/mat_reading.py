"""`.mat` match files: the reader. Every play goes through the rules; what breaks them is kept as illegal.

A file may hold several matches, each with its own length line and header. A game whose players are others than those of
the game before belongs to no match that was begun, and is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from unicodedata import category

from arbiter.errors import ArbiterError, NotationError
from arbiter.message import Message
from arbiter.plays import RollSource
from arbiter.position import START, Position, Side
from arbiter.records.mat import (
    CUBE_PLACES,
    REMARK_CUBE,
    REMARK_NOTE,
    REMARK_NOTE_ON,
    REMARK_SOURCE,
    REMARK_TAKEN_UP,
    REMARK_UNSEEN,
)
from arbiter.records.mat_cells import Cell, read_cells
from arbiter.records.model import MOST_GAMES, NOT_READ, GameRecord, MatchHeader, MatchRecord
from arbiter.records.replay import Replay
from arbiter.records.score_line import points as points_of
from arbiter.records.score_line import read_score_line
from arbiter.rules import STARTS, Rules
from arbiter.scoring import is_crawford

LONGEST_LINE = 1000
"""Characters. A numbered line of two plays has about 70, one with the board of an illegal play 200."""
_LINE_END = re.compile(r"\r\n?|\n")
_LENGTH = re.compile(
    r"(?:(\d{1,9})\s+points?\s+match|unlimited\s+(?:match|session)|money\s+(?:match|session|game))",
    re.ASCII | re.IGNORECASE,
)
_GAME = re.compile(r"Game\s+(\d{1,9})", re.ASCII | re.IGNORECASE)
_REMARKS = (";", "#")
_ON = ("on", "true", "yes", "1")
_LONG = 6
_NO_LIMIT = 1024
"""The limit of the cube that other programs name where there is none."""
_CUBE = re.compile(re.escape(REMARK_CUBE).replace(r"\{\}", r"(\d{1,9})"))
_UNSEEN = re.compile(re.escape(REMARK_UNSEEN).replace(r"\{\}", r"(\d{1,9})"))
_SOURCE = re.compile(re.escape(REMARK_SOURCE).replace(r"\{\}", r"(\d{1,9})", 2).replace(r"\{\}", "(.+)"))
_TAKEN_UP = re.compile(re.escape(REMARK_TAKEN_UP).replace(r"\{\}", r"(\d{1,9})", 2).replace(r"\{\}", "(.+)"))
_NOTE = re.compile(re.escape(REMARK_NOTE).replace(r"\{\}", r"(\d{1,9})", 2).replace(r"\{\}", "(.*)"))
_NOTE_ON = re.compile(re.escape(REMARK_NOTE_ON).replace(r"\{\}", r"(\d{1,9})", 2).replace(r"\{\}", "(.*)"))
_OWNERS = {words: side for side, words in CUBE_PLACES.items()}
_SOURCES = {words: source for source, words in NOT_READ.items()}
_WORTH = {"": 1, "single": 1, "gammon": 2, "backgammon": 3}
"""Of a game that is resigned, times the cube."""
_KEYS = {
    "event": "event",
    "round": "round",
    "site": "place",
    "eventdate": "date",
    "transcriber": "transcriber",
}


def read_mat(text: str) -> MatchRecord:
    """Read a file with one match. Raises NotationError as `read_mats` does, and where there are several."""
    found = read_mats(text)
    if len(found) > 1:
        raise NotationError(Message("The file holds {count} matches: read them with read_records.", count=len(found)))
    return found[0]


def read_mats(text: str) -> tuple[MatchRecord, ...]:
    """Read all matches of a file; at least one.

    Raises NotationError naming the line, for text that is no .mat file or cannot have been.
    """
    lines = [plain_line(line) for line in _LINE_END.split(text.removeprefix("\ufeff"))]
    found: list[MatchRecord] = []
    reader = _Reader()
    for begin, length, end in _pieces(lines):
        goes_on = bool(begin) and reader.goes_on(lines[length:end])
        if begin and not goes_on:
            found.append(reader.match())
            reader = _Reader()
        for number in range(length + 1 if goes_on else begin, end):
            try:
                reader.take(lines[number])
            except ArbiterError as error:
                raise NotationError(Message("Line {number}: {error}", number=number + 1, error=error)) from error
    return (*found, reader.match())


def _pieces(lines: list[str]) -> Iterator[tuple[int, int, int]]:
    """Each match: where its header begins, its length line, and where the next one begins."""
    lengths = [number for number, line in enumerate(lines) if _LENGTH.fullmatch(line.strip())]
    begins = [0]
    for length in lengths[1:]:
        begin = length
        while begin > begins[-1] + 1 and (not lines[begin - 1].strip() or lines[begin - 1].lstrip()[0] in _REMARKS):
            begin -= 1
        begins.append(begin)
    yield from zip(begins, lengths or [0], [*begins[1:], len(lines)], strict=True)


def plain_line(line: str) -> str:
    """With plain blanks, and without invisible characters."""
    if line.isascii():
        return line
    return "".join(
        " " if kind == "Zs" else letter
        for letter, kind in ((letter, category(letter)) for letter in line)
        if kind != "Cf"
    )


class _Reader:
    """Line by line: header, length, then for each game its score line and numbered lines."""

    def __init__(self) -> None:
        self._header: dict[str, str] = {}
        self._comments: list[str] = []
        self._agreed: dict[str, bool] = {}
        self._cube_limit = 0
        self._cubes: dict[int, int] = {}
        self._unseen: set[tuple[int, int]] = set()
        self._sources: dict[tuple[int, int], RollSource] = {}
        self._taken_up: dict[int, Side | None] = {}
        self._notes: dict[tuple[int, int], list[str]] = {}
        self._rules: Rules | None = None
        self._named = ["", ""]
        self._names = ("", "")
        self._games: list[GameRecord] = []
        self._replay: Replay | None = None
        self._awaits_score = False
        self._crawford_played = False
        self._lost: Cell | None = None
        self._resigned: Cell | None = None
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
        if text.startswith(_REMARKS):
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
        body = line.lstrip(";# \t")
        key, quote, value = body[1:-1].strip().partition('"')
        if not (body.startswith("[") and body.endswith("]") and quote and value.endswith('"')):
            self._remark(body)
            return
        key, value = key.strip().lower(), value[:-1]
        if key in _KEYS:
            self._header[_KEYS[key]] = value
        elif key in ("jacoby", "beaver", "crawford"):
            self._agreed[key] = value.strip().lower() in _ON
        elif key in ("player 1", "player 2"):
            self._named[key == "player 2"] = value.strip()
        elif key == "cubelimit":
            limit = value.strip()
            self._cube_limit = int(limit) if limit.isascii() and limit.isdecimal() and len(limit) < _LONG else 0
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
        elif note := _NOTE.fullmatch(text):
            self._notes.setdefault((int(note[1]), int(note[2])), []).append(note[3])
        elif (more := _NOTE_ON.fullmatch(text)) and (lines := self._notes.get((int(more[1]), int(more[2])))):
            lines[-1] = f"{lines[-1]} {more[3]}"
        elif (begun := _TAKEN_UP.fullmatch(text)) and begun[3] in _OWNERS:
            self._cubes[int(begun[1])] = int(begun[2])
            self._taken_up[int(begun[1])] = _OWNERS[begun[3]]
        else:
            self._comments.append(text)

    def _length(self, text: str) -> None:
        found = _LENGTH.fullmatch(text)
        if found is None:
            raise NotationError(
                Message('A .mat file begins with "N point match", not with "{text}".', text=text[:40])
            )
        length = points_of(found[1] or "0")
        usual = length == 0
        jacoby = self._agreed.get("jacoby", usual)
        self._rules = Rules(
            length=length,
            jacoby=None if jacoby == usual else jacoby,
            crawford=self._agreed.get("crawford", True),
            beavers=self._agreed.get("beaver", False),
            cube_limit=self._cube_limit if self._cube_limit < _NO_LIMIT else 0,
        )

    # ------------------------------------------------------------------ games

    def goes_on(self, lines: list[str]) -> bool:
        """Whether a length line, the first of these, says again what is being read: some write it for each game."""
        length, *rest = [line.strip() for line in lines if line.strip() and line.lstrip()[0] not in _REMARKS][:3]
        found, game = _LENGTH.fullmatch(length), _GAME.fullmatch(rest[0]) if rest else None
        if self._rules is None or found is None or game is None or int(game[1]) < 2 or len(rest) < 2:
            return False
        self._close()
        try:
            line = read_score_line(rest[1], self._known, self._expected)
        except NotationError:
            return False
        same = points_of(found[1] or "0") == self._rules.length
        return same and (line.names, line.score) == (self._names, self._expected)

    @property
    def _known(self) -> tuple[str, str]:
        return self._named[0], self._named[1]

    @property
    def _expected(self) -> tuple[int, int]:
        """The score that follows from the games so far."""
        return MatchRecord(("", ""), Rules(), tuple(self._games[-1:])).score

    def _score(self, text: str, rules: Rules) -> None:
        line = read_score_line(text, self._known, self._expected)
        names, score = line.names, line.score
        if self._games and names != self._names:
            raise NotationError(
                Message("The players are others than in the game before; no line says that another match begins.")
            )
        self._names = names
        self._settle(score)
        cube = max(self._cubes.get(len(self._games) + 1, 1), 1)
        crawford = is_crawford(rules, score, self._crawford_played)
        self._crawford_played = self._crawford_played or crawford
        self._replay = Replay(rules, GameRecord(score, crawford=crawford, cube=cube, start=self._start))
        self._awaits_score = False

    def _close(self) -> None:
        """End the game. "Losses" counts only without a "Wins": its column is not always the loser's."""
        if self._replay is not None:
            replay, lost, resigned = self._replay, self._lost, self._resigned
            if resigned and not replay.over:
                replay.wins(resigned.side.other, resigned.number or replay.cube * _WORTH[resigned.text])
            if lost and not replay.over:
                replay.wins(lost.side.other, lost.number or 0)
            self._lost = None
            self._games.append(self._noted(replay.game()))
            self._replay = None

    def _noted(self, game: GameRecord) -> GameRecord:
        """With what people wrote to its turns."""
        if not self._notes:
            return game
        actions = tuple(
            replace(action, note="\n".join(self._notes.get((len(self._games) + 1, turn), ())))
            for turn, action in enumerate(game.actions, start=1)
        )
        return replace(game, actions=actions)

    def _settle(self, score: tuple[int, int]) -> None:
        """What a game was resigned for, where only the next one's score says it."""
        resigned, self._resigned = self._resigned, None
        if resigned is None or resigned.number or resigned.text or not self._games:
            return
        last = self._games[-1]
        gained = [now - before for now, before in zip(score, last.score, strict=True)]
        won, lost = gained if resigned.side is Side.DARK else gained[::-1]
        if last.result and won > 0 and lost == 0:
            self._games[-1] = replace(last, result=replace(last.result, points=won))

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
            self._resigned = None
        elif cell.kind == "loses":
            self._lost = cell
        elif cell.kind == "resigns":
            self._resigned = cell
        elif cell.kind == "double":
            replay.double(cell.side, cell.number)
        elif cell.kind in ("take", "drop"):
            replay.answer(cell.side, "take" if cell.kind == "take" else "drop")
        elif cell.dice is not None:
            if cell.board is not None and not replay.actions and len(self._games) + 1 in self._taken_up:
                self._set_board(cell.board, replay.game())
            elif cell.board is not None:
                replay.put(cell.side, cell.dice, cell.board)
            else:
                replay.resign_after_roll(cell.side, cell.dice)

    def _set_board(self, board: Position, game: GameRecord) -> None:
        """The first turn of a game that was taken up in its middle, which nobody played."""
        begun = replace(game, start=board, owner=self._taken_up[len(self._games) + 1])
        if self._rules is not None:
            self._replay = Replay(self._rules, begun)
