"""What stands beside a drawn board: whose turn it is, dice, cube and score, in the programs' words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from arbiter.drawn_board import DrawnBoard
from arbiter.errors import IllegalPositionError, NotationError
from arbiter.message import Message
from arbiter.plays import Dice
from arbiter.position import Position, Side
from arbiter.xgid import MatchPosition

_AROUND = 12
"""Lines above and below a board in which it is described."""
_SIDES = {"X": Side.LIGHT, "O": Side.DARK}
_PLAYS = re.compile(r"\b([XO]) to (?:play|move)\b:? *(?:([1-6]) ?-? ?([1-6])\b)?")
_ROLLS = re.compile(r"\b([XO])(?: to roll| on roll|'s turn)\b")
_ROLLED = re.compile(r"\b[Rr]olled ([1-6])[- ]?([1-6])\b")
_ON_ROLL = re.compile(r"\bOn roll\b", re.IGNORECASE)
_CUBE = re.compile(r"\bCube: *(\d{1,5})(?:[, ]+([XO]) own)?")
_BOX = re.compile(r"^ *\| *(\d{1,5}) *\| *$")
_SCORE = re.compile(r"\bX: ?(\d{1,5}) +O: ?(\d{1,5})\b")
_LENGTH = re.compile(r"\b(\d{1,3})[- ]?(?:pt|point)")
_MOST_LOG = 15


def described(board: DrawnBoard, lines: Sequence[str]) -> MatchPosition:
    """The position of a board that no identifier goes with. X is light.

    Raises NotationError where nothing says whose turn it is, IllegalPositionError where the board cannot be.
    """
    x_row, o_row = board.rows()
    position = Position(x_row, o_row)
    for fault in position.faults():
        raise IllegalPositionError(Message("The board drawn cannot be: {fault}.", fault=fault))
    around = [*lines[max(0, board.first - _AROUND) : board.first], *lines[board.last + 1 : board.last + 1 + _AROUND]]
    turn, dice = _turn(board, around)
    cube, owner = _cube(board, around)
    score, length = _score(around)
    text = "\n".join(around)
    return MatchPosition(
        position=position,
        turn=turn,
        dice=dice,
        cube=cube,
        owner=owner,
        score=score,
        length=length,
        crawford=bool(length) and "crawford" in text.lower() and "post" not in text.lower(),
        jacoby=not length and "Jacoby" in text,
        beavers=not length and "Beaver" in text,
    )


def _turn(board: DrawnBoard, around: Sequence[str]) -> tuple[Side, Dice | None]:
    said: set[tuple[Side, Dice | None]] = set()
    for line in around:
        if plays := _PLAYS.search(line):
            said.add((_SIDES[plays[1]], (int(plays[2]), int(plays[3])) if plays[2] else None))
        elif rolls := _ROLLS.search(line):
            said.add((_SIDES[rolls[1]], None))
    middle = len(board.beside) // 2
    for number, text in enumerate(board.beside):
        side = Side.DARK if number < middle else Side.LIGHT
        if rolled := _ROLLED.search(text):
            said.add((side, (int(rolled[1]), int(rolled[2]))))
        elif _ON_ROLL.search(text):
            said.add((side, None))
    if len(said) > 1:
        raise NotationError(Message("A board is drawn, but two turns are named beside it."))
    if not said:
        raise NotationError(Message('A board is drawn, but whose turn it is is missing: "X to play 31", or an XGID.'))
    return said.pop()


def _cube(board: DrawnBoard, around: Sequence[str]) -> tuple[int, Side | None]:
    cube, owner = 1, None
    for line in (*around, *board.beside):
        if found := _CUBE.search(line):
            cube, owner = int(found[1]), _SIDES.get(found[2] or "")
    middle = len(board.beside) // 2
    for number, text in enumerate(board.beside):
        if box := _BOX.match(text):
            cube = int(box[1])
            owner = None if number == middle else Side.DARK if number < middle else Side.LIGHT
    if cube < 1 or cube & (cube - 1) or cube.bit_length() > _MOST_LOG:
        raise NotationError(Message("The cube beside the board cannot be {value}.", value=cube))
    return cube, owner


def _score(around: Sequence[str]) -> tuple[tuple[int, int], int]:
    for line in around:
        if (score := _SCORE.search(line)) and (length := _LENGTH.search(line, score.end())):
            return (int(score[1]), int(score[2])), int(length[1])
    return (0, 0), 0
