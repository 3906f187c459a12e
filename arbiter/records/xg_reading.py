"""`.xg` match files of eXtreme Gammon: the reader. Its analysis is passed over, comments become notes.

Source: XG's maker's public description of the format. Every value that the rules can check is checked: a board before
a turn that is not the one the turns so far have left, a cube or a score that does not follow, is refused with its turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta
from struct import Struct

from arbiter.errors import ArbiterError, NotationError
from arbiter.message import Message
from arbiter.plays import Dice, Play, accepted_plays
from arbiter.position import BAR, CHECKERS, OFF, Position, Side
from arbiter.records.model import MOST_GAMES, GameRecord, MatchHeader, MatchRecord
from arbiter.records.replay import Replay
from arbiter.records.xg_file import XgFile, open_xg
from arbiter.rules import STARTS, Rules
from arbiter.scoring import is_crawford
from arbiter.whole_roll import play_to

_MATCH, _GAME, _CUBE, _TURN, _GAME_END, _MATCH_END = range(6)
_KIND = 8
_INT, _INTS, _DOUBLE, _BOARD = Struct("<i"), Struct("<ii"), Struct("<d"), Struct("<26b")
_UNLIMITED = 99_999
_NO_LIMIT = 10
"""The limit of the cube, as a power of two, where there is none."""
_VARIATIONS = ("backgammon", "nackgammon", "hypergammon", "longgammon")
_SIDES = {1: Side.LIGHT, -1: Side.DARK}
_DOUBLED = 1
_PASSED, _TAKEN, _BEAVERED = 0, 1, 2
_HIGHEST = 30
_DAY_ZERO = date(1899, 12, 30)
_MOST_DAYS = 100_000
_WIDE = 129
"""Letters of two bytes that a text has room for."""


def read_xg(content: bytes) -> MatchRecord:
    """Read a match. Raises NotationError, naming game and entry, for content that is none or cannot have been."""
    file = open_xg(content)
    if not file.records or file.records[0][_KIND] != _MATCH:
        raise NotationError(Message("This .xg file holds no match."))
    head, *rest = file.records
    rules = _rules(head)
    games: list[GameRecord] = []
    score = None
    for number, records in enumerate(_by_game(rest), start=1):
        if number > MOST_GAMES:
            raise NotationError(Message("The .xg file has more than {most} games.", most=MOST_GAMES))
        crawfords = any(game.crawford for game in games)
        game = _Game(file, rules, head, records, score, crawford_played=crawfords).read(number)
        games.append(game)
        score = MatchRecord(("", ""), rules, (game,)).score
    if not games:
        raise NotationError(Message("This .xg file holds no game."))
    names = (_text(head, 880, 9) or "Light", _text(head, 1138, 50) or "Dark")
    header = MatchHeader(
        event=_text(head, 622, 136),
        round=_text(head, 1654, None),
        place=_text(head, 1396, None),
        date=_date(_DOUBLE.unpack_from(head, 128)[0]),
        comment=_comment(file, head, 576),
    )
    return MatchRecord(names, rules, tuple(games), header)


def _rules(head: bytes) -> Rules:
    length, variation = _INTS.unpack_from(head, 92)
    length = 0 if length == _UNLIMITED else length
    if not 0 <= length <= 32767:
        raise NotationError(Message("A match has at most {most} points, not {points}.", most=32767, points=length))
    if not 0 <= variation < len(_VARIATIONS):
        raise NotationError(
            Message('The variation "{name}" is played by other rules, or begins elsewhere.', name=variation)
        )
    limit = _int(head, 612)
    jacoby = bool(head[101])
    return Rules(
        length=length,
        crawford=bool(head[100]) or length <= 1,
        jacoby=None if jacoby == (length == 0) else jacoby,
        beavers=bool(head[102]) and not length,
        cube_limit=2**limit if 0 <= limit < _NO_LIMIT and _int(head, 552) >= _LIMITED_FROM else 0,
    )


_LIMITED_FROM = 8
"""Version of the format from which on it tells the limit of the cube."""


def _by_game(records: Sequence[bytes]) -> Iterator[list[bytes]]:
    """Each game's records, its header first."""
    game: list[bytes] = []
    for record in records:
        if record[_KIND] in (_GAME, _MATCH_END) and game:
            yield game
            game = []
        if record[_KIND] == _GAME or (game and record[_KIND] != _MATCH_END):
            game.append(record)
        elif record[_KIND] not in (_MATCH_END, _GAME_END):
            raise NotationError(Message("This .xg file has a turn before its first game."))
    if game:
        yield game


class _Game:
    """One game, turn by turn. score: as it must be; None for the first game, which may be taken up anywhere."""

    def __init__(
        self, file: XgFile, rules: Rules, head: bytes, records: list[bytes],
        score: tuple[int, int] | None, *, crawford_played: bool,
    ) -> None:  # fmt: skip
        self._file, self._rules, self._records = file, rules, records
        begin = records[0]
        said = _INTS.unpack_from(begin, 12)
        if (score is not None and said != score) or not all(0 <= points <= 32767 for points in said):
            raise NotationError(Message("The score before a game of the .xg file does not follow from the others."))
        start = _start(begin, STARTS[_VARIATIONS[_int(head, 96)]])
        crawford = is_crawford(rules, said, crawford_played)
        if bool(begin[20]) != crawford:
            raise NotationError(Message("The Crawford game of the .xg file is another than the score says (R55)."))
        self._replay = Replay(rules, GameRecord(said, crawford=crawford, start=start))
        self._notes: dict[int, str] = {}

    def read(self, number: int) -> GameRecord:
        for at, record in enumerate(self._records[1:], start=1):
            try:
                self._take(record)
            except ArbiterError as error:
                raise NotationError(
                    Message("Game {number}, entry {entry}: {error}", number=number, entry=at, error=error)
                ) from error
        game = self._replay.game()
        actions = tuple(
            replace(action, note=self._notes[at]) if at in self._notes else action
            for at, action in enumerate(game.actions)
        )
        return replace(game, actions=actions)

    def _take(self, record: bytes) -> None:
        before = len(self._replay.actions)
        kind = record[_KIND]
        if kind == _CUBE:
            self._cube(record)
        elif kind == _TURN:
            self._turn(record)
        elif kind == _GAME_END:
            self._end(record)
        note = _comment(self._file, record, {_CUBE: 292, _TURN: 2524}.get(kind))
        at = before if len(self._replay.actions) > before else before - 1
        if note and at >= 0:
            self._notes[at] = "\n".join(filter(None, (self._notes.get(at, ""), note)))

    def _cube(self, record: bytes) -> None:
        replay = self._replay
        if _int(record, 16) != _DOUBLED:
            return
        side, answer = _side(_int(record, 12)), _int(record, 20)
        self._same(record, 36, 32)
        replay.double(side)
        if answer == _BEAVERED:
            replay.double(side.other)
        elif answer in (_PASSED, _TAKEN):
            replay.answer(side.other, "take" if answer == _TAKEN else "drop")
        else:
            raise NotationError(Message("A double is answered by neither take nor drop."))

    def _turn(self, record: bytes) -> None:
        replay, side = self._replay, _side(_int(record, 64))
        dice = _dice(record)
        replay.accept_beaver(side)
        self._same(record, 9, 108)
        if not record[2308] and not any(_BOARD.unpack_from(record, 35)):
            replay.resign_after_roll(side, dice)
            return
        own, other = _rows(_BOARD.unpack_from(record, 35))
        after = Position(own, other) if side is Side.LIGHT else Position(other, own)
        play = play_to(after, replay.position, side, dice) or _searched(after, replay.position, side, dice)
        if play is not None:
            replay.made(side, dice, play)
        elif after == replay.position:
            replay.pass_against_the_rules(side, dice)
        else:
            replay.put(side, dice, after)

    def _same(self, record: bytes, board: int, cube: int) -> None:
        """Raises NotationError where board or cube before a turn are others than the turns so far have left."""
        if _rows(_BOARD.unpack_from(record, board)) != self._replay.position.rows:
            raise NotationError(Message("the board before it is not the one that the turns so far have left."))
        code = _int(record, cube)
        owner = None if code == 0 else Side.LIGHT if code > 0 else Side.DARK
        if (2 ** min(abs(code), _HIGHEST), owner) != (self._replay.cube, self._replay.owner):
            raise NotationError(Message("the cube before it is not the one that the turns so far have left."))

    def _end(self, record: bytes) -> None:
        replay, winner, points = self._replay, _int(record, 24), _int(record, 28)
        if winner == 0 or points <= 0:
            return  # broken off
        side = _side(winner)
        if not replay.over and replay.actions == ():
            raise NotationError(Message("a game is won in which nothing was played."))
        if replay.beaver_waits(side.other):
            replay.answer(side.other, "drop")
        replay.wins(side, points)
        light, dark = replay.game().score
        now = (light + points, dark) if side is Side.LIGHT else (light, dark + points)
        length = self._rules.length
        said = _INTS.unpack_from(record, 12)
        if any(min(a, length or a) != min(b, length or b) for a, b in zip(now, said, strict=True)):
            raise NotationError(Message("the score after it does not follow from its result."))


def _searched(after: Position, before: Position, side: Side, dice: Dice) -> Play | None:
    return next((play for play in accepted_plays(before, side, dice) if play.result == after), None)


def _start(record: bytes, usual: Position) -> Position:
    counts = _BOARD.unpack_from(record, 21)
    if not any(counts):
        return usual
    light, dark = _rows(counts)
    return Position(light, dark)


def _rows(counts: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The rows of whoever's positive counts these are, and of the other: index 0 is the other's bar, 25 one's own."""
    own = [0, *[count if count > 0 else 0 for count in counts[1:]]]
    other = [0, *[-count if count < 0 else 0 for count in counts[BAR - 1 :: -1]]]
    for row in (own, other):
        row[OFF] = CHECKERS - sum(row)
        if row[OFF] < 0:
            raise NotationError(Message("a side has more than {most} checkers.", most=CHECKERS))
    if counts[0] > 0 or counts[BAR] < 0:
        raise NotationError(Message("a checker stands on the other's bar."))
    return tuple(own), tuple(other)


def _dice(record: bytes) -> Dice:
    one, two = _INTS.unpack_from(record, 100)
    if not (1 <= one <= 6 and 1 <= two <= 6):
        raise NotationError(Message("dice of {first} and {second} cannot be.", first=one, second=two))
    return one, two


def _side(number: int) -> Side:
    if number not in _SIDES:
        raise NotationError(Message("it is of neither player."))
    return _SIDES[number]


def _int(record: bytes, at: int) -> int:
    found: int = _INT.unpack_from(record, at)[0]
    return found


def _comment(file: XgFile, record: bytes, at: int | None) -> str:
    number = -1 if at is None else _int(record, at)
    return file.comments[number] if 0 <= number < len(file.comments) else ""


def _text(record: bytes, wide: int, narrow: int | None) -> str:
    """Letters of two bytes, or where there are none those of one byte behind their count."""
    text = record[wide : wide + 2 * _WIDE].decode("utf-16-le", "replace").split("\0", 1)[0]
    if not text and narrow is not None:
        count = record[narrow]
        text = record[narrow + 1 : narrow + 1 + count].decode("cp1252", "replace")
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _date(days: float) -> str:
    if not 1 <= days <= _MOST_DAYS:
        return ""
    return (_DAY_ZERO + timedelta(days=int(days))).strftime("%Y.%m.%d")
