"""Whole matches between two tables that are treated badly, with `PYTHONPATH=distributions/two_books`:
`python -m lab.campaigns.two_tables_killed [MATCHES] [SEED] [LENGTH] [AT_ONCE] [FOLDER] [journals]`.

Each table is a process with a simulated board, camera and person; they meet over a real Mosquitto, each through a proxy
that brings one message in five twice and delays up to 5 s, so that others overtake: every second one until the last of
five outages, one in twenty after it. The line is cut, the broker or either table's program is killed with -9 and begun
again, each once and one more by lot; with `journals` a table loses its journal too. One play in ten is made against the
rules first, one in ten of the other's is put otherwise first, one in twenty is taken back, with consent or without.
Asked: both logs equal and sound, nothing twice, nothing left to say, both records equal, those of the log and of what
was played, read by GNU Backgammon, nobody blamed for what they did not do. Matches with a fault stay in FOLDER.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from lab.campaigns.two_tables_looked_at import Figures
from lab.campaigns.two_tables_pair import JOURNALS, OUTAGES, Pair, by_lot

MANNERS = {"takes_back": 0.05, "declines": 0.05}


def play(folder: Path, seed: int, length: int, kinds: Sequence[str] = OUTAGES) -> Figures:
    return Pair(folder, seed, length, by_lot(kinds, seed), MANNERS).play()


def one(play: Callable[[Path, int, int], Figures], folder: Path, seed: int, length: int) -> Figures:
    """One match in a folder of its own, which stays where there is a fault."""
    own = folder / str(seed)
    figures = play(own, seed, length)
    print(
        f"{seed}: {figures.entries} entries, {dict(figures.outages)}, {figures.asked_back} asked back,"
        f" {figures.wrong} put wrongly, {figures.rolls} rolls together, {figures.seconds:.0f} s;"
        f" {figures.faults or 'sound'}{f'; see {own}' if figures.faults else ''}",
        flush=True,
    )
    if not figures.faults:
        shutil.rmtree(own)
    return figures


def campaign(play: Callable[[Path, int, int], Figures], words: Sequence[str], *defaults: int) -> bool:
    """Whether all matches were sound. defaults: matches, seed, length, and how many at once, where words lack them."""
    numbers, folders = [int(word) for word in words if word.isdigit()], [word for word in words if not word.isdigit()]
    matches, first, length, at_once = [*numbers, *defaults[len(numbers) :]]
    folder = Path(folders[0]) if folders else Path(tempfile.mkdtemp(prefix="two-tables-"))
    began = time.monotonic()
    with ThreadPoolExecutor(at_once) as pool:
        found = list(pool.map(lambda seed: one(play, folder, seed, length), range(first, first + matches)))
    outages = sum((each.outages for each in found), Counter[str]())
    faulty = sum(bool(each.faults) for each in found)
    print(
        f"{matches} matches to {length}, {faulty} with a fault; {sum(outages.values())} outages {dict(outages)};"
        f" {sum(each.turns for each in found)} turns, {sum(each.entries for each in found)} entries,"
        f" {sum(each.asked_back for each in found)} plays asked back, {sum(each.rolls for each in found)} rolls"
        f" together; {sum(each.wrong for each in found)} mirrored plays put wrongly,"
        f" {sum(each.late for each in found)} not named within a second;"
        f" {sum(each.questions for each in found)} questions;"
        f" {time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}"
    )
    if not faulty and not folders:
        folder.rmdir()
    return not faulty


def main() -> None:
    words = [word for word in sys.argv[1:] if word != "journals"]
    kinds = (*OUTAGES, *JOURNALS) if len(words) < len(sys.argv) - 1 else OUTAGES
    sys.exit(not campaign(partial(play, kinds=kinds), words, 40, 7000, 3, 6))


if __name__ == "__main__":
    main()
