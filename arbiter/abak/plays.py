"""Legal plays of Abak Evolution: each position that a roll may lead to, with the moves in their order (A4, A9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from arbiter.abak.moves import FREE, AbakMove, single_moves
from arbiter.abak.position import AbakPosition, View
from arbiter.abak.settings import AbakSettings
from arbiter.errors import CaseError
from arbiter.message import Message
from arbiter.notation import place_name
from arbiter.play_text import NO_PLAY
from arbiter.plays import ROLLS, Dice
from arbiter.position import Side

Moves = tuple[AbakMove, ...]
AS_PUBLISHED = AbakSettings()
_IN_ANY_ORDER = frozenset(ROLLS) | {(low, high) for high, low in ROLLS}


@dataclass(frozen=True, slots=True)
class AbakPlay:
    """A whole turn. moves: in an order in which they can be played; none where nothing can be."""

    moves: Moves
    result: AbakPosition

    def __str__(self) -> str:
        return format_moves(self.moves)


def legal_plays(
    position: AbakPosition, side: Side, dice: Dice, agreed: AbakSettings = AS_PUBLISHED
) -> tuple[AbakPlay, ...]:
    """One play for each distinct position that the roll may lead to, stacks in their order.

    Several of these can look alike, as a camera sees no classes: compare `result.seen`.
    Raises CaseError for a die outside 1..6.
    """
    check_dice(dice)
    return _legal_plays(position, side, dice, agreed)


def check_dice(dice: Dice) -> None:
    """Raises CaseError for what is no roll."""
    if dice not in _IN_ANY_ORDER:
        raise CaseError(Message("A roll is two numbers from 1 to 6, not {dice}.", dice=", ".join(map(str, dice))))


@lru_cache(maxsize=256)
def _legal_plays(position: AbakPosition, side: Side, dice: Dice, agreed: AbakSettings) -> tuple[AbakPlay, ...]:
    found = whole_plays(position.view(side), dice, agreed)
    return tuple(AbakPlay(moves, position.after(side, view)) for view, moves in found.items())


def whole_plays(view: View, dice: Dice, agreed: AbakSettings) -> dict[View, Moves]:
    """The boards after as many moves as possible, each with the first moves found that lead there (R17 to R22, A9)."""
    high, low = max(dice), min(dice)
    if high == low:
        return max((level for level in _levels(view, (high,) * 4, agreed) if level), key=_used)
    higher, lower = _levels(view, (high, low), agreed), _levels(view, (low, high), agreed)
    both = higher[2]
    for board, moves in lower[2].items():
        both.setdefault(board, moves)
    return both or higher[1] or lower[1] or {view: ()}


def _levels(view: View, dice: Iterable[int], agreed: AbakSettings) -> list[dict[View, Moves]]:
    """The boards after none, one, two … of the dice in this order."""
    level: dict[tuple[View, int], Moves] = {(view, FREE): ()}
    levels: list[dict[View, Moves]] = [{view: ()}]
    for die in dice:
        following: dict[tuple[View, int], Moves] = {}
        for (board, general), moves in level.items():
            for move, after, now in single_moves(board, die, general, agreed):
                state = after, now
                if state not in following:
                    following[state] = (*moves, move)
        level = following
        boards: dict[View, Moves] = {}
        for (board, _general), moves in level.items():
            boards.setdefault(board, moves)
        levels.append(boards)
    return levels


def _used(level: dict[View, Moves]) -> int:
    return len(next(iter(level.values())))


def format_moves(moves: Iterable[AbakMove]) -> str:
    """`D24/18+ 13/8*`: in the order of the moves, a letter for each class but the soldier's.

    A star marks a hit, a plus a druid that was put on an opposing checker. What one checker does in one go is joined.
    """
    parts: list[str] = []
    end: tuple[int, str] | None = None
    for move in moves:
        leg = leg_text(move.checker, move.start, move.end, hit=move.hit, held=move.held)
        if end == (move.start, move.checker):
            parts[-1] += "/" + leg.partition("/")[2]
        else:
            parts.append(leg)
        end = (move.end, move.checker)
    return " ".join(parts) or NO_PLAY


def leg_text(letter: str, start: int, end: int, *, hit: bool, held: bool) -> str:
    """`D24/18+`."""
    mark = "*" if hit else "+" if held else ""
    return f"{'' if letter == 'S' else letter}{place_name(start)}/{place_name(end)}{mark}"
