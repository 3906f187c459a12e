"""A club's evening: `python -m lab.campaigns.club_evening [--tables 32] [--real 2] [--kills 50] [--minutes 2] ...`.

Simulated tables (the real publisher over random games) and real `bookgammon play`s publish to a real Mosquitto; a
real wall follows in a process of its own. The broker is killed with -9 at random moments, cut off by a cable, the
real tables are killed with -9 and started again. At the end every event that any table's journal holds must have been
given out by the wall in order and once, and the wall must show every table as it stands.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import shutil
import signal
import statistics
import sys
import tempfile
import time
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Self

from arbiter.referee.evidence import Evidence
from bookgammon.history.journal import Journal
from bookgammon.plugins.club.broker import Broker, Publishing
from bookgammon.plugins.club.club_state import Happened
from bookgammon.plugins.club.topics import match_key
from bookgammon.plugins.club.wall import Wall
from lab.campaigns.kill.harness import a_board
from tests.history.simulated import looks_of, play
from tests.plugins.club.cable import Cable
from tests.plugins.club.heard import Heard
from tests.plugins.club.mosquitto import Mosquitto
from tests.plugins.club.simulated import SimulatedTable
from tests.ports import free_port

SOON_S = 120.0
MOST_ON_THE_CABLE = 100
"""More tables talk to the broker directly: the cable spends threads on each."""
CONFIGURATION = "allow_anonymous true\nsys_interval 1\nmax_inflight_messages 1000\nmax_queued_messages 100000\n"
COUNTED = (
    "clients/connected",
    "retained messages/count",
    "load/messages/received/1min",
    "load/messages/sent/1min",
    "load/bytes/received/1min",
    "load/bytes/sent/1min",
)
"""What Mosquitto counts of itself; loads are per minute."""

Seen = dict[tuple[str, str], list[int]]


class Unhurried(list[Evidence]):
    """Looks at the pace of a camera, so that a real table lasts as long as an evening."""

    pause = 0.03

    def __getitem__(self, index: Any) -> Any:
        time.sleep(self.pause)
        return super().__getitem__(index)


def run_wall(port: int, wall_port: int, log: Path) -> None:
    """The wall's process: each event given out is a line of its log."""
    with log.open("a", buffering=1) as file:

        def happened(some: Sequence[Happened]) -> None:
            now = time.time()
            file.writelines(f"{one.id} {one.match} {one.number} {now:.3f}\n" for one in some)

        with Wall(Broker("127.0.0.1", port), "127.0.0.1", wall_port, happened=happened, say=_unsaid):
            signal.pause()


def run_tables(port: int, numbers: Sequence[int], folder: Path, pace: float, seconds: float) -> None:
    """A process with many simulated tables; each event is a line of its log when it happens."""
    rng = random.Random(numbers[0])
    log = (folder / f"tables-{numbers[0]}.log").open("a", buffering=1)
    with ExitStack() as stack:
        tables = []
        for number in numbers:
            name = f"Table {number}"
            publishing = Publishing(Broker("127.0.0.1", port), name, f"table-{number}", home_assistant=False)
            tables.append(SimulatedTable(publishing, folder, number))
            stack.enter_context(tables[-1].publisher)
        due = [time.monotonic() + rng.uniform(0, pace) for _ in tables]
        ended = False
        until = time.time() + seconds
        while True:
            now = time.monotonic()
            for place, table in enumerate(tables):
                if time.time() < until and due[place] <= now:
                    due[place] += rng.uniform(0.5, 1.5) * pace
                    before = time.time()
                    count = len(table.journal.events)
                    table.happen()
                    log.writelines(
                        f"{table.publishing.id} {one.key} {one.number} {before:.3f}\n"
                        for one in table.journal.events[count:]
                    )
                else:
                    table.look()
            if time.time() >= until and not ended:
                ended = True
                final = {table.publishing.id: list(table.state.score) for table in tables}
                (folder / f"final-{numbers[0]}.json").write_text(json.dumps(final))
            time.sleep(0.05 if len(tables) < 50 else 0.2)


def run_play(port: int, number: int, data: Path) -> None:
    """A real `bookgammon play` over a simulated camera."""
    out = os.open(data / "said.txt", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(out, 1)
    os.dup2(out, 2)
    looks = Unhurried(looks_of(number, plies=400))
    words = ["--port", str(free_port()), "--broker", f"mqtt://127.0.0.1:{port}", "--table", f"Real {number}"]
    os._exit(play(looks, data, words))


@dataclass
class Logs:
    """The logs of an evening as far as they have been read."""

    folder: Path
    at: dict[Path, int] = field(default_factory=dict)
    happened: dict[tuple[str, str, int], float] = field(default_factory=dict)
    given: dict[tuple[str, str, int], float] = field(default_factory=dict)
    order: Seen = field(default_factory=lambda: defaultdict(list))

    def read(self) -> Self:
        for path in sorted(self.folder.glob("*.log")):
            with path.open(encoding="utf-8") as file:
                file.seek(self.at.get(path, 0))
                text = file.read()
            whole = text.rpartition("\n")[0] + "\n" if "\n" in text else ""
            self.at[path] = self.at.get(path, 0) + len(whole.encode())
            for line in whole.splitlines():
                name, match, number, when = line.split()
                where = (name, match, int(number))
                if path.name == "wall.log":
                    self.given[where] = float(when)
                    self.order[name, match].append(int(number))
                else:
                    self.happened[where] = float(when)
        return self

    def behind(self) -> set[tuple[str, str, int]]:
        return set(self.happened) - set(self.given)


def cpu_and_memory(pid: int) -> tuple[float, float]:
    """(processor seconds, resident MiB) of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    memory = next(line for line in status if line.startswith("VmHWM"))
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), int(memory.split()[1]) / 1024


def percentiles(delays: Sequence[float]) -> str:
    if len(delays) < 2:
        return "nothing to tell"
    cut = statistics.quantiles(delays, n=100)
    return f"median {cut[49]:.3f} s, p95 {cut[94]:.3f} s, p99 {cut[98]:.3f} s, most {max(delays):.3f} s"


def broker_counts(broker: Mosquitto) -> dict[str, float]:
    """What Mosquitto counts itself ($SYS), as it last said."""
    with Heard(broker.port, "$SYS/broker/#") as heard:
        time.sleep(2.5)
        found = {}
        for name, payload, _ in heard.messages:
            try:
                found[name.removeprefix("$SYS/broker/")] = float(payload)
            except ValueError:
                continue
        return found


@dataclass
class Evening:
    """What one evening came to. delays: seconds from the table to the wall; cuts: until silent, until live again."""

    events: int
    lost: list[tuple[str, str, int]]
    repeated: int
    out_of_order: int
    delays: list[float]
    recoveries: list[float]
    cuts: list[tuple[float, float]]
    wrong_states: list[str]
    wall_cores: float
    wall_mib: float
    broker: dict[str, float]

    @property
    def well(self) -> bool:
        return not (self.lost or self.repeated or self.out_of_order or self.wrong_states)


class Club:
    """Broker, wall, tables and cable of an evening, running inside the `with` block; ended with -9 after it.

    Tables are on the cable's side, real ones beside the broker.
    """

    def __init__(self, tables: int, real: int, minutes: float, pace: float, folder: Path) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._stack = ExitStack()
        self.folder, self.tables = folder, tables
        self.logs = Logs(folder)
        self.broker = Mosquitto(folder / "broker", CONFIGURATION)
        self.wall_port = free_port()
        self._minutes, self._pace = minutes, pace
        self.datas = [folder / f"real-{number}" for number in range(1, real + 1)]
        self.plays: list[BaseProcess] = []

    def __enter__(self) -> Self:
        self._stack.enter_context(self.broker)
        self.cable = Cable(self.broker.port)
        self._stack.callback(self.cable.close)
        many = self.tables > MOST_ON_THE_CABLE
        self.wall = self._started(run_wall, self.broker.port, self.wall_port, self.folder / "wall.log")
        _until(lambda: _wall(self.wall_port), SOON_S)
        time.sleep(1.0)  # until it follows the broker
        for number, data in enumerate(self.datas, 1):
            a_board(data)
            self.plays.append(self._started(run_play, self.broker.port, number, data))
        _until(lambda: len(_wall(self.wall_port)["tables"]) == len(self.datas), SOON_S)
        groups = 0
        each = -(-self.tables // 4) if many else max(1, self.tables)
        for first in range(1, self.tables + 1, each):
            numbers = tuple(range(first, min(first + each, self.tables + 1)))
            port = self.broker.port if many else self.cable.port
            self._started(run_tables, port, numbers, self.folder, self._pace, 60 * self._minutes)
            groups += 1
        self._groups = groups
        _until(lambda: len(_wall(self.wall_port)["tables"]) == len(self.datas) + self.tables, SOON_S)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _started(self, work: Callable[..., None], *words: object) -> BaseProcess:
        process = self._context.Process(target=work, args=words, daemon=True)
        process.start()
        self._stack.callback(process.join)
        self._stack.callback(process.kill)
        return process

    def kill_table(self, number: int) -> None:
        """-9 for a real table, which is started again."""
        self.plays[number].kill()
        self.plays[number].join()
        self.plays[number] = self._started(run_play, self.broker.port, number + 1, self.datas[number])

    def kill_broker(self, away: float) -> float:
        """-9 for the broker; gives how long after its return the wall has all that had happened by then."""
        self.broker.kill()
        time.sleep(away)
        self.logs.read()
        wanted = {one for one in self.logs.happened if one[2] > 1}
        self.broker.start()
        back = time.monotonic()
        _until(lambda: wanted <= self.logs.read().given.keys(), SOON_S, complain=False)
        return time.monotonic() - back

    def cut_cable(self) -> tuple[float, float]:
        """Seconds until the wall shows all tables as silent, and after mending as live again."""
        cut = time.monotonic()
        self.cable.cut()
        _until(lambda: self._standing() == {"silent"}, SOON_S)
        mended = time.monotonic()
        self.cable.mend()
        _until(lambda: self._standing() == {"live"}, SOON_S)
        return mended - cut, time.monotonic() - mended

    def _standing(self) -> set[str]:
        shown = _wall(self.wall_port)["tables"]
        return {one["standing"] for one in shown if one["id"].startswith("table-")}

    def play_on(self) -> None:
        """Until the simulated tables have played as long as they should."""
        _until(lambda: len(list(self.folder.glob("final-*.json"))) == self._groups, 60 * self._minutes + SOON_S)

    def finish(self) -> None:
        """Everybody stops playing; waits until all has been told, if it ever is."""
        for process in self.plays:
            process.terminate()  # it may have come to its end by itself
            process.join(SOON_S)
        _read_journals(self.logs, self.datas)
        _until(lambda: not _lost(self.logs.read()), SOON_S, complain=False)

    def shown_wrong(self) -> list[str]:
        """Tables that the wall shows otherwise than they stand."""
        shown = {one["id"]: one["score"] for one in _wall(self.wall_port)["tables"]}
        wrong = []
        for path in self.folder.glob("final-*.json"):
            for name, (light, dark) in json.loads(path.read_text(encoding="utf-8")).items():
                if shown.get(name) != {"light": light, "dark": dark}:
                    wrong.append(name)
        return wrong


def evening(
    tables: int, real: int, kills: int, minutes: float, pace: float, folder: Path, seed: int = 1, cuts: int = 0
) -> Evening:
    """Runs it; folder: for logs and data."""
    rng = random.Random(seed)
    with Club(tables, real, minutes, pace, folder) as club:
        begun, used = time.monotonic(), cpu_and_memory(club.wall.pid or 0)[0]
        recoveries = []
        for number in range(kills):
            time.sleep(rng.uniform(0.2, 1.0) * 60 * minutes / (kills + 1))
            if real and number % 5 == 0:
                club.kill_table(number // 5 % real)
            recoveries.append(club.kill_broker(rng.uniform(0.0, 1.0)))
        cut = [club.cut_cable() for _ in range(cuts)]
        club.play_on()
        processor, memory = cpu_and_memory(club.wall.pid or 0)
        share = (processor - used) / (time.monotonic() - begun)
        counts = {} if kills else broker_counts(club.broker)
        club.finish()
        wrong = club.shown_wrong()
    logs = club.logs
    return Evening(
        events=len(logs.happened),
        lost=_lost(logs),
        repeated=sum(len(numbers) - len(set(numbers)) for numbers in logs.order.values()),
        out_of_order=sum(numbers != sorted(numbers) for numbers in logs.order.values()),
        delays=[logs.given[one] - when for one, when in logs.happened.items() if one in logs.given and when],
        recoveries=recoveries,
        cuts=cut,
        wrong_states=wrong,
        wall_cores=share,
        wall_mib=memory,
        broker=counts,
    )


def _lost(logs: Logs) -> list[tuple[str, str, int]]:
    """What happened after the wall first heard of a table and was never given out."""
    first: dict[tuple[str, str], int] = {}
    for name, match, number in logs.given:
        first[name, match] = min(number, first.get((name, match), number))
    return sorted(one for one in logs.behind() if (one[0], one[1]) not in first or one[2] > first[one[0], one[1]])


def _read_journals(logs: Logs, datas: Sequence[Path]) -> None:
    """What the real tables' journals hold counts as having happened; when, nobody knows."""
    for number, data in enumerate(datas, 1):
        with Journal(data / "journal.sqlite", read_only=True) as journal:
            for entry in journal.matches():
                key = match_key(entry.id, entry.started)
                for count in range(1, journal.length(entry) + 1):
                    logs.happened.setdefault((f"real-{number}", key, count), 0.0)


def _wall(port: int) -> Any:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/wall", timeout=5) as answer:
            return json.loads(answer.read())
    except OSError:
        return None


def _until(true: Any, seconds: float, complain: bool = True) -> None:
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            if complain:
                raise TimeoutError
            return
        time.sleep(0.1)


def _unsaid(_: str) -> None:
    """Nobody sits at this wall's terminal."""


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=32)
    parser.add_argument("--real", type=int, default=0)
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--cuts", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--pace", type=float, default=3.0, help="seconds between two events of a table")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args(words)
    folder = Path(tempfile.mkdtemp(prefix="bookgammon-club-"))
    try:
        found = evening(args.tables, args.real, args.kills, args.minutes, args.pace, folder, args.seed, args.cuts)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"{found.events} events, {len(found.lost)} lost, {found.repeated} twice, {found.out_of_order} out of order")
    print(f"event on the wall: {percentiles(found.delays)}")
    print(f"wall: {found.wall_cores:.2f} of one core, {found.wall_mib:.0f} MiB")
    if found.recoveries:
        print(f"all there after the broker's return: {percentiles(found.recoveries)}")
    for silent, live in found.cuts:
        print(f"cable: all tables shown as silent after {silent:.1f} s, as live {live:.1f} s after mending")
    for name in COUNTED:
        if name in found.broker:
            print(f"  Mosquitto {name}: {found.broker[name]:.0f}")
    print(f"{len(found.wrong_states)} tables shown otherwise than they stand")
    return int(not found.well)


if __name__ == "__main__":
    sys.exit(main())
