"""Links between two tables that are treated badly, with `PYTHONPATH=distributions/two_books`:
`python -m lab.campaigns.two_books_links [PAIRS] [OUTAGES] [ENTRIES]`.

Each pair of tables, two processes, appends entries by lot over a real Mosquitto, each through a proxy that delays up to
5 s, reorders and doubles. By lot the line is cut, either table is killed with -9 or put to sleep, or the broker is
killed. Afterwards both logs must be equal and sound; everything promised is in them once, nothing that was refused.
"""

from __future__ import annotations

import signal
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from lab.campaigns.kept_logs import faults_of, kept_log
from lab.campaigns.killed_process import KilledProcess
from tests.plugins.club.mosquitto import Mosquitto
from tests.two_books.link.one_table import promised, stands
from tests.two_books.link.unsteady_line import UnsteadyLine
from two_books.invitation import Invitation, code_of, new_invitation, parse_address
from two_books.link import Role

ROLES: tuple[Role, ...] = ("host", "guest")
EVENTS = ("cut", "cut", "kill host", "kill guest", "kill broker", "sleep")
AT_ONCE = 2
AGREE_S = 240.0
SECONDS_BETWEEN = 0.4


@dataclass
class Figures:
    """Of one pair. agreed: seconds from the last outage until both logs were one."""

    entries: int = 0
    refused: int = 0
    outages: Counter[str] = field(default_factory=Counter)
    agreed: float = 0.0
    bytes: int = 0
    faults: list[str] = field(default_factory=list)


class Table:
    """One process, which may be killed and started again."""

    def __init__(self, folder: Path, role: Role, invitation: Invitation, target: int) -> None:
        self.folder, self.role, self._target = folder, role, target
        self._life = 0
        self.process = KilledProcess(folder, "tests.two_books.link.one_table")
        code = folder / "invitation"
        code.touch(0o600)
        code.write_text(code_of(invitation), encoding="utf-8")

    def start(self) -> None:
        self._life += 1
        self.process.start(str(self.folder), self.role, str(self._life), str(self._target), str(SECONDS_BETWEEN))

    def sleep(self, seconds: float) -> None:
        self.process.signal(signal.SIGSTOP)
        time.sleep(seconds)
        self.process.signal(signal.SIGCONT)

    @property
    def gone(self) -> bool:
        """Whether it ended by itself."""
        return self.process.ended is not None

    @property
    def done(self) -> bool:
        found = stands(self.folder)
        return found.get("life") == self._life and found["done"] >= self._target and not found["waiting"]


class Pair:
    """Two tables, each behind a line of its own."""

    def __init__(self, folder: Path, broker: Mosquitto, seed: int, target: int) -> None:
        self.lot, self._broker, self.figures = Random(seed), broker, Figures()
        self.lines = {role: UnsteadyLine(broker.port, 2 * seed + place) for place, role in enumerate(ROLES)}
        room = new_invitation(parse_address(broker.address))
        self.tables = dict[Role, Table]()
        for role in ROLES:
            address = parse_address(f"mqtt://127.0.0.1:{self.lines[role].port}")
            self.invitation = Invitation(address, room.room, room.secret)
            self.tables[role] = Table(folder / str(seed) / role, role, self.invitation, target)
            self.tables[role].start()

    def outage(self) -> None:
        event = self.lot.choice(EVENTS)
        self.figures.outages[event] += 1
        match event:
            case "cut":
                line = self.lines[self.lot.choice(ROLES)]
                line.cut()
                time.sleep(self.lot.uniform(0.2, 8.0))
                line.mend()
            case "kill broker":
                self._broker.kill()
                time.sleep(self.lot.uniform(0.0, 4.0))
                self._broker.start()
            case "sleep":
                self.tables[self.lot.choice(ROLES)].sleep(self.lot.uniform(1.0, 25.0))
            case _:
                table = self.tables["host" if event == "kill host" else "guest"]
                table.process.kill()
                time.sleep(self.lot.uniform(0.0, 3.0))
                table.start()

    @property
    def agree(self) -> bool:
        lengths = {stands(table.folder).get("length") for table in self.tables.values()}
        return all(table.done for table in self.tables.values()) and len(lengths) == 1

    def finish(self) -> Figures:
        """Wait until both agree, then look at both logs."""
        begun = time.monotonic()
        while not self.agree and time.monotonic() - begun < AGREE_S:
            if any(table.gone for table in self.tables.values()):
                self.figures.faults.append("a table ended by itself")
                break
            time.sleep(0.2)
        self.figures.agreed = time.monotonic() - begun
        if not self.agree:
            self.figures.faults.append(f"no agreement: {[stands(table.folder) for table in self.tables.values()]}")
        for table in self.tables.values():
            self.figures.faults += [fault for fault in (stands(table.folder).get("fault"),) if fault]
            table.process.kill()
        self.figures.bytes = sum(line.bytes for line in self.lines.values())
        self._look()
        return self.figures

    def _look(self) -> None:
        logs = {role: kept_log(table.folder, self.invitation, role) for role, table in self.tables.items()}
        figures, log = self.figures, logs["host"].entries
        figures.faults += faults_of(logs)
        found = Counter(str(entry.body["mark"]) for entry in log)
        figures.entries = len(log)
        if max(found.values(), default=1) > 1:
            figures.faults.append("something came twice")
        for table in self.tables.values():
            marks = promised(table.folder)
            figures.refused += sum(mark.startswith("bad") for mark in marks)
            lost = [mark for mark in marks if mark.startswith("good") and not found[mark]]
            if lost:
                figures.faults.append(f"lost: {lost}")
        if any(mark.startswith("bad") for mark in found):
            figures.faults.append("something refused is in the log")

    def close(self) -> None:
        for table in self.tables.values():
            table.process.kill()
        for line in self.lines.values():
            line.close()


def run(pairs: int, outages: int, entries: int, folder: Path, seed: int = 1) -> list[Figures]:
    """So many pairs, a few at once. entries: promises of each table; what outages cut off comes on top."""
    found = list[Figures]()
    for first in range(0, pairs, AT_ONCE):
        with Mosquitto(folder / f"broker{first}") as broker, ExitStack() as stack:
            numbers = range(first, min(first + AT_ONCE, pairs))
            together = [Pair(folder, broker, seed + number, entries) for number in numbers]
            for pair in together:
                stack.callback(pair.close)
            lot = Random(seed + first)
            for _ in range(outages):
                for pair in together:
                    time.sleep(lot.uniform(0.5, 4.0))
                    pair.outage()
            found += [pair.finish() for pair in together]
        for number, figures in enumerate(found[first:], first):
            print(
                f"pair {number}: {figures.entries} entries, {figures.refused} refused, {dict(figures.outages)},"
                f" one log {figures.agreed:.1f} s after the last outage, {figures.bytes // 1000} kB;"
                f" {figures.faults or 'sound'}",
                flush=True,
            )
    return found


def main() -> None:
    asked = [int(word) for word in sys.argv[1:]]
    pairs, outages, entries = [*asked, *(6, 5, 60)[len(asked) :]]
    with tempfile.TemporaryDirectory(prefix="two-books-") as folder:
        found = run(pairs, outages, entries, Path(folder))
    faulty = sum(bool(each.faults) for each in found)
    agreed = sorted(each.agreed for each in found)
    print(
        f"{len(found)} pairs, {sum(each.entries for each in found)} entries, {faulty} faulty;"
        f" one log after {agreed[len(agreed) // 2]:.1f} s (median), {agreed[-1]:.1f} s (most)"
    )
    sys.exit(faulty > 0)


if __name__ == "__main__":
    main()
