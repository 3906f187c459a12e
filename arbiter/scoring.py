"""What a game is worth and what it does to the match (R42 to R44, R50, R54 to R56)."""

from __future__ import annotations

from typing import Literal

from arbiter.position import BAR, CHECKERS, OFF, START, Position, Side
from arbiter.rules import Rules

Kind = Literal["single", "gammon", "backgammon"]

FACTORS: dict[Kind, int] = {"single": 1, "gammon": 2, "backgammon": 3}


def finisher(position: Position) -> Side | None:
    """Who has borne off all fifteen (R7)."""
    if position.light[OFF] >= CHECKERS:
        return Side.LIGHT
    return Side.DARK if position.dark[OFF] >= CHECKERS else None


def kind_of_win(position: Position, winner: Side, start: Position = START) -> Kind:
    """Single, gammon or backgammon by where the loser's checkers are (R42 to R44).

    start: where the game began; checkers that were off the board there are not borne off.
    """
    row = position.row(winner.other)
    if row[OFF] > start.row(winner.other)[OFF]:
        return "single"
    return "backgammon" if any(row[19 : BAR + 1]) else "gammon"


def game_points(kind: Kind, cube: int, doubled: bool, rules: Rules) -> tuple[Kind, int]:
    """The kind that counts and the winner's points.

    doubled: a double was offered and taken in this game; without one, Jacoby makes every win a single (R54).
    """
    if rules.jacoby_applies and not doubled:
        kind = "single"
    factor = rules.backgammon_counts if kind == "backgammon" else FACTORS[kind]
    return kind, factor * cube


def is_crawford(rules: Rules, score: tuple[int, int], played: bool) -> bool:
    """Whether the game about to start is the Crawford game (R55). played: that game was already played."""
    if rules.length <= 1 or not rules.crawford or played:
        return False  # nobody first comes within a point of a match to one
    return max(score) == rules.length - 1


def match_winner(rules: Rules, score: tuple[int, int]) -> Side | None:
    """Who has reached the match's length (R56); nobody ever does in a money session."""
    if rules.length == 0 or max(score) < rules.length:
        return None
    return Side.LIGHT if score[0] > score[1] else Side.DARK
