"""SGF match files (FF[4], GM[6]): the reader. Variations, analyses and statistics are passed over."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import pairwise

from arbiter.errors import ArbiterError, NotationError
from arbiter.message import Message, side_word
from arbiter.notation import format_legs
from arbiter.plays import accepted_plays
from arbiter.position import BAR, CHECKERS, OFF, START, Position, Side
from arbiter.records.mat_reading import plain_line
from arbiter.records.model import MOST_GAMES, NOT_READ, RESIGNS, GameRecord, MatchHeader, MatchRecord
from arbiter.records.replay import Replay
from arbiter.records.sgf import ILLEGAL, ROLL, UNSEEN
from arbiter.records.sgf_tree import Node, games
from arbiter.rules import STARTS, Rules
from arbiter.whole_roll import play_of_legs

_WANTED = frozenset(
    ("GM", "RU", "MI", "RE", "EV", "RO", "PC", "DT", "US", "GC", "PW", "PB", "W", "B", "PL", "DI", "C",
     "AE", "AW", "AB", "CV", "CP")
)  # fmt: skip
_SIDES = {"W": Side.LIGHT, "B": Side.DARK}
_TURN = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,4})")
"""Two dice, and a pair of letters a checker: nobody moves more than four times in a turn."""
_RESULT = re.compile(r"([WB])\+(\d{1,9})(R?)", re.ASCII)
_MOST_DIGITS = 9
_OURS = (RESIGNS, UNSEEN, *(ROLL.format(words) for words in NOT_READ.values()))
_POINTS = "abcdefghijklmnopqrstuvwx"
_STONES = re.compile("([a-y])(?::([a-y]))?")
_OTHER_STARTS = ("Nack", "Hyper", "Long")
_VARIATIONS = {
    "Nackgammon": STARTS["nackgammon"],
    "Hypergammon3": STARTS["hypergammon"],
    "Longgammon": STARTS["longgammon"],
}
"""As GNU Backgammon names the positions that games begin with."""


def read_sgf(text: str) -> MatchRecord:
    """Read a file with one match. Raises NotationError as `read_sgfs` does, and where there are several."""
    found = read_sgfs(text)
    if len(found) > 1:
        raise NotationError(Message("The file holds {count} matches: read them with read_records.", count=len(found)))
    return found[0]


def read_sgfs(text: str) -> tuple[MatchRecord, ...]:
    """Read all matches of a collection; at least one.

    Raises NotationError naming game and turn, for text that is no backgammon SGF file.
    """
    found: list[_Match] = []
    for number, nodes in enumerate(games(text, _WANTED), start=1):
        if not nodes:
            raise NotationError(Message("Game {number} of the SGF text holds nothing.", number=number))
        if number > MOST_GAMES:
            raise NotationError(Message("The SGF text has more than {most} games.", most=MOST_GAMES))
        if not found or not found[-1].goes_on(nodes[0]):
            if _first(nodes[0], "GM") != "6":
                raise NotationError(Message("This SGF file is not a record of backgammon (GM[6])."))
            found.append(_Match(nodes[0]))
        found[-1].take(number, nodes)
    if not found:
        raise NotationError(Message("This is not an SGF file: it holds no game."))
    return tuple(match.record() for match in found)


class _Match:
    """The games of one match; the first one's root says what it is."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._games: list[GameRecord] = []
        self._agreed: set[str] = set()
        self._beavers = False
        self._number = -1

    def goes_on(self, root: Node) -> bool:
        """Whether a game belongs to this match: the same players, its length, and a later number where it has one."""
        for key in ("PW", "PB"):
            if root.get(key, self._root.get(key)) != self._root.get(key):
                return False
        if _first(root, "GM", "6") != "6":
            return False
        info = _info(root)
        return "MI" not in root or (info["length"] == _info(self._root)["length"] and info["game"] > self._number)

    def take(self, number: int, nodes: list[Node]) -> None:
        ruleset = _first(nodes[0], "RU").split(":")
        self._games.append(_game(_rules(self._root, ruleset), number, nodes))
        self._agreed.update(ruleset)
        self._beavers = self._beavers or _beavered(nodes)
        self._number = _info(nodes[0])["game"] if "MI" in nodes[0] else self._number + 1

    def record(self) -> MatchRecord:
        names = (_name(self._root, "PW", "Light"), _name(self._root, "PB", "Dark"))
        rules = replace(_rules(self._root, self._agreed), beavers=self._beavers)
        return MatchRecord(names, rules, tuple(self._games), _header(self._root))


def _name(root: Node, key: str, default: str) -> str:
    return " ".join(plain_line(_first(root, key)).split()) or default


def _first(node: Node, key: str, default: str = "") -> str:
    return (node.get(key) or [default])[0]


# ------------------------------------------------------------------ the match


def _rules(root: Node, agreed: Collection[str]) -> Rules:
    length = _info(root)["length"]
    jacoby = "Jacoby" in agreed
    return Rules(
        length=length,
        crawford="Crawford" in agreed or length <= 1,
        jacoby=None if jacoby == (length == 0) else jacoby,
        cube_limit=1 if "NoCube" in agreed else 0,
    )


def _header(root: Node) -> MatchHeader:
    return MatchHeader(
        event=_first(root, "EV"),
        round=_first(root, "RO"),
        place=_first(root, "PC"),
        date=_first(root, "DT").replace("-", "."),
        transcriber=_first(root, "US"),
        comment=_first(root, "GC"),
    )


def _beavered(nodes: list[Node]) -> bool:
    """SGF does not say whether beavers are agreed; one that was given does."""
    verbs = [_first(node, "W") or _first(node, "B") for node in nodes]
    return any(pair == ("double", "double") for pair in pairwise(verbs))


def _info(root: Node) -> dict[str, int]:
    found = {"length": 0, "game": 0, "ws": 0, "bs": 0}
    for entry in root.get("MI", []):
        key, _, value = entry.partition(":")
        if key in found:
            found[key] = _number(value, "match information")
    return found


def _number(text: str, where: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        raise NotationError(
            Message("The SGF's {where} says {text}, which is no number.", where=where, text=repr(text[:20]))
        )
    return int(text)


def _game(rules: Rules, number: int, nodes: list[Node]) -> GameRecord:
    root, info = nodes[0], _info(nodes[0])
    ruleset = _first(root, "RU").split(":")
    game = GameRecord((info["ws"], info["bs"]), crawford="CrawfordGame" in ruleset, start=_usual_start(ruleset))
    game, rest = _beginning(game, nodes)
    replay = Replay(rules, game)
    for at, node in enumerate(rest):
        try:
            _apply(replay, node, rest[at + 1] if at + 1 < len(rest) else {})
        except ArbiterError as error:
            raise NotationError(
                Message("Game {number}, node {node}: {error}", number=number, node=at + 2, error=error)
            ) from error
    result = _RESULT.match(_first(root, "RE"))
    if result:
        replay.wins(_SIDES[result[1]], int(result[2]))
    return replay.game()


def _usual_start(ruleset: Collection[str]) -> Position:
    for word in ruleset:
        if word.startswith(_OTHER_STARTS) and word not in _VARIATIONS:
            raise NotationError(
                Message('The variation "{name}" is played by other rules, or begins elsewhere.', name=word[:40])
            )
    return next((_VARIATIONS[word] for word in ruleset if word in _VARIATIONS), START)


def _beginning(game: GameRecord, nodes: list[Node]) -> tuple[GameRecord, list[Node]]:
    """The game with the board and cube that are set up before the first turn, and the nodes from there on."""
    for at, node in enumerate(nodes):
        if "W" in node or "B" in node or "DI" in node:
            return game, nodes[at:]
        if _sets_board(node):
            game = replace(game, start=_board(node))
        if "CV" in node:
            game = replace(game, cube=max(_number(_first(node, "CV"), "cube"), 1))
        if "CP" in node:
            game = replace(game, owner=_SIDES.get(_first(node, "CP").upper()))
    return game, []


def _apply(replay: Replay, node: Node, following: Node) -> None:
    colour = next((key for key in ("W", "B") if key in node), None)
    if colour is None:
        _bare_roll(replay, node)
        return
    side, text = _SIDES[colour], _first(node, colour)
    if text == "double":
        replay.double(side)
    elif text in ("take", "drop"):
        replay.answer(side, "take" if text == "take" else "drop")
    else:
        turn = _TURN.fullmatch(text)
        if turn is None:
            raise NotationError(Message("{text} is neither a play nor a cube action.", text=repr(text[:40])))
        dice = (int(turn[1]), int(turn[2]))
        if _sets_board(following) and "W" not in following and "B" not in following:
            replay.put(side, dice, _board(following))
        else:
            _play(replay, side, dice, turn[3])
        comment = _first(node, "C").splitlines()
        if UNSEEN in comment:
            replay.unseen()
        for source, words in NOT_READ.items():
            if ROLL.format(words) in comment:
                replay.rolled(source)
    replay.noted(_note(node))


def _bare_roll(replay: Replay, node: Node) -> None:
    """A roll that nothing was played with."""
    colour, dice = _first(node, "PL"), _first(node, "DI")
    if colour in _SIDES and re.fullmatch("[1-6][1-6]", dice):
        play = replay.resign_after_roll if _first(node, "C").split("\n")[0] == RESIGNS else replay.no_play
        play(_SIDES[colour], (int(dice[0]), int(dice[1])))
        replay.noted(_note(node))


def _note(node: Node) -> str:
    """What people wrote to a turn: its comment without the lines that our own writer adds."""
    lines = _first(node, "C").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    while lines and (lines[0] in _OURS or lines[0].startswith(ILLEGAL)):
        lines = lines[1:]
    return "\n".join(lines).strip()


def _play(replay: Replay, side: Side, dice: tuple[int, int], letters: str) -> None:
    """Pairs of letters as a play, with every stop and hit that follows from the rules."""
    pairs = [(_place(side, letters[at]), _place(side, letters[at + 1])) for at in range(0, len(letters), 2)]
    for start, end in pairs:
        if start == OFF or end == BAR or end >= start:
            raise NotationError(
                Message("The play {letters} runs backward or from off the board.", letters=repr(letters))
            )
    if play := play_of_legs(pairs, replay.position, side, dice):
        replay.made(side, dice, play)
    else:
        replay.play(side, dice, _notation(pairs, replay.position, side, dice))


def _notation(pairs: list[tuple[int, int]], position: Position, side: Side, dice: tuple[int, int]) -> str:
    for play in accepted_plays(position, side, dice):
        if sorted((move.start, move.end) for move in play.moves) == sorted(pairs):
            return format_legs((move.start, move.end, move.hit) for move in play.moves)
    return format_legs((start, end, False) for start, end in pairs)


def _place(side: Side, letter: str) -> int:
    if letter == "z":
        return OFF
    number = ord(letter) - ord("a") + 1
    return BAR if number == BAR else number if side is Side.LIGHT else 25 - number


def _sets_board(node: Node) -> bool:
    return any(key in node for key in ("AE", "AW", "AB"))


def _board(node: Node) -> Position:
    """What a node sets up. Raises NotationError where it leaves part of the board as it was: whatever that is."""
    if not set(_POINTS) <= set(_letters(node.get("AE", []))):
        raise NotationError(Message("The SGF sets up a part of the board only, with no AE[a:y] before it."))
    rows: list[tuple[int, ...]] = []
    for side, key in ((Side.LIGHT, "AW"), (Side.DARK, "AB")):
        row = [0] * 26
        for stone in _letters(node.get(key, [])):
            row[_place(side, stone)] += 1
        if sum(row) > CHECKERS:
            raise NotationError(
                Message(
                    "The SGF sets {count} {side} checkers instead of {most}.",
                    count=sum(row),
                    side=side_word(side),
                    most=CHECKERS,
                )
            )
        row[OFF] = CHECKERS - sum(row)
        rows.append(tuple(row))
    return Position(rows[0], rows[1])


def _letters(values: list[str]) -> Iterator[str]:
    """The points of a list, one by one: `a:c` is a, b and c."""
    for value in values:
        found = _STONES.fullmatch(value)
        first, last = (found[1], found[2] or found[1]) if found else ("b", "a")
        if first > last:
            raise NotationError(
                Message("The SGF sets a checker on {stone}, which is no point.", stone=repr(value[:20]))
            )
        yield from (chr(code) for code in range(ord(first), ord(last) + 1))
