"""What an evening costs: the cold start, memory, a still table at 720p, and eight hours faster than real time.

    python -m lab.benchmarks.evening [--hours 8] [--seconds 20] [--write]

Everything is measured on the real program as a process of its own, in processor time, so that what else the machine
does counts little. `--write` puts the table into docs/performance.md. Needs Linux (/proc).
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import overload

import cv2
import numpy as np

from arbiter.match.events import GameOver
from arbiter.position import Side
from arbiter.referee.evidence import Evidence
from arbiter.seats import Seats
from bookgammon.boards.known_boards import save_board
from bookgammon.commands import load
from calibration.corners import parse_corners
from lab.campaigns.kill.harness import started
from tests.arbiter_referee.table import Table as PlayedTable
from tests.commands.program import CORNERS, RECORDING, ROOT, environment
from tests.history.simulated import MANNERS, events_in, play
from tests.web.tables import moving
from vision.known_position.learn_board import learn_board
from vision.sources.pictures import Image, read_picture
from web.app import create_app
from web.hub import Hub
from web.server import PageServer

DOC = ROOT / "docs" / "performance.md"
MARK = "<!-- table: python -m lab.benchmarks.evening --write -->"
FPS = 30
TABLE_FPS = 12
PARTS = 16
SIZE = (1280, 720)
MIB = 1024 * 1024
_TICK = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Row:
    """One line of the table. bound: what the design allows, None where it only has to stay flat."""

    what: str
    measured: float
    bound: float
    unit: str

    @property
    def share(self) -> float:
        """Of what is allowed: below 1 it keeps within its bound."""
        return self.measured / self.bound

    def line(self) -> str:
        return f"| {self.what} | {self.measured:.2f} {self.unit} | {self.bound:g} {self.unit} | {self.share:.2f} |"


# ------------------------------------------------------------------ a process as Linux sees it


def processor_seconds(pid: int) -> float:
    """User and system time of a process and of those it has started, so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICK + sum(map(processor_seconds, children(pid)))


def children(pid: int) -> list[int]:
    """What decodes the stream is a process of its own."""
    lists = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for found in lists for child in found.read_text().split()]


def memory(pid: int, key: str) -> float:
    """MiB that a process holds (VmRSS) or has ever held (VmHWM)."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(key):
            return int(line.split()[1]) / 1024
    raise KeyError(key)


def handles(pid: int) -> int:
    return len(os.listdir(f"/proc/{pid}/fd"))


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def program(*words: object, compiled: Path | None = None) -> Iterator[subprocess.Popen[bytes]]:
    """The program, stopped politely afterwards. compiled: where Python keeps its bytecode, as an installation does."""
    env = environment()
    if compiled is not None:
        env = {**env, "PYTHONPYCACHEPREFIX": str(compiled), "PYTHONDONTWRITEBYTECODE": ""}
    running = subprocess.Popen(
        [sys.executable, "-m", "bookgammon", *map(str, words)],
        env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield running
    finally:
        running.send_signal(signal.SIGTERM)
        running.wait(60)


def first_page(running: subprocess.Popen[bytes], port: int) -> None:
    """Wait until a browser would have the page."""
    while running.poll() is None:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=30) as answer:
                answer.read()
                return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.02)
    raise RuntimeError("the program ended before it showed a page")


# ------------------------------------------------------------------ a phone that shows a board


class Phone(ThreadingHTTPServer):
    """Streams the same still board for ever, each picture with the noise of its own, as cameras have it."""

    daemon_threads = True

    def __init__(self, pictures: list[bytes]) -> None:
        self.pictures, self.sent = pictures, 0
        super().__init__(("127.0.0.1", 0), _Stream)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/video"


class _Stream(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        server = self.server
        assert isinstance(server, Phone)
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        due = time.monotonic()
        while True:
            jpeg = server.pictures[server.sent % len(server.pictures)]
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
            try:
                self.wfile.write(head.encode() + jpeg + b"\r\n")
            except OSError:  # whoever looked has gone
                return
            server.sent += 1
            due = max(due + 1 / FPS, time.monotonic())
            time.sleep(max(0.0, due - time.monotonic()))

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


def learned_board(folder: Path) -> tuple[Path, Image]:
    """The board file of the recording's board at 720p, and the picture of its start."""
    pictures = [read_picture(RECORDING / name) for name in ("start.jpg", "empty.jpg")]
    factor = SIZE[0] / pictures[0].shape[1]
    start, empty = (np.asarray(cv2.resize(picture, SIZE), np.uint8) for picture in pictures)
    board = learn_board(start, parse_corners(json.loads(CORNERS)).scaled(factor), Seats(Side.LIGHT), empty)
    save_board(board, folder / "board.toml")
    return folder / "board.toml", start


@contextmanager
def phone() -> Iterator[tuple[Phone, Path]]:
    """A phone over the recording's board at 720p, and the board file made from its pictures."""
    with tempfile.TemporaryDirectory() as name:
        board, start = learned_board(Path(name))
        with _streaming(start) as server:
            yield server, board


@contextmanager
def _streaming(start: Image) -> Iterator[Phone]:
    chance = np.random.default_rng(1)
    noisy = [np.clip(start + chance.normal(0, 2, start.shape), 0, 255).astype(np.uint8) for _ in range(8)]
    server = Phone([cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes() for picture in noisy])
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


# ------------------------------------------------------------------ what is measured


def cold_start(times: int = 3) -> Row:
    """From the command to the first page, of a match whose board is known; its own process and the stream's.

    The first start makes Python's bytecode, which an installed program has, and counts only where it is the quickest.
    """
    taken = []
    with phone() as (camera, board), tempfile.TemporaryDirectory() as compiled:
        for _ in range(times + 1):
            port = free_port()
            words = ["play", camera.address, "--board", board, "--names", "Ada,Ben", "--port", port]
            with (
                tempfile.TemporaryDirectory() as data,
                program(*words, "--data", data, compiled=Path(compiled)) as running,
            ):
                first_page(running, port)
                taken.append(processor_seconds(running.pid))
    return Row("cold start to the first page, processor time", min(taken), 1.2, "s")


def still_table(seconds: float) -> tuple[Row, Row]:
    """Memory, and the share of one core at 30 frames a second while nothing moves."""
    port = free_port()
    with (
        phone() as (camera, board),
        tempfile.TemporaryDirectory() as data,
        program(
            "play", camera.address, "--board", board, "--names", "Ada,Ben", "--data", data, "--port", port
        ) as running,
    ):
        first_page(running, port)
        time.sleep(15)  # eyes loaded, first looks taken, on a busy machine too
        began, sent = processor_seconds(running.pid), camera.sent
        time.sleep(seconds)
        used, frames = processor_seconds(running.pid) - began, camera.sent - sent
        most = memory(running.pid, "VmHWM")
    return (
        Row("memory at its most, camera at 720p, page served", most, 250, "MiB"),
        Row("one core's share, 720p at 30 frames a second, nothing moves", used / frames * FPS, 1 / 3, "core"),
    )


class LongEvening(Sequence[Evidence]):
    """Looks of a table that plays one game after the other and sets up in between, over and over again.

    As the watcher does, a still table is read a few times and then told of as it was.
    """

    def __init__(self, frames: int, games: int, told: Callable[[], object]) -> None:
        table = PlayedTable(11, replace(MANNERS, repeats=True))
        self._looks = [look for _ in range(games) for part in (table.game(), table.set_up_again()) for look in part]
        self._frames, self._told = frames, told

    def __len__(self) -> int:
        return self._frames

    @overload
    def __getitem__(self, frame: int) -> Evidence: ...
    @overload
    def __getitem__(self, frame: slice) -> list[Evidence]: ...
    def __getitem__(self, frame: int | slice) -> Evidence | list[Evidence]:
        if isinstance(frame, slice):
            return [self[each] for each in range(*frame.indices(len(self)))]
        if frame % (self._frames // PARTS) == 0:
            self._told()
        return replace(self._looks[frame % len(self._looks)], frame=frame, time=frame / TABLE_FPS)


def whole_evening(hours: float, games: int) -> tuple[list[Row], str]:
    """Memory and handles at each sixteenth of an evening of so many hours, played as fast as it goes."""
    told, tell = os.pipe()
    frames = int(hours * 3600 * TABLE_FPS)
    with phone() as (_, board), tempfile.TemporaryDirectory() as name:
        data = Path(name)
        for file in board.parent.iterdir():
            (data / file.name).write_bytes(file.read_bytes())
        load("play")
        began = time.monotonic()
        running = started(
            lambda _: play(
                LongEvening(frames, games, lambda: os.write(tell, b".")),
                data,
                ["--length", "0", "--port", str(free_port())],  # a match would be over long before the evening is
            ),
            data / "said.txt",
        )
        seen = []
        for _ in range(PARTS):
            os.read(told, 1)
            seen.append((memory(running.pid, "VmRSS"), handles(running.pid)))
        used = processor_seconds(running.pid)
        code = running.wait()
        took = time.monotonic() - began
        events, size = events_in(data), (data / "journal.sqlite").stat().st_size / MIB
        played = sum(isinstance(event, GameOver) for event in events)
        # 1: putting everything away took longer than a second, and the program left all the same
        assert code in (0, 1), (data / "said.txt").read_text()
    early, late = seen[PARTS // 4], seen[-1]
    rows = [
        Row(f"memory after {hours:g} hours to that after the first quarter", late[0] / early[0], 1.1, "times"),
        Row(f"handles after {hours:g} hours to those after the first quarter", late[1] / early[1], 1.0, "times"),
    ]
    facts = (
        f"The evening of {hours:g} hours: {frames} frames at {TABLE_FPS} a second, {played} games won,"
        f" {len(events)} events, a journal of {size:.1f} MiB; played {hours * 3600 / took:.0f} times faster than it"
        f" would last ({used:.0f} s of processor time), memory {early[0]:.0f} MiB after a quarter and {late[0]:.0f} MiB"
        f" at the end, {late[1]} handles."
    )
    return rows, facts


# ------------------------------------------------------------------ the table loop while the page is besieged


def pace_under_siege(viewers: int = 200) -> Row:
    """Time to publish a view while viewers besiege the page, to that while nobody does: the table's whole wait."""
    hub = Hub(moving())
    server = PageServer(create_app(hub), "127.0.0.1", 0)
    server.start()
    views = [replace(moving(), notice=f"notice {number}") for number in range(400)]

    def publishing() -> float:
        taken = []
        for view in views:
            began = time.perf_counter()
            hub.publish(view)
            taken.append(time.perf_counter() - began)
            time.sleep(0.002)
        return sorted(taken)[len(taken) // 2]

    calm = publishing()
    lines = []
    for number in range(viewers):
        with suppress(OSError):
            line = socket.create_connection(("127.0.0.1", server.port), timeout=5)
            path = ("/api/events", "/", "/api/state")[number % 3]
            whole = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"
            line.sendall(whole[: None if number % 4 else 20].encode())  # each fourth never ends its request
            lines.append(line)
    besieged = publishing()
    server.stop()
    for line in lines:
        line.close()
    what = f"the table's wait for the page with {len(lines)} connections besieging it, to that with none"
    return Row(what, besieged / calm, 3, "times")


# ------------------------------------------------------------------ main


def table(rows: Sequence[Row], facts: str) -> str:
    head = "| what | measured | bound | measured / bound |\n| --- | --- | --- | --- |\n"
    return head + "\n".join(row.line() for row in rows) + f"\n\n{facts}\n"


def write(text: str) -> None:
    """Between the marks of the page."""
    before, _, after = DOC.read_text(encoding="utf-8").split(MARK)
    DOC.write_text(f"{before}{MARK}\n{text}{MARK}{after}", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hours", type=float, default=8.0, help="0 leaves the whole evening out")
    parser.add_argument("--games", type=int, default=6, help="different games in it")
    parser.add_argument("--seconds", type=float, default=20.0, help="of the still table")
    parser.add_argument("--write", action="store_true", help="put the table into docs/performance.md")
    args = parser.parse_args()
    rows = [cold_start(), *still_table(args.seconds), pace_under_siege()]
    print(table(rows, ""), flush=True)  # already here: the evening takes a quarter of an hour
    flat, facts = whole_evening(args.hours, args.games) if args.hours else ([], "")
    text = table([*rows, *flat], facts)
    print(text)
    if args.write:
        write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
