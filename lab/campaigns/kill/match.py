"""kill -9 at random moments of an evening: `python -m lab.campaigns.kill match [--kills 300] [--first-seed 1]`.

Each kill ends a real `bookgammon play` (referee, journal, page, lights; the eyes are simulated) whose page somebody
watches. Started again, it must show what was shown last, or one frame's events more; at its end the record must be
that of an evening nobody disturbed. Between the kills an export of the match is killed as well: the file that it
writes is the old one or the new one. Needs a system with fork and kill -9.
"""

from __future__ import annotations

import difflib
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arbiter.referee.evidence import Evidence
from lab.campaigns.kill.harness import (
    Kills,
    Viewer,
    a_board,
    evening,
    killed_export,
    one_back,
    parser_of,
    ready,
    shown_for,
    told,
    whole_evening,
)
from tests.history.simulated import PLIES, events_in, looks_of


def killed_evening(seed: int, looks: Sequence[Evidence], data: Path, kills: int, result: Kills) -> str:
    """Play the evening with that many kills, then to its end; gives the record."""
    chance = random.Random(seed)
    before: dict[str, Any] = {}
    for _ in range(kills):
        running = evening(looks, data)
        if chance.random() < 0.1:  # before anybody sees anything
            time.sleep(chance.random() * 0.2)
            running.open_gate()
            running.kill()
            result.after["nothing seen yet"] += 1
        else:
            viewer = Viewer(running)
            viewer.see(1)
            kept = events_in(data)
            if before:
                assert told(viewer.last) == shown_for(kept), (seed, result.done)
            running.open_gate()
            if chance.random() < 0.5:
                viewer.see(chance.randint(1, 6))
            else:
                viewer.see_happen(chance.randint(1, 2))
            time.sleep(chance.random() * 0.01)
            running.kill()
            viewer.drain()
            before = told(viewer.last)
            kept = events_in(data)
            behind = [count for count in one_back(kept) if shown_for(kept[:count]) == before]
            assert behind, (seed, result.done, before, kept[-3:])
            result.ahead += max(behind) < len(kept)
            result.after[kept[-1].name] += 1
        result.done += 1
        if chance.random() < 0.3:
            killed_export(data, chance)
            result.exports += 1
    return whole_evening(looks, data, result)


def survive(looks: Sequence[Evidence], seed: int, kills: int, folder: Path, board: Path, result: Kills) -> None:
    """One evening with kills ends like the same evening without."""
    records = []
    for name, times in (("calm", 0), ("wild", kills)):
        data = folder / f"{name}{seed}"
        data.mkdir()
        for file in board.parent.iterdir():
            (data / file.name).write_bytes(file.read_bytes())
        records.append(killed_evening(seed, looks, data, times, result))
    calm, wild = records
    assert calm.count(": ") > 2, calm
    assert wild == calm, "\n".join([f"seed {seed}:", *difflib.unified_diff(calm.splitlines(), wild.splitlines())])


def main(words: Sequence[str]) -> int:
    parser = parser_of("match", __doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--an-evening", type=int, default=100, help="kills of one evening")
    parser.add_argument("--plies", type=int, default=PLIES, help="turns of one evening")
    parser.add_argument("--first-seed", type=int, default=1)
    args = parser.parse_args(words)
    result = Kills()
    ready()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        board = a_board(folder / "board")
        seed = args.first_seed
        while result.done < args.kills:
            looks = looks_of(seed, args.plies)
            survive(looks, seed, min(args.an_evening, args.kills - result.done), folder, board, result)
            print(f"evening {seed}: {result.done} kills, records equal", flush=True)
            seed += 1
    moments = ", ".join(f"{name} {count}" for name, count in sorted(result.after.items()))
    print(f"{result.done} kills (after: {moments}); in {result.ahead} one commit was kept that nobody had seen yet")
    print(f"{result.exports} exports killed, each file whole; {seed - args.first_seed} records as undisturbed")
    longest = max(result.stops, default=0.0)
    print(f"{len(result.stops)} stops on SIGTERM, the journal closed, the longest {longest:.2f} s")
    return 0
