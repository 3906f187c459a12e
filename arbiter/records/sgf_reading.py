"""SGF match files (FF[4], GM[6]): the reader. Variations, analyses and statistics are passed over."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise

from arbiter.errors import ArbiterError, NotationError
from arbiter.message import Message, side_word
from arbiter.notation import format_legs
from arbiter.plays import accepted_plays
from arbiter.position import BAR, CHECKERS, OFF, Position, Side
from arbiter.records.model import MOST_GAMES, NOT_READ, RESIGNS, GameRecord, MatchHeader, MatchRecord
from arbiter.records.replay import Replay
from arbiter.records.sgf import ROLL, UNSEEN
from arbiter.records.sgf_tree import Node, games
from arbiter.rules import Rules

_WANTED = frozenset(
    ("GM", "RU", "MI", "RE", "EV", "RO", "PC", "DT", "US", "GC", "PW", "PB", "W", "B", "PL", "DI", "C",
     "AE", "AW", "AB", "CV", "CP")
)  # fmt: skip
_SIDES = {"W": Side.LIGHT, "B": Side.DARK}
_TURN = re.compile(r"([1-6])([1-6])((?:[a-z]{2}){0,4})")
"""Two dice, and a pair of letters a checker: nobody moves more than four times in a turn."""
_RESULT = re.compile(r"([WB])\+(\d{1,9})(R?)", re.ASCII)
_MOST_DIGITS = 9


def read_sgf(text: str) -> MatchRecord:
    """Read a match. Raises NotationError naming game and turn, for text that is no backgammon SGF file."""
    records: list[GameRecord] = []
    agreed: set[str] = set()
    beavers = False
    root: Node = {}
    for nodes in games(text, _WANTED):
        number = len(records) + 1
        if not nodes:
            raise NotationError(Message("Game {number} of the SGF text holds nothing.", number=number))
        if not records:
            root = nodes[0]
        if _first(root, "GM") != "6":
            raise NotationError(Message("This SGF file is not a record of backgammon (GM[6])."))
        if number > MOST_GAMES:
            raise NotationError(Message("The SGF text has more than {most} games.", most=MOST_GAMES))
        ruleset = _first(nodes[0], "RU").split(":")
        records.append(_game(_rules(root, ruleset), number, nodes))
        agreed.update(ruleset)
        beavers = beavers or _beavered(nodes)
    if not records:
        raise NotationError(Message("This is not an SGF file: it holds no game."))
    names = (_first(root, "PW", "Light"), _first(root, "PB", "Dark"))
    return MatchRecord(names, replace(_rules(root, agreed), beavers=beavers), tuple(records), _header(root))


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
    game = GameRecord((info["ws"], info["bs"]), crawford="CrawfordGame" in _first(root, "RU"))
    game, rest = _beginning(game, nodes[1:])
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


def _beginning(game: GameRecord, nodes: list[Node]) -> tuple[GameRecord, list[Node]]:
    """The game with the board and cube that are set up before the first turn, and the nodes from there on."""
    for at, node in enumerate(nodes):
        if "W" in node or "B" in node or "DI" in node:
            return game, nodes[at:]
        if "AE" in node:
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
        if "AE" in following and "W" not in following and "B" not in following:
            replay.put(side, dice, _board(following))
        else:
            replay.play(side, dice, _notation(replay.position, side, dice, turn[3]))
        comment = _first(node, "C").splitlines()
        if UNSEEN in comment:
            replay.unseen()
        for source, words in NOT_READ.items():
            if ROLL.format(words) in comment:
                replay.rolled(source)


def _bare_roll(replay: Replay, node: Node) -> None:
    """A roll that nothing was played with."""
    colour, dice = _first(node, "PL"), _first(node, "DI")
    if colour in _SIDES and re.fullmatch("[1-6][1-6]", dice):
        play = replay.resign_after_roll if _first(node, "C") == RESIGNS else replay.no_play
        play(_SIDES[colour], (int(dice[0]), int(dice[1])))


def _notation(position: Position, side: Side, dice: tuple[int, int], letters: str) -> str:
    """Pairs of letters as a play in notation, with every stop and hit that follows from the rules."""
    pairs = [(_place(side, letters[at]), _place(side, letters[at + 1])) for at in range(0, len(letters), 2)]
    for start, end in pairs:
        if start == OFF or end == BAR or end >= start:
            raise NotationError(
                Message("The play {letters} runs backward or from off the board.", letters=repr(letters))
            )
    for play in accepted_plays(position, side, dice):
        if sorted((move.start, move.end) for move in play.moves) == sorted(pairs):
            return format_legs((move.start, move.end, move.hit) for move in play.moves)
    return format_legs((start, end, False) for start, end in pairs)


def _place(side: Side, letter: str) -> int:
    if letter == "z":
        return OFF
    number = ord(letter) - ord("a") + 1
    return BAR if number == BAR else number if side is Side.LIGHT else 25 - number


def _board(node: Node) -> Position:
    rows: list[tuple[int, ...]] = []
    for side, key in ((Side.LIGHT, "AW"), (Side.DARK, "AB")):
        row = [0] * 26
        for stone in node.get(key, []):
            if not re.fullmatch("[a-y]", stone):
                raise NotationError(
                    Message("The SGF sets a checker on {stone}, which is no point.", stone=repr(stone))
                )
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
