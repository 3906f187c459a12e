"""A second generator of Abak Evolution's plays, written from the table of its rules alone (docs/rules.md, A1 to A17).

The plainest search there is: every die, every checker that may be meant, every order, nothing shared with
`arbiter.abak`. A board is the mover's: 24 texts from below, capitals the mover's, then the mover's bar, the
opponent's bar, the mover's off, letters in the order of the alphabet.
"""

from __future__ import annotations

from collections.abc import Iterator

Board = tuple[str, ...]
BAR, THEIR_BAR, OFF = 24, 25, 26
FREE, WENT_FORWARD, WENT_BACKWARD = "free", "forward", "backward"
OWN_NUMBERS = {"E": (2, 4, 6), "O": (1, 3, 5)}


def results(
    board: Board, dice: tuple[int, int], *, druid_hit: bool = True, join: bool = True,
    off_by_any: bool = False, enter_by_any: bool = False,
) -> set[Board]:  # fmt: skip
    """The boards after as many dice as possible (R17 to R22, A9)."""
    agreed = (druid_hit, join, off_by_any, enter_by_any)
    orders = [(dice[0],) * 4] if dice[0] == dice[1] else [dice, dice[::-1]]
    found: dict[tuple[int, int], set[Board]] = {}
    for order in orders:
        reached = {(board, FREE)}
        for used in range(1, len(order) + 1):
            reached = {after for before in reached for after in _moves(before, order[used - 1], agreed)}
            found.setdefault((used, order[0] if used == 1 else 0), set()).update(after for after, _ in reached)
    used_by_any = [key for key, boards in found.items() if boards]
    return found[max(used_by_any)] if used_by_any else {board}


def _moves(
    state: tuple[Board, str], die: int, agreed: tuple[bool, bool, bool, bool]
) -> Iterator[tuple[Board, str]]:
    board, general = state
    _druid_hit, _join, off_by_any, enter_by_any = agreed
    if board[BAR]:  # R27, A16: any of those on the bar, each by its own numbers
        for letter in set(board[BAR]):
            if enter_by_any or die in OWN_NUMBERS.get(letter, (die,)):
                yield from _landed(_without(board, BAR, letter), letter, 25 - die, general, agreed)
        return
    mine = [p for p in range(1, 25) for each in board[p - 1] if each.isupper()]
    for point in range(1, 25):
        stack = board[point - 1]
        if not stack or stack[-1].islower():  # A4, A12: nothing of mine is on top
            continue
        letter = stack[-1]
        mine_elsewhere = mine.copy()
        mine_elsewhere.remove(point)
        lifted = (*board[: point - 1], stack[:-1], *board[point:])
        others_outside = bool(mine_elsewhere) and mine_elsewhere[-1] > 6
        may_go = die in OWN_NUMBERS.get(letter, (die,))
        if letter == "C" and general == WENT_BACKWARD:
            continue
        if point > die and may_go:
            now = WENT_FORWARD if letter == "C" else general
            yield from _landed(lifted, letter, point - die, now, agreed)
        if letter == "C" and general == FREE and point + die <= 24 and others_outside:
            yield from _landed(lifted, letter, point + die, WENT_BACKWARD, agreed)
        if point <= die and not others_outside and point <= 6:
            exact = point == die
            higher = bool(mine_elsewhere) and mine_elsewhere[-1] > point
            if (exact or not higher) and (may_go or (off_by_any and not exact)):
                after = list(lifted)
                after[OFF] = "".join(sorted(after[OFF] + letter))
                yield tuple(after), WENT_FORWARD if letter == "C" else general


def _landed(
    board: Board, letter: str, point: int, general: str, agreed: tuple[bool, bool, bool, bool]
) -> Iterator[tuple[Board, str]]:
    druid_hit, join, _off, _enter = agreed
    stack = board[point - 1]
    theirs = [each for each in stack if each.islower()]
    after = list(board)
    if not stack or stack[-1].isupper():  # empty, or mine on top
        if len(stack) < 5 and (join or not theirs):
            after[point - 1] = stack + letter
            yield tuple(after), general
        return
    if len(theirs) > 1:
        return
    (single,) = theirs
    if len(stack) > 1 and not druid_hit:  # their druid holds one of mine
        return
    middle = 7 <= point <= 18
    if letter == "D" and middle:
        if len(stack) < 5:
            after[point - 1] = stack + letter
            yield tuple(after), general
        return
    if single == "g" and letter != "G":
        return
    after[point - 1] = stack[:-1] + letter
    after[THEIR_BAR] = "".join(sorted(after[THEIR_BAR] + single))
    yield tuple(after), general


def _without(board: Board, place: int, letter: str) -> Board:
    after = list(board)
    after[place] = after[place].replace(letter, "", 1)
    return tuple(after)
