"""kill -9 at random moments of an evening: `python -m tests.history.kill [--kills 300] [--first-seed 1]`.

Each kill ends a real `bookgammon play` (referee, journal, page, lights; the eyes are simulated) whose page somebody
watches. Started again, it must show what was shown last, or one frame's events more; at its end the record must be
that of an evening nobody disturbed. Between the kills an export of the match is killed as well: the file that it
writes is the old one or the new one. Needs a system with fork and kill -9.
"""

from __future__ import annotations

import argparse
import difflib
import json
import os
import random
import select
import signal
import socket
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arbiter.match.events import Event
from arbiter.match.fold import fold
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from bookgammon.command_line import main as bookgammon
from bookgammon.commands import load
from bookgammon.history.record import record_of
from tests.history.simulated import PLIES, STOPPED, events_in, looks_of, play
from tests.ports import free_port
from web.view import TableView, view_json

SHOWN = ("match", "phase", "player", "dice", "cube", "plays", "warning", "result")
"""What a page tells of the match itself; the rest is what the camera sees at that moment."""
SOON_S = 60.0


@dataclass
class Running:
    """A child of ours that runs the program, its page's port, and the gate before its first picture."""

    pid: int
    port: int
    gate: int

    def open_gate(self) -> None:
        os.write(self.gate, b"!")

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        self.wait()

    def wait(self) -> int:
        os.close(self.gate)
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


def started(work: Callable[[Callable[[], object]], int], log: Path, port: int = 0) -> Running:
    """`work` in a process of its own; it gets the function that waits at the gate."""
    inside, outside = os.pipe()
    pid = os.fork()
    if pid:
        os.close(inside)
        return Running(pid, port, outside)
    os.close(outside)
    with log.open("ab") as said:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
    code = 70
    try:
        code = work(lambda: os.read(inside, 1))
    except BaseException:
        traceback.print_exc()
        raise
    finally:
        sys.stdout.flush()
        os._exit(code)
    raise AssertionError  # never reached


def evening(looks: Sequence[Evidence], data: Path) -> Running:
    """`bookgammon play` over the data folder, held at its gate."""
    port = free_port()
    return started(lambda gate: play(looks, data, ["--port", str(port)], gate), data / "said.txt", port)


class Viewer:
    """Somebody who watches the page's events; keeps the last one that came whole."""

    def __init__(self, running: Running) -> None:
        end = time.monotonic() + SOON_S
        while True:
            try:
                self._line = socket.create_connection(("127.0.0.1", running.port), timeout=SOON_S)
                break
            except ConnectionRefusedError:
                if time.monotonic() > end or os.waitpid(running.pid, os.WNOHANG)[0]:
                    raise
                time.sleep(0.01)
        self._line.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        self._heard = b""
        self.seen = 0
        self.last: dict[str, Any] = {}

    def see(self, states: int) -> None:
        """Wait for so many more states, or for the end of the stream."""
        wanted = self.seen + states
        while self.seen < wanted and self._hear():
            pass

    def see_happen(self, times: int) -> None:
        """Wait until what is told of the match has changed so often, or for the end of the stream."""
        for _ in range(times):
            before = told(self.last)
            while told(self.last) == before:
                if not self._hear():
                    return

    def drain(self) -> None:
        """What was sent before the program died."""
        with suppress(ConnectionResetError):
            while self._hear():
                pass
        self._line.close()

    def _hear(self) -> bool:
        if not select.select([self._line], [], [], SOON_S)[0]:
            raise TimeoutError("the page says nothing")
        data = self._line.recv(1 << 16)
        self._heard += data
        *whole, self._heard = self._heard.split(b"\n\n")
        for block in whole:
            # a chunk of the transfer may begin before the event's first line
            text = block.partition(b"data: ")[2] if b"event: state" in block else b""
            if text:
                self.last, self.seen = json.loads(text), self.seen + 1
        return bool(data)


def told(state: dict[str, Any]) -> dict[str, Any]:
    shown = {key: state[key] for key in SHOWN}
    if shown["warning"]:  # its photographs are of this run of the program alone
        shown["warning"] = {**shown["warning"], "pictures": None}
    return shown


def shown_for(events: Sequence[Event]) -> dict[str, Any]:
    return told(json.loads(json.dumps(view_json(TableView(fold(events), Seats(Side.LIGHT)), 0))))


def one_back(events: Sequence[Event]) -> range:
    """How many events were there before the last commit, which holds one frame's events; and all between."""
    frame = events[-1].frame if events else 0
    return range(len([event for event in events if event.frame < frame]), len(events) + 1)


@dataclass
class Kills:
    """What came of them. after: what had happened last when the kill came; ahead: one commit was kept, not yet
    shown; late_ends: evenings whose program left as it was after a second; stops: seconds from SIGTERM to the end of
    the others' programs."""

    done: int = 0
    exports: int = 0
    ahead: int = 0
    late_ends: int = 0

    def __post_init__(self) -> None:
        self.after: Counter[str] = Counter()
        self.stops: list[float] = []


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


def killed_export(data: Path, chance: random.Random) -> None:
    """An export over an older file is cut off: the older one or the new one is there, whole."""
    out = data / "match.txt"
    old = "the old record\n" * 200
    out.write_text(old)
    words = ["export", "last", "--format", "text", "--data", str(data), "--out", str(out)]
    running = started(lambda _: bookgammon(words), data / "said.txt")
    time.sleep(chance.random() * 0.03)
    running.kill()
    cut_off = out.read_text()
    if cut_off != old:
        assert started(lambda _: bookgammon(words), data / "said.txt").wait() == 0
        assert out.read_text() == cut_off


def whole_evening(looks: Sequence[Evidence], data: Path, result: Kills) -> str:
    """To its end without a kill; the program stops on SIGTERM, as a service does."""
    running = evening(looks, data)
    running.open_gate()
    code = running.wait()
    assert code in (0, 1), (code, (data / "said.txt").read_text())
    stopped = data / STOPPED
    if took := stopped.read_text() if stopped.exists() else "":
        assert not (data / "journal.sqlite-wal").exists(), "the journal was not closed"
        result.stops.append(float(took))
    else:  # a busy machine could not put everything away within a second, and the program left as it was
        result.late_ends += 1
    return record_of(events_in(data))


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--an-evening", type=int, default=100, help="kills of one evening")
    parser.add_argument("--plies", type=int, default=PLIES, help="turns of one evening")
    parser.add_argument("--first-seed", type=int, default=1)
    args = parser.parse_args()
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


def ready() -> None:
    """What the children need is loaded once, here, and not again by each of them."""
    for name in ("play", "export"):
        load(name)


def a_board(folder: Path) -> Path:
    """The recording's board as a board file."""
    from bookgammon.boards.known_boards import save_board  # noqa: PLC0415 - OpenCV, in the child alone
    from bookgammon.table.demo_recording import load_recording  # noqa: PLC0415 - the same

    folder.mkdir()
    save_board(load_recording().board(), folder / "board.toml")
    return folder / "board.toml"


if __name__ == "__main__":
    main()
