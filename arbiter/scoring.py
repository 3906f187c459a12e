"""What a game is worth and what it does to the match, and when the cube may be turned (R42 to R46, R50 to R56)."""

from __future__ import annotations

from typing import Literal

from arbiter.message import Message
from arbiter.position import BAR, CHECKERS, OFF, START, Position, Side
from arbiter.rules import Rules
from arbiter.values import MOST_CUBE

Kind = Literal["single", "gammon", "backgammon"]

FACTORS: dict[Kind, int] = {"single": 1, "gammon": 2, "backgammon": 3}


def finisher(position: Position) -> Side | None:
    """Who has borne off all fifteen (R7)."""
    if position.light[OFF] >= CHECKERS:
        return Side.LIGHT
    return Side.DARK if position.dark[OFF] >= CHECKERS else None


def kind_of_win(position: Position, winner: Side, start: Position = START) -> Kind:
    """Single, gammon or backgammon by where the loser's checkers are (R42 to R44): `game_points` asks the agreed rules.

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


def limit_refusal(rules: Rules, value: int) -> Message | None:
    """Why the cube may not show `value`; None where it may (R51)."""
    limit = min(rules.cube_limit or MOST_CUBE, MOST_CUBE)
    if value <= limit:
        return None
    return Message("The cube goes no higher than {limit} by these rules (R51).", limit=limit)


def double_refusal(rules: Rules, side: Side, value: int, owner: Side | None, *, crawford: bool) -> Message | None:
    """Why `side` may not double a cube that shows `value` at the start of their turn; None where they may."""
    if crawford:
        return Message("The cube is not used in the Crawford game (R55).")
    if rules.length == 1:
        return Message("The cube is not used in a match to one point (R55).")
    if owner is side.other:
        return Message("Only the owner of the cube may double (R46).")
    return limit_refusal(rules, 2 * value)


def beaver_refusal(rules: Rules, offered: int, *, beavered: bool) -> Message | None:
    """Why a double to `offered` may not be beavered; None where it may (R52). beavered: it is a beaver itself."""
    if not rules.beavers or rules.length:
        return Message("Beavers are for money sessions in which they were agreed (R52).")
    if beavered:
        return Message("A beaver is not beavered: go on or drop (R52).")
    return limit_refusal(rules, 2 * offered)


def turned_by_tie(rules: Rules, value: int, *, crawford: bool) -> bool:
    """Whether a tie on the opening roll turns a cube that shows `value` (R53)."""
    if crawford or limit_refusal(rules, 2 * value) is not None:
        return False
    return (2 * value).bit_length() - 1 <= rules.automatic_doubles
