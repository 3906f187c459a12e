"""What every campaign that kills has in common: processes of ours that are killed, and whoever watches their page."""

from __future__ import annotations

import argparse
import json
import os
import random
import select
import signal
import socket
import sys
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
from bookgammon.history.record import record_text
from tests.history.simulated import STOPPED, events_in, play
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
    return record_text(events_in(data))


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


def parser_of(campaign: str, description: str) -> argparse.ArgumentParser:
    """Of `python -m lab.campaigns.kill CAMPAIGN`."""
    return argparse.ArgumentParser(
        prog=f"python -m lab.campaigns.kill {campaign}",
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter,
    )  # fmt: skip
