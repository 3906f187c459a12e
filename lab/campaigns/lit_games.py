"""Rendered games in the light of a strip that the table itself drives: how much of them is understood.

    python -m lab.campaigns.lit_games [--games 40] [--first-seed 71000] [--plies 8] [--size 640x360] [--results FILE]

Every game has a board and a strip of its own, as strong as 0.3, 1 or 3 times the room's light in turn. Each picture is
lit by what the table shows at that moment because of the pictures before it (`lab.benchmarks.lights_loop`). Rendering
takes minutes a game; what came of each is kept in FILE, and a game that is there is not played again.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import cv2

from lab.benchmarks.lights_loop import followed, lamps_of, recorded
from lab.simulator.clips import write_game
from lab.simulator.many_clips import Tally

STRENGTHS = (0.3, 1.0, 3.0)


def lit_game(seed: int, plies: int, size: tuple[int, int]) -> dict[str, Any]:
    """What came of one game, as JSON."""
    strength = STRENGTHS[seed % len(STRENGTHS)]
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        truth = write_game(folder, seed, plies=plies, illegal=1 + seed % 2, samples=1.0, size=size)
        found = recorded(folder)
        tally = Tally()
        tally.count(truth, followed(found, lamps_of(found, strength, seed)))
    return {
        "seed": seed, "strength": strength, "plies": tally.plies, "rolls": tally.rolls, "plays": tally.plays,
        "illegal": tally.illegal, "caught": tally.caught, "false": tally.false_alarms,
    }  # fmt: skip


def summary(games: Iterable[dict[str, Any]]) -> str:
    every = list(games)
    plies, rolls, plays, illegal, caught = (
        sum(game[key] for game in every) for key in ("plies", "rolls", "plays", "illegal", "caught")
    )
    exact = sum(game["plies"] == game["plays"] == game["rolls"] for game in every)
    return (
        f"{len(every)} games, {exact} of them exact: rolls {rolls} of {plies}, plays {plays} of {plies}, illegal "
        f"{caught} of {illegal}, false {sum(len(game['false']) for game in every)}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first-seed", type=int, default=71_000)
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--size", default="640x360", help="of the pictures, in pixels")
    parser.add_argument("--results", type=Path, metavar="FILE")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    width, height = (int(side) for side in given.size.split("x"))
    lines = given.results.read_text().splitlines() if given.results and given.results.exists() else []
    games = {game["seed"]: game for game in map(json.loads, lines)}
    for seed in range(given.first_seed, given.first_seed + given.games):
        if seed in games:
            continue
        games[seed] = lit_game(seed, given.plies, (width, height))
        if given.results:
            with given.results.open("a") as file:
                file.write(json.dumps(games[seed]) + "\n")
        print(games[seed], flush=True)
    for strength in STRENGTHS:
        print(f"strength {strength}: {summary(game for game in games.values() if game['strength'] == strength)}")
    print(summary(games.values()))


if __name__ == "__main__":
    main()
