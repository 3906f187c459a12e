"""How much of a joined film (`lab.simulator.joined`) is understood, and how quickly: games, plays, times real time.

    python -m lab.benchmarks.recordings FILM.json [--events FILE]

The film is followed by `bookgammon watch --keep`, which finds boards and games by itself; --events: what that printed
before. Two processors at most are used. A game counts as found where one begins while it is shown.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lab.simulator.many_clips import Tally


def shown_during(events: Sequence[dict[str, Any]], game: dict[str, Any], until: int) -> list[dict[str, Any]]:
    """The events while a game is shown, by the frames of its own clip. until: the film's frame where that ends."""
    first, times = game["first"], game["times"]
    return [
        {**event, "frame": (event["frame"] - first) // times} for event in events if first <= event["frame"] < until
    ]


def followed(film: Path, film_seconds: float) -> list[str]:
    """What `watch --keep` prints, pictures and clips being kept; says how long it took."""
    began, before = time.monotonic(), os.times()
    with tempfile.TemporaryDirectory() as folder:
        words = ["-m", "bookgammon", "watch", str(film), "--keep", "--json", "--length", "9", "--data", folder]
        done = subprocess.run([sys.executable, *words], stdout=subprocess.PIPE, text=True, check=True)
    seconds, now = time.monotonic() - began, os.times()
    busy = now.children_user + now.children_system - before.children_user - before.children_system
    print(
        f"{film_seconds:.0f} s of film in {seconds:.0f} s: {film_seconds / seconds:.2f} times real time, with "
        f"{busy:.0f} s of a processor; load {os.getloadavg()[0]:.1f}"
    )
    return done.stdout.splitlines()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("film", type=Path)
    parser.add_argument("--events", type=Path)
    args = parser.parse_args()
    described = json.loads(args.film.read_text(encoding="utf-8"))
    if args.events:
        lines = args.events.read_text(encoding="utf-8").splitlines()
    else:
        lines = followed(args.film.with_name(described["film"]), described["frames"] / described["fps"])
    events = [json.loads(line) for line in lines if line.startswith("{")]
    whole, found = Tally(), 0
    games = described["games"]
    for game, following in zip(games, [*games[1:], None], strict=True):
        folder = Path(game["folder"])
        truth = json.loads((folder / "truth.json").read_text(encoding="utf-8"))
        until = following["first"] if following else described["frames"]
        truth["frames"] = (until - game["first"]) // game["times"]  # its last picture stays for the pause
        during = shown_during(events, game, until)
        begun = any(event["event"] == "game" for event in during)
        found += begun
        own = Tally()
        for tally in (own, whole):
            tally.count(truth, during)
        print(f"{folder.name}: {'found' if begun else 'NOT found'}, {own}")
    print(f"{found} of {len(games)} games found; {whole}")
    for alarm in whole.false_alarms:
        print(" ", alarm)


if __name__ == "__main__":
    main()
