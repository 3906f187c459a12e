"""Whole matches between two tables that are treated badly, with `PYTHONPATH=distributions/two_books`:
`python -m lab.campaigns.two_tables_killed [MATCHES] [SEED] [LENGTH] [AT_ONCE]`.

Each table is a process with a simulated board, camera and person; they meet over a real Mosquitto, each through a proxy
that delays up to 5 s, reorders and doubles until the last of five outages. By lot the line is cut, either table is
killed with -9 and begun again, or the broker is, or a table loses its journal. One play in ten is made against the
rules first, one in ten of the other's is put otherwise first, one in twenty is taken back, with consent or without.
Asked: both logs equal and sound, nothing twice, both records equal, those of the log and read by GNU Backgammon, nobody
blamed for what they did not do.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from arbiter.match.events import Event, IllegalPlay, Misplaced, OutOfStep, PlayMade
from arbiter.match.record import record_of
from bookgammon.history.journal import Journal
from lab.campaigns.killed_process import KilledProcess
from lab.campaigns.opponent_matches import not_read
from lab.campaigns.two_books_links import ROLES
from tests.arbiter_referee.simulated_camera import FPS
from tests.plugins.club.mosquitto import Mosquitto
from tests.plugins.gnubg.opponent.at_table import LONG, SOON
from tests.two_books.link.unsteady_line import UnsteadyLine
from tests.two_books.match.one_player import INVITATION, JOURNAL, done_wrongly, stands
from tests.two_books.match.two_tables import games_of
from two_books.invitation import Invitation, code_of, new_invitation, parse_address
from two_books.link import Entry, Role
from two_books.shared_match import SharedMatch, match_of
from two_books.store import LinkStore
from two_books.store_file import FILE

OUTAGES = 5
EVENTS = ("cut", "kill host", "kill guest", "kill broker", "lose journal")
EARLIEST, LATEST = 2, 24
"""Entries of the log between which outages fall: the shortest matches have some more."""
TAKES_BACK = 0.05
MOST_S = 1500.0


@dataclass
class Figures:
    """Of one match. late: wrong mirrored positions that were not named within a second of lying still.

    questions: whether the board is as the table has it, which takes back and restarts lead to.
    """

    entries: int = 0
    turns: int = 0
    outages: Counter[str] = field(default_factory=Counter)
    wrong: int = 0
    late: int = 0
    questions: int = 0
    asked_back: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)


class Table:
    """One process, which may be killed and begun again."""

    def __init__(self, folder: Path, role: Role, invitation: Invitation, seed: int, length: int) -> None:
        self.folder, self.role = folder, role
        self._words = [str(folder), role, str(seed), str(length), str(TAKES_BACK)]
        self.process = KilledProcess(folder, "tests.two_books.match.one_player")
        code = folder / INVITATION
        code.touch(0o600)
        code.write_text(code_of(invitation), encoding="utf-8")

    def start(self) -> None:
        self.process.start(*self._words)

    @property
    def fault(self) -> str:
        """Why it ended by itself; empty where it goes on."""
        if self.process.ended is None:
            return ""
        return f"{self.role} ended: {self.process.said.strip()[-1500:]}"


class Pair:
    """Two tables, each behind a line of its own, and their broker."""

    def __init__(self, folder: Path, seed: int, length: int) -> None:
        self._lot, self.figures = Random(seed), Figures()
        self._broker = Mosquitto(folder / "broker")
        self._broker.start()
        self._lines = {role: UnsteadyLine(self._broker.port, 2 * seed + place) for place, role in enumerate(ROLES)}
        room = new_invitation(parse_address(self._broker.address))
        self._tables = dict[Role, Table]()
        for role in ROLES:
            address = parse_address(f"mqtt://127.0.0.1:{self._lines[role].port}")
            self._invitation = Invitation(address, room.room, room.secret)
            self._tables[role] = Table(folder / role, role, self._invitation, seed, length)

    def play(self) -> Figures:
        began = time.monotonic()
        for table in self._tables.values():
            table.start()
        due = sorted(self._lot.sample(range(EARLIEST, LATEST), OUTAGES))
        try:
            while not self._over and time.monotonic() - began < MOST_S:
                if faults := [table.fault for table in self._tables.values() if table.fault]:
                    self.figures.faults += faults
                    return self.figures
                entries = max(stands(table.folder).entries for table in self._tables.values())
                if due and entries >= due[0]:
                    due.pop(0)
                    self._outage()
                    if not due:
                        for line in self._lines.values():
                            line.calm()
                time.sleep(0.3)
            if not self._over:
                self.figures.faults.append(f"not over: {[stands(each.folder) for each in self._tables.values()]}")
        finally:
            self.figures.seconds = time.monotonic() - began
            self._close()
        self._look()
        return self.figures

    @property
    def _over(self) -> bool:
        both = [stands(table.folder) for table in self._tables.values()]
        return all(each.over for each in both) and len({each.entries for each in both}) == 1

    def _outage(self) -> None:
        event = self._lot.choice(EVENTS)
        self.figures.outages[event] += 1
        if event == "cut":
            line = self._lines[self._lot.choice(ROLES)]
            line.cut()
            time.sleep(self._lot.uniform(0.2, 8.0))
            line.mend()
        elif event == "kill broker":
            self._broker.kill()
            time.sleep(self._lot.uniform(0.0, 4.0))
            self._broker.start()
        else:
            lost = event == "lose journal"
            table = self._tables[self._lot.choice(ROLES) if lost else "host" if event == "kill host" else "guest"]
            table.process.kill()
            if lost and not stands(table.folder).over:  # of a match that is over nothing is written again
                for file in table.folder.glob(f"{JOURNAL}*"):
                    file.unlink()
            time.sleep(self._lot.uniform(0.0, 3.0))
            table.start()

    def _close(self) -> None:
        for table in self._tables.values():
            table.process.kill()
        for line in self._lines.values():
            line.close()
        self._broker.kill()

    # ------------------------------------------------------------------ afterwards

    def _look(self) -> None:
        figures, logs = self.figures, dict[Role, tuple[Entry, ...]]()
        for role, table in self._tables.items():
            with LinkStore(table.folder / FILE, self._invitation, role) as store:  # raises where it is not sound
                logs[role] = tuple(store.log)
        if logs["host"] != logs["guest"]:
            figures.faults.append("the logs are not equal")
        shared = match_of(logs["host"])
        figures.entries = len(logs["host"])
        figures.asked_back = sum(entry.body["kind"] == "asked back" for entry in logs["host"])
        if not shared.over:
            figures.faults.append("the log has no end")
        for table in self._tables.values():
            self._look_at(table, shared)

    def _look_at(self, table: Table, shared: SharedMatch) -> None:
        figures = self.figures
        with Journal(table.folder / JOURNAL) as journal:
            events = journal.events(max(journal.matches(), key=lambda entry: entry.id))
        figures.turns += sum(isinstance(event, PlayMade) for event in events)
        if games_of(events) != games_of(shared.events):
            figures.faults.append(f"the record of {table.role} is another one than the log's")
        elif fault := not_read(record_of(events)):
            figures.faults.append(f"{table.role}: {fault}")
        wrongly = done_wrongly(table.folder)
        found = unfounded(events, wrongly)
        figures.faults += [f"{table.role}, false: {event}" for event in found if not isinstance(event, OutOfStep)]
        figures.questions += sum(isinstance(event, OutOfStep) for event in found)
        ended = [(frame, seen) for what, frame, seen in wrongly if what == "wrong" and seen is not None]
        figures.wrong += len(ended)
        figures.late += sum(seen - frame > SOON for frame, seen in ended)


def unfounded(events: Sequence[Event], wrongly: Sequence[tuple[str, int, int | None]]) -> list[Event]:
    """Warnings of what nobody did, and questions. wrongly: what they did on purpose."""
    spans = [(frame - 6 * FPS, frame + LONG) for _, frame, _ in wrongly]
    said = [event for event in events if isinstance(event, IllegalPlay | Misplaced | OutOfStep)]
    return [event for event in said if not any(first <= event.frame <= last for first, last in spans)]


def one(folder: Path, seed: int, length: int) -> Figures:
    figures = Pair(folder / str(seed), seed, length).play()
    print(
        f"{seed}: {figures.entries} entries, {dict(figures.outages)}, {figures.asked_back} asked back,"
        f" {figures.wrong} put wrongly, {figures.seconds:.0f} s; {figures.faults or 'sound'}",
        flush=True,
    )
    return figures


def main() -> None:
    asked = [int(word) for word in sys.argv[1:]]
    matches, first, length, at_once = [*asked, *(40, 7000, 3, 6)[len(asked) :]]
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="two-tables-") as folder, ThreadPoolExecutor(at_once) as pool:
        found = list(pool.map(lambda seed: one(Path(folder), seed, length), range(first, first + matches)))
    outages = sum((each.outages for each in found), Counter[str]())
    faulty = sum(bool(each.faults) for each in found)
    print(
        f"{matches} matches to {length}, {faulty} with a fault; {sum(outages.values())} outages {dict(outages)};"
        f" {sum(each.turns for each in found)} turns, {sum(each.entries for each in found)} entries,"
        f" {sum(each.asked_back for each in found)} plays asked back; {sum(each.wrong for each in found)} mirrored"
        f" plays put wrongly, {sum(each.late for each in found)} not named within a second;"
        f" {sum(each.questions for each in found)} questions;"
        f" {time.monotonic() - began:.0f} s, load {os.getloadavg()[0]:.1f}"
    )
    sys.exit(faulty > 0)


if __name__ == "__main__":
    main()
