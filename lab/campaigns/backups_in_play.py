"""Backups of a match that is being played: `python -m lab.campaigns.backups_in_play [--times 100] [--seed 1]`.

Another process commits event after event, with pictures, some fifty times a second. Each backup, restored elsewhere, is
whole, and its match is what the journal held at one moment: the beginning of what it holds in the end, no shorter
than when the backup was begun. Needs a system with fork.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import signal
import tempfile
import time
from pathlib import Path

from arbiter.match.events import MatchStarted, Note
from arbiter.rules import Rules
from bookgammon.errors import JournalError
from bookgammon.files.data_lock import writing
from bookgammon.history.album import album_beside, picture_path, write
from bookgammon.history.backup import write_backup
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.restore import restore

PACE_S = 0.01


def played(folder: Path) -> None:
    """A match without end."""
    with writing(folder, "play"), Journal(folder / FILE) as journal:
        match = journal.begin("2026-01-02T20:00:00+00:00", "0")
        journal.append(match, [MatchStarted(0, 0.0, Rules())])
        for frame in itertools.count(1):
            journal.append(match, [Note(frame, frame / 10, f"event {frame}")])
            write(picture_path(album_beside(folder / FILE), match.id, frame), f"picture {frame}".encode())
            if frame % 50 == 0:
                journal.settle()
            time.sleep(PACE_S)  # else each backup would have far more to copy than the one before


def texts_in(folder: Path) -> tuple[str, ...]:
    with Journal(folder / FILE, read_only=True) as journal:
        return journal.texts(journal.matches()[0])


def backups_while_playing(folder: Path, times: int, chance: random.Random) -> int:
    data = folder / "data"
    data.mkdir()
    player = os.fork()
    if not player:
        try:
            played(data)
        finally:
            os._exit(70)
    took: list[tuple[int, int, tuple[str, ...]]] = []
    try:
        while True:
            try:
                texts_in(data)
                break
            except (JournalError, IndexError):
                time.sleep(0.01)
        for number in range(times):
            time.sleep(chance.random() * 0.05)
            least = len(texts_in(data))
            write_backup(data, folder / "b.zip", "2026-02-03T20:00:00+00:00")
            other = folder / f"other{number}"
            other.mkdir()
            with writing(other, "restore"):
                restore(other, folder / "b.zip")
            took.append((number, least, texts_in(other)))
            pictures = {int(path.stem) for path in album_beside(other / FILE).rglob("*.jpg")}
            assert pictures <= set(range(len(took[-1][2])))
            assert len(pictures) >= len(took[-1][2]) - 3
    finally:
        os.kill(player, signal.SIGKILL)
        os.waitpid(player, 0)
    whole = texts_in(data)
    for number, least, texts in took:
        assert len(texts) >= least, number
        assert texts == whole[: len(texts)], number
    return len(took)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        done = backups_while_playing(Path(name), args.times, random.Random(args.seed))
    print(f"{done} backups of a match being played, each restored to a moment of it")


if __name__ == "__main__":
    main()
