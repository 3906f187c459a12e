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
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

from lab.campaigns.kept_logs import kept_log
from lab.campaigns.killed_process import KilledProcess
from lab.campaigns.two_books_links import ROLES
from lab.campaigns.two_tables_looked_at import Figures, look_at
from tests.plugins.club.mosquitto import Mosquitto
from tests.two_books.link.unsteady_line import UnsteadyLine
from tests.two_books.match.one_player import INVITATION, JOURNAL, stands
from two_books.invitation import Invitation, code_of, new_invitation, parse_address
from two_books.link import Role
from two_books.shared_match import match_of

OUTAGES = ("cut", "kill broker", "kill host", "kill guest")
JOURNALS = ("host loses journal", "guest loses journal")
MOST_OUTAGES = 5
EARLIEST, LATEST = 2, 24
"""Entries of the log between which outages fall: the shortest matches have some more."""
DELAYED, DELAYED_LATER = 0.5, 0.05
MANNERS = {"takes_back": 0.05, "declines": 0.05}
MOST_S, END_S = 1500.0, 60.0


class Table:
    """One process, which may be killed and begun again. words: of its module, after folder and role."""

    def __init__(self, folder: Path, role: Role, invitation: Invitation, module: str, words: Sequence[str]) -> None:
        self.folder, self.role, self.invitation = folder, role, invitation
        self._words = [str(folder), role, *words]
        self.process = KilledProcess(folder, module)
        code = folder / INVITATION
        code.touch(0o600)
        code.write_text(code_of(invitation), encoding="utf-8")

    def start(self) -> None:
        self.process.start(*self._words)

    def lose_journal(self) -> bool:
        """While its program is killed; not of a match that is over, which is never written again."""
        if match_of(kept_log(self.folder, self.invitation, self.role).entries).over:
            return False
        for file in self.folder.glob(f"{JOURNAL}*"):
            file.unlink()
        return True

    @property
    def fault(self) -> str:
        """Why it ended by itself; empty where it goes on."""
        if self.process.ended is None:
            return ""
        return f"{self.role} ended: {self.process.said.strip()[-1500:]}"

    def end(self) -> str:
        """It puts everything away; why it did not, or empty."""
        self.process.signal(signal.SIGTERM)
        ends = time.monotonic() + END_S
        while self.process.ended is None and time.monotonic() < ends:
            time.sleep(0.05)
        return "" if self.process.ended == 0 else f"{self.role} does not end: {self.process.said.strip()[-1500:]}"


class Pair:
    """Two tables, each behind a line of its own, and their broker. outages: in their order. manners: of both players.

    delayed: share of messages that are held back until the last outage. module: what a table's process runs.
    """

    def __init__(
        self, folder: Path, seed: int, length: int, outages: Sequence[str], manners: Mapping[str, float], *,
        delayed: float = DELAYED, module: str = "tests.two_books.match.one_player",
    ) -> None:
        self._lot, self._outages, self.figures = Random(seed), list(outages), Figures()
        self._broker = Mosquitto(folder / "broker")
        self._broker.start()
        self._lines = {
            role: UnsteadyLine(self._broker.port, 2 * seed + place, delayed=delayed) for place, role in enumerate(ROLES)
        }
        room = new_invitation(parse_address(self._broker.address))
        self.tables = dict[Role, Table]()
        words = [str(seed), str(length), *(f"{name}={share}" for name, share in manners.items())]
        for role in ROLES:
            address = parse_address(f"mqtt://127.0.0.1:{self._lines[role].port}")
            self.tables[role] = Table(folder / role, role, Invitation(address, room.room, room.secret), module, words)

    def calm(self) -> None:
        """From now on everything passes at once, and once."""
        for line in self._lines.values():
            line.calm()

    def play(self) -> Figures:
        began = time.monotonic()
        try:
            for table in self.tables.values():
                table.start()
            self._play(began + MOST_S)
        finally:
            self._close()
        self.figures.seconds = time.monotonic() - began
        if not self.figures.faults:
            logs = {role: kept_log(table.folder, table.invitation, role) for role, table in self.tables.items()}
            look_at(self.figures, logs, {role: table.folder for role, table in self.tables.items()})
        return self.figures

    def _play(self, ends: float) -> None:
        figures, tables = self.figures, self.tables.values()
        due = sorted(self._lot.sample(range(EARLIEST, LATEST), len(self._outages)))
        while not self._over and time.monotonic() < ends:
            figures.faults += [table.fault for table in tables if table.fault]
            if figures.faults:
                break
            if due and max(stands(table.folder).entries for table in tables) >= due[0]:
                due.pop(0)
                self._happens(self._outages.pop(0))
                if not due:
                    for line in self._lines.values():
                        line.hold_back(DELAYED_LATER)
            time.sleep(0.3)
        if not self._over:
            figures.faults.append(f"not over: {[stands(table.folder) for table in tables]}")
        else:
            figures.faults += [fault for fault in [table.end() for table in tables] if fault]

    @property
    def _over(self) -> bool:
        both = [stands(table.folder) for table in self.tables.values()]
        return all(each.over for each in both) and len({each.entries for each in both}) == 1

    def _happens(self, outage: str) -> None:
        if outage == "cut":
            line = self._lines[self._lot.choice(ROLES)]
            line.cut()
            time.sleep(self._lot.uniform(0.2, 8.0))
            line.mend()
        elif outage == "kill broker":
            self._broker.kill()
            time.sleep(self._lot.uniform(0.0, 4.0))
            self._broker.start()
        else:
            table = self.tables["host" if "host" in outage else "guest"]
            table.process.kill()
            if outage in JOURNALS and not table.lose_journal():
                outage = f"kill {table.role}"
            time.sleep(self._lot.uniform(0.0, 3.0))
            table.start()
        self.figures.outages[outage] += 1

    def _close(self) -> None:
        for table in self.tables.values():
            table.process.kill()
        for line in self._lines.values():
            line.close()
        self._broker.kill()


def by_lot(kinds: Sequence[str], seed: int) -> list[str]:
    """Five outages in any order: of each kind one, what is left by lot."""
    lot = Random(f"{seed} outages")
    found = lot.sample(kinds, min(len(kinds), MOST_OUTAGES))
    found += lot.choices(kinds, k=MOST_OUTAGES - len(found))
    lot.shuffle(found)
    return found


def one(folder: Path, seed: int, length: int, kinds: Sequence[str]) -> Figures:
    """One match in a folder of its own, which stays where there is a fault."""
    own = folder / str(seed)
    figures = Pair(own, seed, length, by_lot(kinds, seed), MANNERS).play()
    print(
        f"{seed}: {figures.entries} entries, {dict(figures.outages)}, {figures.asked_back} asked back,"
        f" {figures.wrong} put wrongly, {figures.seconds:.0f} s; {figures.faults or 'sound'}"
        f"{f'; see {own}' if figures.faults else ''}",
        flush=True,
    )
    if not figures.faults:
        shutil.rmtree(own)
    return figures


def main() -> None:
    numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
    other = [word for word in sys.argv[1:] if not word.isdigit()]
    matches, first, length, at_once = [*numbers, *(40, 7000, 3, 6)[len(numbers) :]]
    kinds = (*OUTAGES, *JOURNALS) if "journals" in other else OUTAGES
    named = [Path(word) for word in other if word != "journals"]
    folder = named[0] if named else Path(tempfile.mkdtemp(prefix="two-tables-"))
    began = time.monotonic()
    with ThreadPoolExecutor(at_once) as pool:
        found = list(pool.map(lambda seed: one(folder, seed, length, kinds), range(first, first + matches)))
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
    if not faulty and not named:
        folder.rmdir()
    sys.exit(faulty > 0)


if __name__ == "__main__":
    main()
