"""Legal plays against the plainest search there is and against OpenSpiel, on positions of random games.

    python -m lab.campaigns.brute_force [POSITIONS] [SEED]

A sample runs in test_brute_force.py. OpenSpiel (`pip install open_spiel`) is asked where it is installed, for rolls
of two different numbers: it plays a double as two turns.
"""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Iterator
from typing import Any

from arbiter.plays import Dice, legal_plays, result_rows
from arbiter.position import START, Position, Row, Side

Rows = tuple[Row, Row]


def plain_results(own: Row, other: Row, dice: Dice) -> set[Rows]:
    """Every order of the dice, every checker, nothing clever: the boards after the most dice (R12 to R41)."""
    orders = [dice * 2] if dice[0] == dice[1] else [dice, dice[::-1]]
    ends = [end for order in orders for end in _sequences(own, other, order, ())]
    most = max(len(used) for _rows, used in ends)
    best = [(rows, used) for rows, used in ends if len(used) == most]
    if most == 1 and dice[0] != dice[1]:
        high = max(used[0] for _rows, used in best)
        best = [(rows, used) for rows, used in best if used[0] == high]
    return {rows for rows, _used in best}


def _sequences(
    own: Row, other: Row, dice: Dice | tuple[int, ...], used: tuple[int, ...]
) -> Iterator[tuple[Rows, tuple[int, ...]]]:
    moved = False
    for start in range(25, 0, -1) if dice else ():
        after = _moved(own, other, start, dice[0])
        if after:
            moved = True
            yield from _sequences(*after, dice[1:], (*used, dice[0]))
    if not moved:
        yield (own, other), used


def _moved(own: Row, other: Row, start: int, die: int) -> Rows | None:
    if not own[start] or (own[25] and start != 25):
        return None
    mine, theirs = list(own), list(other)
    end = start - die
    if end <= 0:
        if any(own[7:]) or (end < 0 and any(own[start + 1 : 7])):
            return None
        end = 0
    elif other[25 - end] >= 2:
        return None
    elif other[25 - end] == 1:
        theirs[25 - end], theirs[25] = 0, theirs[25] + 1
    mine[start] -= 1
    mine[end] += 1
    return tuple(mine), tuple(theirs)


def positions(number: int, seed: int) -> Iterator[tuple[Position, Side, Dice]]:
    """Turns of games in which every play is drawn by lot."""
    rng = random.Random(seed)
    position, side = START, Side.LIGHT
    for _ in range(number):
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        yield position, side, dice
        position, side = rng.choice(legal_plays(position, side, dice)).result, side.other
        if 15 in position.off:
            position = START


def differing(number: int, seed: int) -> list[str]:
    """What our results and the plain search's differ on."""
    found = []
    for position, side, dice in positions(number, seed):
        own, other = position.row(side), position.row(side.other)
        if set(result_rows(own, other, dice)) != plain_results(own, other, dice):
            found.append(f"{position} {side} {dice}")
    return found


# ------------------------------------------------------------------ OpenSpiel


def differing_from_open_spiel(number: int, seed: int) -> list[str]:
    """The same against OpenSpiel, in games of its own."""
    game = importlib.import_module("pyspiel").load_game("backgammon")
    rng = random.Random(seed)
    found, seen = [], 0
    state = game.new_initial_state()
    while seen < number:
        if state.is_terminal():
            state = game.new_initial_state()
        elif state.is_chance_node():
            state.apply_action(rng.choice([action for action, _chance in state.chance_outcomes()]))
        else:
            actions = state.legal_actions()
            dice = _dice(state)
            if dice[0] != dice[1]:
                seen += 1
                player = state.current_player()
                theirs = {_rows(state.child(action), player) for action in actions}
                if theirs != set(result_rows(*_rows(state, player), dice)):
                    found.append(str(state))
            state.apply_action(rng.choice(actions))
    return found


def _dice(state: Any) -> Dice:
    line = next(line for line in str(state).splitlines() if line.startswith("Dice:"))
    first, second = list(line.split()[1])
    return int(first), int(second)


def _rows(state: Any, player: int) -> Rows:
    """Own and other row; player 0 counts points from 24 down, player 1 from 0 up. Who is nowhere else is on the bar."""
    line = next(line for line in str(state).splitlines() if line.startswith("Scores"))
    off = [int(part.partition(":")[2]) for part in line.split(",")[1:]]
    rows = []
    for each in (player, 1 - player):
        points = [state.board(each, place) for place in range(24)]
        track = points[::-1] if each == 0 else points
        rows.append((off[each], *track, 15 - off[each] - sum(track)))
    return rows[0], rows[1]


def main() -> None:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 1
    print(f"plain search: {number} positions, {len(differing(number, seed))} differ", flush=True)
    try:
        print(f"open_spiel: {number} positions, {len(differing_from_open_spiel(number, seed))} differ")
    except ImportError as error:
        print(f"open_spiel was left out: {error}")


if __name__ == "__main__":
    main()
