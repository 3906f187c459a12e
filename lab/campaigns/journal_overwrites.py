"""Bytes of a journal written over at random: `python -m lab.campaigns.journal_overwrites [--times 200] [--seed 1]`.

Whatever is hit, what is exported is what was written or is refused, and whoever starts the program is told, unless
nothing that was written is missing. The damaged files are kept as they are, and every match of the new journal is
the beginning of what was written.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
from collections import Counter
from pathlib import Path

from arbiter.match.entered_events import PlayersNamed
from arbiter.match.events import Event, MatchStarted, Note
from arbiter.rules import Rules
from bookgammon.errors import JournalError
from bookgammon.history.database_files import LOG
from bookgammon.history.journal import FILE, Journal, MatchEntry
from bookgammon.history.rescue import checked

MATCHES, EVENTS = 6, 60
Truth = dict[MatchEntry, tuple[str, ...]]


def written(folder: Path, *, running: bool) -> Path:
    """A journal of some matches; running: as the files lie while the program runs, the last match in the log."""
    folder.mkdir(parents=True)
    path = folder / FILE
    with Journal(path) as journal:
        for number in range(MATCHES):
            if number == MATCHES - 1:
                journal.settle()
            match = journal.begin(f"2026-01-0{number + 1}T20:00:00+00:00", "camera 0")
            for event in told(number):
                journal.append(match, [event])
            if number < MATCHES - 1:
                journal.end(match)
        if running:
            copied = folder / "running"
            copied.mkdir()
            for file in (path, path.with_name(FILE + LOG)):
                shutil.copy(file, copied)
    return copied / FILE if running else path


def told(match: int) -> list[Event]:
    texts = [f"event {frame} of match {match} " + "x" * (frame % 97) for frame in range(EVENTS)]
    notes = [Note(frame, frame / 10, text) for frame, text in enumerate(texts)]
    return [MatchStarted(0, 0.0, Rules()), PlayersNamed(0, 0.0, ("Anna", "Ben")), *notes]


def truth(path: Path) -> Truth:
    with Journal(path) as journal:
        return {match: journal.texts(match) for match in journal.matches()}


def overwritten(path: Path, chance: random.Random) -> str:
    """Write over some bytes of the database or its log; says which."""
    files = [file for file in (path, path.with_name(path.name + LOG)) if file.exists()]
    file = chance.choice(files)
    data = bytearray(file.read_bytes())
    length = chance.choice((1, 1, 4, 16, 256, 4096))
    start = chance.randrange(max(1, len(data) - length))
    data[start : start + length] = chance.choice((chance.randbytes(length), bytes(length), b"\xff" * length))
    file.write_bytes(data)
    return "log" if file.name.endswith(LOG) else "database"


def exported(path: Path, true: Truth) -> Counter[str]:
    """What a reader gets of each match: it is true, or a prefix that the log ends with, or refused."""
    found: Counter[str] = Counter()
    for match, texts in true.items():
        try:
            with Journal(path, read_only=True) as journal:
                entry = next((entry for entry in journal.matches() if entry.id == match.id), None)
                read = journal.texts(entry) if entry else None
        except JournalError:
            found["refused"] += 1
            continue
        if read == texts:
            found["true"] += 1
        else:  # only what the damaged log no longer gives may be missing
            assert match.id == MATCHES, (match, read)
            assert read is None or read == texts[: len(read)], match
            found["behind the log's damage"] += 1
    return found


def after_start(path: Path, true: Truth) -> str:
    """What happens when the program starts with it: nothing is missing, or people are told."""
    before = {file.name: file.read_bytes() for file in path.parent.iterdir() if file.stat().st_size}
    before = {name: data for name, data in before.items() if not name.endswith("-shm")}
    try:
        sentence = checked(path, "2026-02-03")
    except JournalError:
        return "refused"
    with Journal(path) as journal:
        journal.check()
        left = {match: journal.texts(match) for match in journal.matches()}
    for match, texts in left.items():
        whole = next(texts for entry, texts in true.items() if entry.id == match.id)
        assert texts == whole[: len(texts)], match
    if not sentence:
        assert left == true
        return "nothing was hit"
    if "not whole" in sentence:
        return "the last commit, told"
    for name, data in before.items():
        kept = path.with_name(name.replace("journal.", "journal-damaged-2026-02-03."))
        assert kept.read_bytes() == data, name
    return "told" if left != true else "told, nothing lost"


def tried(folder: Path, whole: Path, true: Truth, chance: random.Random) -> tuple[str, str]:
    shutil.copytree(whole.parent, folder)
    where = overwritten(folder / FILE, chance)
    exported(folder / FILE, true)
    return where, after_start(folder / FILE, true)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    chance, came_of_it = random.Random(args.seed), Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        for kind in (False, True):
            whole = written(Path(name) / f"written{kind}", running=kind)
            shutil.copytree(whole.parent, Path(name) / f"true{kind}")
            true = truth(Path(name) / f"true{kind}" / FILE)
            for number in range(args.times // 2):
                where, what = tried(Path(name) / f"{kind}{number}", whole, true, chance)
                came_of_it[f"{where}: {what}"] += 1
    print(f"{args.times} overwrites, nothing untrue read: {dict(sorted(came_of_it.items()))}")


if __name__ == "__main__":
    main()
