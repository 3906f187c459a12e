"""kill -9 of `play` while others work on its data: `python -m lab.campaigns.kill data [--kills 500] [--first-seed 1]`.

Each evening is a real `bookgammon play` over a live camera (the eyes are simulated), in a data folder with older
matches and their pictures. While it runs, backups and exports are made and deletions are tried, which it refuses;
between its lives matches are deleted, backups made and restored. Play and all the others are killed at random. No
journal is broken by that, no picture is without its match, a backup that is there is whole, an older match is all
there or gone, and the evening ends like one that nobody disturbed. Needs a system with fork and kill -9.
"""

from __future__ import annotations

import difflib
import random
import shutil
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

import cv2

from arbiter.match.events import Event, MatchStarted, Note, RollSeen
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.rules import Rules
from bookgammon.command_line import main as bookgammon
from bookgammon.commands import load
from bookgammon.files.data_lock import writing
from bookgammon.history.album import album_beside, picture_path, write
from bookgammon.history.archive import Archive
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.record import record_text
from bookgammon.history.restore import restore
from bookgammon.history.writer import journal_to_write
from lab.campaigns.kill.harness import (
    Kills,
    Running,
    Viewer,
    a_board,
    evening,
    killed_export,
    parser_of,
    started,
    whole_evening,
)
from tests.history.simulated import events_in, looks_of
from web.errors import RequestError

OLD = 4
REST = 60
"""Looks in which nothing happens any more, so that all is settled when the evening ends."""
Words = Sequence[str]


def older_matches(data: Path) -> dict[int, tuple[str, ...]]:
    """Matches of other evenings, with pictures; what they hold, by number."""
    with Journal(data / FILE) as journal:
        for number in range(OLD):
            match = journal.begin(f"2025-01-0{number + 1}T20:00:00+00:00", "0")
            notes = [Note(frame, frame / 10, f"{number} {frame}") for frame in range(40)]
            rolled = RollSeen(0, 0.0, Side.LIGHT, (3, 1))  # nobody keeps a match in which nothing happened
            events: list[Event] = [MatchStarted(0, 0.0, Rules()), rolled, *notes]
            journal.append(match, events)
            journal.end(match)
            write(picture_path(album_beside(data / FILE), match.id, 5), b"picture")
        return {match.id: journal.texts(match) for match in journal.matches()}


def program(words: Words) -> int:
    return bookgammon(list(words))


def deletion(data: Path, match: int) -> int:
    """As the history's page does it; 1 where it is refused."""
    try:
        Archive(data / FILE, lambda: None, partial(writing, data, "history")).delete(match)
    except RequestError:
        return 1
    return 0


def matches_in(data: Path) -> list[int]:
    with Journal(data / FILE, read_only=True) as journal:
        return [match.id for match in journal.matches()]


def at_rest_in_the_end(looks: Sequence[Evidence]) -> list[Evidence]:
    last, step = looks[-1], looks[-1].time - looks[-2].time
    rest = [replace(last, frame=last.frame + n, time=last.time + n * step) for n in range(1, REST + 1)]
    return [*looks, *rest]


def looked_at(data: Path, old: dict[int, tuple[str, ...]]) -> None:
    """After a kill: the next start finds nothing damaged, and nothing that belongs to nobody."""
    told: list[str] = []
    with journal_to_write(data, "play", notify=told.append):
        pass
    assert told == [], told
    with Journal(data / FILE, read_only=True) as journal:
        journal.check()
        held = {match.id: journal.texts(match) for match in journal.matches()}
    for number in set(held) & set(old):
        assert held[number] == old[number], number
    pictures = {int(path.name) for path in album_beside(data / FILE).iterdir()}
    assert pictures <= set(held), (pictures, set(held))


def backup_looked_at(backup: Path, folder: Path, *, finished: bool) -> None:
    """One that is there is whole: what was killed leaves none, or the one before."""
    if not backup.exists():
        assert not finished
        return
    other = folder / "elsewhere"
    other.mkdir()
    with writing(other, "restore"):
        restore(other, backup)
    with Journal(other / FILE, read_only=True) as journal:
        journal.check()
    shutil.rmtree(other)


class Others:
    """What others do to the data folder, each in a process of its own that may be killed."""

    def __init__(self, folder: Path, data: Path, chance: random.Random) -> None:
        self._folder, self._data, self._chance = folder, data, chance
        self._log = folder / "others.txt"
        self.did: Counter[str] = Counter()

    def beside_play(self) -> None:
        what = self._chance.choice(("backup", "export", "delete", "nothing"))
        if what == "backup":
            self._backup(killed=self._chance.random() < 0.5)
        elif what == "export":
            killed_export(self._data, self._chance)
        elif what == "delete":
            number, before = self._chance.randint(1, OLD), matches_in(self._data)
            # refused while a match is played; one that was deleted before is nothing to refuse
            assert started(lambda _: deletion(self._data, number), self._log).wait() == int(number in before)
            assert matches_in(self._data) == before
        self.did[f"{what} beside play"] += 1

    def begun_backup(self) -> Running:
        words = ["backup", str(self._folder / "begun.zip"), "--data", str(self._data)]
        return started(lambda _: program(words), self._log)

    def begun_backup_looked_at(self) -> None:
        backup_looked_at(self._folder / "begun.zip", self._folder, finished=True)

    def between(self) -> None:
        what = self._chance.choice(("backup", "restore", "delete", "export", "nothing"))
        if what == "backup":
            self._backup(killed=self._chance.random() < 0.5)
        elif what == "restore":
            self._restore()
        elif what == "delete":
            number = self._chance.randint(1, OLD)
            self._killed(lambda: deletion(self._data, number), 0.15)
        elif what == "export":
            killed_export(self._data, self._chance)
        self.did[what] += 1

    def _restore(self) -> None:
        """What was just backed up: killed anywhere, the folder holds the same in the end."""
        backup = self._folder / "now.zip"
        words = ["backup", str(backup), "--data", str(self._data)]
        assert started(lambda _: program(words), self._log).wait() == 0, self._log.read_text()
        self._killed(lambda: program(["restore", str(backup), "--data", str(self._data)]), 0.3)

    def _backup(self, *, killed: bool) -> None:
        backup = self._folder / "b.zip"
        words = ["backup", str(backup), "--data", str(self._data)]
        if killed:
            self._killed(lambda: program(words), 0.2)
        else:
            assert started(lambda _: program(words), self._log).wait() == 0, self._log.read_text()
        backup_looked_at(backup, self._folder, finished=not killed)

    def _killed(self, work: Callable[[], int], within: float) -> None:
        running = started(lambda _: work(), self._log)
        time.sleep(self._chance.random() * within)
        running.kill()


def disturbed(seed: int, looks: Sequence[Evidence], data: Path, kills: int, result: Kills, did: Counter[str]) -> str:
    """An evening with so many kills of play and everything else going on; gives its record."""
    chance, old = random.Random(seed), older_matches(data)
    others = Others(data.parent, data, chance)
    for _ in range(kills):
        running = evening(looks, data)
        viewer = Viewer(running)
        viewer.see(1)
        others.beside_play()
        backup = others.begun_backup()  # while the camera gives pictures
        running.open_gate()
        viewer.see(chance.randint(1, 4))
        time.sleep(chance.random() * 0.01)
        running.kill()
        assert backup.wait() == 0
        others.begun_backup_looked_at()
        viewer.drain()
        others.between()
        looked_at(data, old)
        result.done += 1
    did.update(others.did)
    return whole_evening(looks, data, result)


def survive(folder: Path, board: Path, seed: int, kills: int, plies: int, result: Kills, did: Counter[str]) -> None:
    looks, records = at_rest_in_the_end(looks_of(seed, plies)), []
    for name, times in (("calm", 0), ("wild", kills)):
        data = folder / f"{name}{seed}" / "data"
        data.mkdir(parents=True)
        for file in board.parent.iterdir():
            (data / file.name).write_bytes(file.read_bytes())
        records.append(disturbed(seed, looks, data, times, result, did))
        assert record_text(events_in(data)) == records[-1]
    calm, wild = (record.splitlines() for record in records)
    assert calm == wild, "\n".join([f"seed {seed}:", *difflib.unified_diff(calm, wild)])


def main(words: Sequence[str]) -> int:
    parser = parser_of("data", __doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--an-evening", type=int, default=25)
    parser.add_argument("--plies", type=int, default=40)
    parser.add_argument("--first-seed", type=int, default=1)
    args = parser.parse_args(words)
    result, did = Kills(), Counter[str]()
    cv2.setNumThreads(1)  # threads of OpenCV's own do not survive a fork
    for command in ("play", "backup", "restore", "export"):
        load(command)
    with tempfile.TemporaryDirectory() as name:
        board, seed = a_board(Path(name) / "board"), args.first_seed
        while result.done < args.kills:
            kills = min(args.an_evening, args.kills - result.done)
            survive(Path(name), board, seed, kills, args.plies, result, did)
            print(f"{result.done} kills, seed {seed}", flush=True)
            seed += 1
    told = ", ".join(f"{what} {times}" for what, times in sorted(did.items()))
    print(
        f"{result.done} kills, records equal, no journal broken, no picture left over ({told});"
        f" {result.late_ends} evenings' ends took longer than a second"
    )
    return 0
