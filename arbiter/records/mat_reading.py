"""`.mat` match files: the reader. Every play goes through the rules; what breaks them is kept as illegal."""

from __future__ import annotations

import re

from arbiter.errors import ArbiterError, NotationError
from arbiter.plays import Dice
from arbiter.position import BAR, CHECKERS, OFF, Position, Side
from arbiter.records.mat import REMARK_CUBE, REMARK_UNSEEN
from arbiter.records.model import GameRecord, MatchHeader, MatchRecord
from arbiter.records.replay import Replay
from arbiter.rules import Rules
from arbiter.scoring import is_crawford

_HEADER = re.compile(r';\s*\[\s*(.+?)\s+"(.*)"\s*\]\s*$')
_LENGTH = re.compile(r"\s*(\d+)\s+points?\s+match\s*$", re.IGNORECASE)
_GAME = re.compile(r"\s*Game\s+(\d+)\s*$", re.IGNORECASE)
_SCORE = re.compile(r"\s*(\S.*?)\s*:\s*(\d+)\s+(\S.*?)\s*:\s*(\d+)\s*$")
_NUMBERED = re.compile(r"\s*\d+\)")
_CELL = re.compile(
    r"(?<![\d/])(?P<roll>[1-6][1-6]):|(?P<double>Doubles|Beavers|Raccoons)\b|(?P<answer>Takes|Drops)\b|(?P<wins>Wins)\b",
    re.IGNORECASE,
)
_VALUE = re.compile(r"=>\s*(\d+)")
_WINS = re.compile(r"Wins\s+(\d+)\s+point", re.IGNORECASE)
_ILLEGAL = re.compile(r"Illegal play\s*\((.*)\)", re.IGNORECASE)
_ONLY_LEFT = 15
"""A single cell that begins before this column is the left player's."""
_CUBE = re.compile(re.escape(REMARK_CUBE).replace(r"\{\}", r"(\d+)"))
_UNSEEN = re.compile(re.escape(REMARK_UNSEEN).replace(r"\{\}", r"(\d+)"))
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
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        try:
            reader.take(line.rstrip())
        except ArbiterError as error:
            raise NotationError(f"Line {number}: {error}") from error
    return reader.match()


class _Reader:
    """Line by line: header, length, then for each game its score line and numbered lines."""

    def __init__(self) -> None:
        self._header: dict[str, str] = {}
        self._comments: list[str] = []
        self._agreed: dict[str, bool] = {}
        self._cubes: dict[int, int] = {}
        self._unseen: set[tuple[int, int]] = set()
        self._rules: Rules | None = None
        self._names = ("", "")
        self._games: list[GameRecord] = []
        self._replay: Replay | None = None
        self._awaits_score = False

    def match(self) -> MatchRecord:
        if self._rules is None:
            raise NotationError('This is not a .mat file: no line says "N point match".')
        if not self._names[0]:
            raise NotationError("The .mat file holds no game.")
        self._close()
        header = MatchHeader(**self._header, comment="\n".join(self._comments))
        return MatchRecord(self._names, self._rules, tuple(self._games), header)

    def take(self, line: str) -> None:
        if not line.strip():
            return
        if line.lstrip().startswith(";"):
            self._comment(line.strip())
        elif self._rules is None:
            self._length(line)
        elif _GAME.match(line):
            self._close()
            self._awaits_score = True
        elif self._awaits_score:
            self._score(line, self._rules)
        elif self._replay is None:
            raise NotationError(f'"{line.strip()[:40]}" stands before the first game.')
        elif _NUMBERED.match(line) or _WINS.search(line):
            self._cells(line, self._replay)
        else:
            raise NotationError(f'"{line.strip()[:40]}" is neither a turn nor a result.')

    def _comment(self, line: str) -> None:
        found = _HEADER.match(line)
        if found is None:
            self._remark(line.lstrip("; "))
            return
        key, value = found[1].lower(), found[2]
        if key in _KEYS:
            self._header[_KEYS[key]] = value
        elif key in ("jacoby", "beaver", "crawford"):
            self._agreed[key] = value.lower() == "on"

    def _remark(self, text: str) -> None:
        """What our own writer has to add to the turns, or else a comment."""
        if cube := _CUBE.fullmatch(text):
            self._cubes[int(cube[1])] = int(cube[2])
        elif unseen := _UNSEEN.fullmatch(text):
            self._unseen.add((int(unseen[1]), int(unseen[2])))
        else:
            self._comments.append(text)

    def _length(self, line: str) -> None:
        found = _LENGTH.match(line)
        if found is None:
            raise NotationError(f'A .mat file begins with "N point match", not with "{line.strip()[:40]}".')
        length = int(found[1])
        usual = length == 0
        jacoby = self._agreed.get("jacoby", usual)
        self._rules = Rules(
            length=length,
            jacoby=None if jacoby == usual else jacoby,
            crawford=self._agreed.get("crawford", True),
            beavers=self._agreed.get("beaver", False),
        )

    def _score(self, line: str, rules: Rules) -> None:
        found = _SCORE.match(line)
        if found is None:
            raise NotationError(f'The two names with their scores are expected, not "{line.strip()[:40]}".')
        self._names = (found[1].split(",")[0], found[3].split(",")[0])
        score = (int(found[2]), int(found[4]))
        played = any(game.crawford for game in self._games)
        cube = max(self._cubes.get(len(self._games) + 1, 1), 1)
        crawford = rules.length > 1 and is_crawford(rules, score, played)
        self._replay = Replay(rules, GameRecord(score, crawford=crawford, cube=cube))
        self._awaits_score = False

    def _close(self) -> None:
        if self._replay is not None:
            self._games.append(self._replay.game())
            self._replay = None

    # ------------------------------------------------------------------ turns

    def _cells(self, line: str, replay: Replay) -> None:
        # what stands in parentheses (an illegal play's board, with names) holds no cells
        masked = re.sub(r"\([^)]*\)", lambda found: "#" * len(found[0]), line)
        starts = list(_CELL.finditer(masked))
        if not starts:
            raise NotationError(f'"{line.strip()[:40]}" holds no roll, cube action or result.')
        ends = [found.start() for found in starts[1:]] + [len(line)]
        for place, (found, end) in enumerate(zip(starts, ends, strict=True)):
            side = Side.DARK if place else _side_of_first(line, found.start(), alone=len(starts) == 1)
            self._cell(found, side, line[found.start() : end].strip(), replay)

    def _cell(self, found: re.Match[str], side: Side, text: str, replay: Replay) -> None:
        if found["roll"]:
            dice = (int(found["roll"][0]), int(found["roll"][1]))
            self._turn(side, dice, text[3:].strip(), replay)
        elif found["double"]:
            value = _VALUE.search(text)
            replay.double(side, int(value[1]) if value else None)
        elif found["answer"]:
            replay.answer(side, "take" if found["answer"].lower() == "takes" else "drop")
        else:
            points = _WINS.match(text)
            if points is None:
                raise NotationError(f'"{text}" does not say how many points.')
            replay.wins(side, int(points[1]))

    def _turn(self, side: Side, dice: Dice, text: str, replay: Replay) -> None:
        illegal = _ILLEGAL.match(text)
        if illegal:
            replay.put(side, dice, _illegal_board(illegal[1], side))
        elif set(text) != {"?"}:  # XG's question marks: resigned after the roll
            replay.play(side, dice, text)
            if (len(self._games) + 1, len(replay.game().actions)) in self._unseen:
                replay.unseen()


def _side_of_first(line: str, start: int, alone: bool) -> Side:
    """The first cell is the left one, unless it stands alone far to the right."""
    if not alone:
        left = line[:start].split(")", 1)[-1]
        return Side.DARK if len(left) > _ONLY_LEFT else Side.LIGHT
    return Side.DARK if start >= _ONLY_LEFT and "  " in line[_ONLY_LEFT - 1 : start] else Side.LIGHT


def _illegal_board(fields_text: str, side: Side) -> Position:
    """The board that an illegal play left, from its 40 fields in the next player's view."""
    fields = fields_text.rstrip(";").split(";")
    if len(fields) != 40:
        raise NotationError(f"An illegal play has 40 fields, not {len(fields)}.")
    try:
        bar, *points, next_bar = (int(field) for field in fields[12:38])
    except ValueError:
        raise NotationError("An illegal play's board must be numbers.") from None
    own = [0, *(max(count, 0) for count in points), next_bar]
    other = [0, *(max(-count, 0) for count in reversed(points)), bar]
    for row in (own, other):
        row[OFF] = CHECKERS - sum(row)
        if min(row) < 0 or row[BAR] > CHECKERS:
            raise NotationError("An illegal play's board has too many checkers.")
    light, dark = (own, other) if side is Side.DARK else (other, own)
    return Position(tuple(light), tuple(dark))
