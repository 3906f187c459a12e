"""What finding the legal plays of one position costs: ours, GNU Backgammon's and OpenSpiel's, on the same cases.

    python -m lab.benchmarks.rules [--repeats 15] [--most 200]

Both cores are optional: GNU Backgammon is the Debian package gnubg, OpenSpiel is `pip install open_spiel`;
what is not there is named and left out. Two sets of cases, both from tests/arbiter/data:

positions: the reference positions. OpenSpiel cannot be put into a position, so it sits this one out.
matches: every turn of the reference matches, replayed move for move in OpenSpiel, with rolls of two different
numbers (OpenSpiel plays a double as two turns, so its lists are no whole plays there).

How each is timed: for each case the least of several timings, ours and OpenSpiel's in turns within one process, in
seconds of the processor; printed is the median over the cases, the dearest case, and how many times as long ours
(results) and ours (plays) take.

ours (results): `arbiter.plays.result_rows`, the distinct resulting boards, which is what the others find.
ours (plays): `arbiter.legal_plays` without its cache: plays in notation order with their boards.
gnubg: its generator has no door to the outside, but the command `move` calls it to find out whether a play is
legal. Timed is a play that is certainly illegal, less a text that is no play at all: the generator, and with
it the parsing of one play. Its C is timed without any Python around it.
open_spiel: `State.legal_actions`, C++ and the list handed to Python: encoded actions, equal boards not merged.
"""

from __future__ import annotations

import argparse
import gzip
import importlib
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbiter.notation import place_name
from arbiter.plays import Dice, _legal_plays, result_rows
from arbiter.position import BAR, Position, Row, Side
from arbiter.records import GameRecord, Played, read_mat
from arbiter.xgid import MatchPosition, format_xgid

DATA = Path(__file__).resolve().parents[2] / "tests" / "arbiter" / "data"
INNER = 20
"""Calls between two readings of the clock."""
OPEN_SPIEL_BAR = 100
_GNUBG_SCRIPT = """
import gnubg, json, time
for text in ("player 0 human", "player 1 human", "automatic roll off", "automatic game off", "display off"):
    gnubg.command("set " + text)
def cost(command):
    spent = []
    for _ in range({repeats}):
        began = time.process_time()
        for _ in range({inner}):
            gnubg.command(command)
        spent.append((time.process_time() - began) / {inner})
    return min(spent)
for line in open({listing!r}):
    number, xgid, move = line.split()
    gnubg.command("set xgid " + xgid)
    before = gnubg.gnubgid()
    spent = cost("move " + move) - cost("move @")
    print("COST " + json.dumps([int(number), spent if gnubg.gnubgid() == before else None]))
"""


@dataclass(frozen=True)
class Case:
    """state: OpenSpiel's, on the same turn, where it could be led there."""

    position: Position
    side: Side
    dice: Dice
    state: Any = None


def main() -> None:
    args = _arguments()
    spiel, why = _open_spiel()
    positions = list(_spread(list(_positions()), args.most))
    turns = list(_spread([case for case in _turns(spiel) if case.dice[0] != case.dice[1]], args.most))
    titles = f"{'median us':>12}{'dearest us':>12}{'results / it':>14}{'plays / it':>12}"
    print(f"{'cases':<12}{'engine':<18}{'cases':>6}{titles}")
    for name, cases in (("positions", positions), ("matches", turns)):
        ours, theirs = zip(*(_side_by_side(case, args.repeats) for case in cases), strict=True)
        found: dict[str, list[float | None]] = {
            "ours (results)": [results for results, _ in ours],
            "ours (plays)": [plays for _, plays in ours],
            "gnubg": _gnubg(cases, args.repeats),
            "open_spiel": list(theirs),
        }
        _print(name, found)
    if not any(case.state for case in turns):
        print(f"open_spiel was left out: {why}")
    if _gnubg_program() is None:
        print("gnubg was left out: it is not installed (Debian package gnubg).")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="What finding the legal plays of one position costs.")
    parser.add_argument("--repeats", type=int, default=15, help="timings of each case")
    parser.add_argument("--most", type=int, default=200, help="cases of each set")
    return parser.parse_args()


def _print(name: str, found: dict[str, list[float | None]]) -> None:
    """Ratios are of medians over the cases that both engines answered."""
    for engine, spent in found.items():
        answered = [it for it in spent if it is not None]
        if not answered:
            print(f"{name:<12}{engine:<18}{0:>6}{'-':>12}{'-':>12}{'-':>14}{'-':>12}")
            continue
        median = statistics.median(answered)
        results, plays = (
            statistics.median(one for one, it in zip(found[ours], spent, strict=True) if one and it) / median
            for ours in ("ours (results)", "ours (plays)")
        )
        line = f"{name:<12}{engine:<18}{len(answered):>6}{median * 1e6:>12.1f}{max(answered) * 1e6:>12.1f}"
        print(f"{line}{results:>14.2f}{plays:>12.2f}")


# ------------------------------------------------------------------ cases


def _positions() -> Iterator[Case]:
    with gzip.open(DATA / "plays.jsonl.gz", "rt") as lines:
        for line in lines:
            case = json.loads(line)
            own = (case["off"][0], *(max(n, 0) for n in case["points"]), case["bar"][0])
            other = (case["off"][1], *(max(-n, 0) for n in reversed(case["points"])), case["bar"][1])
            yield Case(Position(own, other), Side.LIGHT, tuple(case["dice"]))


def _turns(spiel: Any) -> Iterator[Case]:
    for path in sorted((DATA / "matches").glob("*.mat")):
        for game in read_mat(path.read_text(encoding="utf-8")).games:
            yield from _turns_of(game, spiel)


def _turns_of(game: GameRecord, spiel: Any) -> Iterator[Case]:
    """OpenSpiel's state goes along as far as it has the same plays."""
    position = game.start
    state = spiel.load_game("backgammon").new_initial_state() if spiel else None
    first: Side | None = None
    for action in game.actions:
        if not isinstance(action, Played) or action.dice is None:
            continue
        first = first or action.side
        player = 0 if action.side is first else 1
        state = _rolled(state, player, action.dice) if state else None
        yield Case(position, action.side, action.dice, state)
        position = action.after
        state = _moved(state, Case(position, action.side, action.dice), player) if state else None


def _spread(cases: Sequence[Case], most: int) -> Sequence[Case]:
    """At most so many, evenly over the whole list."""
    step = max(1, -(-len(cases) // most))
    return cases[::step]


# ------------------------------------------------------------------ ours


def _side_by_side(case: Case, repeats: int) -> tuple[tuple[float, float], float | None]:
    """(Results, plays) and OpenSpiel, in turns, so that whatever else the machine does disturbs all alike."""
    calls: list[Callable[[], object]] = [lambda: _results(case), lambda: _plays(case)]
    if case.state:
        calls.append(case.state.legal_actions)
    spent = [min(times) for times in zip(*([_cost(call) for call in calls] for _ in range(repeats)), strict=True)]
    return (spent[0], spent[1]), spent[2] if case.state else None


def _results(case: Case) -> object:
    return result_rows(case.position.row(case.side), case.position.row(case.side.other), case.dice)


def _plays(case: Case) -> object:
    return _legal_plays.__wrapped__(case.position, case.side, case.dice)


def _cost(call: Callable[[], object]) -> float:
    """Seconds of the processor for one call."""
    began = time.process_time()
    for _ in range(INNER):
        call()
    return (time.process_time() - began) / INNER


# ------------------------------------------------------------------ GNU Backgammon


def _gnubg_program() -> str | None:
    return shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")


def _gnubg(cases: Sequence[Case], repeats: int) -> list[float | None]:
    """Seconds in its generator; None for a case without a play that is surely illegal, or that was played."""
    program = _gnubg_program()
    spent: list[float | None] = [None] * len(cases)
    if program is None:
        return spent
    with tempfile.TemporaryDirectory() as folder:
        listing, script = Path(folder) / "cases.txt", Path(folder) / "script.py"
        lines = [
            f"{number} {format_xgid(MatchPosition(case.position, turn=case.side, dice=case.dice))} {move}"
            for number, case in enumerate(cases)
            if (move := _illegal_move(case))
        ]
        listing.write_text("\n".join(lines), encoding="utf-8")
        text = _GNUBG_SCRIPT.format(repeats=repeats, inner=INNER, listing=str(listing))
        script.write_text(text, encoding="utf-8")
        done = subprocess.run(
            [program, "-t", "-q", "-p", str(script)],
            env={**os.environ, "HOME": folder},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=True,
        )
    for line in done.stdout.splitlines():
        if line.startswith("COST "):
            number, seconds = json.loads(line[5:])
            spent[number] = seconds
    return spent


def _illegal_move(case: Case) -> str | None:
    """A single move to an open point that no number of these dice makes."""
    own, other = case.position.row(case.side), case.position.row(case.side.other)
    first, second = case.dice
    pips = {first, second, first + second} if first != second else {first * n for n in range(1, 5)}
    for start in range(BAR, 1, -1):
        for end in range(1, start):
            if own[start] and other[25 - end] < 2 and start - end not in pips:
                return f"{place_name(start)}/{end}"
    return None


# ------------------------------------------------------------------ OpenSpiel


def _open_spiel() -> tuple[Any, str]:
    """The module, or None and why not."""
    try:
        return importlib.import_module("pyspiel"), "it could not follow the matches."
    except ImportError as error:
        return None, f"it is not installed (pip install open_spiel): {error}."


def _rolled(state: Any, player: int, dice: Dice) -> Any:
    """The state after the roll, None where that roll cannot come now."""
    after = state.clone()
    for action in state.legal_actions() if state.is_chance_node() else ():
        words = state.action_to_string(-1, action)
        starts = f"{'XO'[player]} starts" in words or "starts" not in words
        if starts and sorted(words.rsplit("roll: ", 1)[1][:2]) == sorted(map(str, dice)):
            after.apply_action(action)
            return after if after.current_player() == player else None
    return None


def _moved(state: Any, wanted: Case, player: int) -> Any:
    """The state after the play that leaves this board; a double takes two of OpenSpiel's turns."""
    waiting = [state]
    for _ in range(2):
        following = []
        for before in waiting:
            for action in before.legal_actions():
                after = before.clone()
                after.apply_action(action)
                if not after.is_terminal() and after.current_player() == player:
                    following.append(after)
                elif _stands(after, player, wanted.position.row(wanted.side)) and _stands(
                    after, 1 - player, wanted.position.row(wanted.side.other)
                ):
                    return after
        waiting = following
    return None


def _stands(state: Any, player: int, row: Row) -> bool:
    """X runs from place 0 up, O from place 23 down."""
    places = range(24) if player else range(23, -1, -1)
    points = [state.board(player, place) for place in places]
    return points == list(row[1:BAR]) and state.board(player, OPEN_SPIEL_BAR) == row[BAR]


if __name__ == "__main__":
    main()
