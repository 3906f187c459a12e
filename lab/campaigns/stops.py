"""Every way to stop, thirty times each: `python -m lab.campaigns.stops [--times 30] [--first-seed 1]`.

A real `bookgammon` in a process of its own, with OpenCV reading: a phone's stream, a stand-in for a webcam (OpenCV
reads it from a file), a recording, the wizard over a stream, a camera that accepts and says nothing. It is sent a
signal at a random moment, or finds the page's port taken. It has to leave within two seconds, with 0 or 1.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path

from tests.commands.program import CORNERS, RECORDING, environment, run

WAYS = ("SIGINT", "SIGTERM", "SIGHUP", "port in use")
SOURCES = ("stream", "webcam", "file", "wizard", "silent stream")
WITHIN_S = 2.0
_SOON_S = 60.0
_WEBCAM = """\
import runpy, sys, time
import cv2
real, recording = cv2.VideoCapture, sys.argv.pop()
class Webcam:
    def __init__(self, address, *rest):
        self.capture = real(recording if isinstance(address, int) else address, *rest)
    def __getattr__(self, name):
        return getattr(self.capture, name)
    def read(self):
        time.sleep(0.03)
        fine, image = self.capture.read()
        if not fine:
            self.capture.set(cv2.CAP_PROP_POS_FRAMES, 0)
        return self.capture.read() if not fine else (fine, image)
cv2.VideoCapture = Webcam
sys.path.insert(0, "")
runpy.run_module("bookgammon", run_name="__main__", alter_sys=True)
"""


@dataclass(frozen=True, slots=True)
class Stop:
    """code: the process's exit code; seconds: from the signal (or the refusal's sentence) to its end."""

    code: int
    seconds: float
    said: str

    @property
    def fine(self) -> bool:
        return self.code in (0, 1) and self.seconds <= WITHIN_S and "Traceback" not in self.said


class _Phone(BaseHTTPRequestHandler):
    """Sends the recording's first picture for ever, as MJPEG."""

    def do_GET(self) -> None:
        jpeg = (RECORDING / "start.jpg").read_bytes()
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n".encode()
        with suppress(OSError):  # whoever looked has gone
            while True:
                self.wfile.write(head + jpeg + b"\r\n")
                time.sleep(0.04)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@contextmanager
def phone() -> Iterator[str]:
    """The address of a phone's stream that never ends."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Phone)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/video"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def silent_phone() -> Iterator[socket.socket]:
    """Something that listens for connections and never says a word."""
    with closing(socket.create_server(("127.0.0.1", 0), backlog=64)) as listening:
        listening.settimeout(_SOON_S)
        yield listening


def learned_board(folder: Path) -> Path:
    """A board file of the recording's board."""
    corners, board = folder / "corners.json", folder / "learned.toml"
    corners.write_text(json.dumps(json.loads(CORNERS)))
    done = run("calibrate", "--start", RECORDING / "start.jpg", "--corners", corners, "--out", board)
    assert done.returncode == 0, done.stderr
    return board


def stop(source: str, way: str, board: Path, random_s: float) -> Stop:
    """Start the program on a source, end it that way after so many seconds, and tell how it left."""
    with (
        tempfile.TemporaryDirectory() as data,
        phone() as stream,
        silent_phone() as silence,
        closing(socket.create_server(("127.0.0.1", 0))) as taken,
    ):
        silent = f"http://127.0.0.1:{silence.getsockname()[1]}/video"
        addresses = {"stream": stream, "wizard": stream, "silent stream": silent, "webcam": "0"}
        named = addresses.get(source, str(RECORDING / "game.mp4"))
        port = taken.getsockname()[1] if way == "port in use" else 0
        words = ["setup", named] if source == "wizard" else ["play", named, "--board", str(board)]
        words += ["--data", data, "--port", str(port), "--host", "127.0.0.1"]
        program = ["-m", "bookgammon"]
        if source == "webcam":
            program, words = ["-c", _WEBCAM], [*words, str(RECORDING / "game.mp4")]
        with as_from_a_terminal(), subprocess.Popen(
            [sys.executable, *program, *words],
            env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        ) as running:  # fmt: skip
            until = r"is used by another program" if port else r"The page is at"
            opened = silence.accept()[0] if source == "silent stream" else None
            said = "" if opened else _heard(running, until)
            if not port or opened:
                time.sleep(random_s)
                running.send_signal(signal.SIGTERM if port else getattr(signal, way))
            asked = time.monotonic()
            try:
                _, rest = running.communicate(timeout=_SOON_S)
            except subprocess.TimeoutExpired:
                running.kill()
                _, rest = running.communicate()
            finally:
                if opened:
                    opened.close()
            return Stop(running.returncode, time.monotonic() - asked, said + rest.decode())


@contextmanager
def as_from_a_terminal() -> Iterator[None]:
    """Whatever started the tests may ignore signals, which a process hands on to its children."""
    ignored = [name for name in WAYS[:3] if signal.getsignal(getattr(signal, name)) is signal.SIG_IGN]
    for name in ignored:
        signal.signal(getattr(signal, name), signal.SIG_DFL)
    try:
        yield
    finally:
        for name in ignored:
            signal.signal(getattr(signal, name), signal.SIG_IGN)


def _heard(running: subprocess.Popen[bytes], pattern: str) -> str:
    """What the program says up to the sentence with that pattern, or to its end."""
    assert running.stderr
    said, end = b"", time.monotonic() + _SOON_S
    with selectors.DefaultSelector() as selector:
        selector.register(running.stderr, selectors.EVENT_READ)
        while not re.search(pattern.encode(), said) and time.monotonic() < end:
            if selector.select(1.0):
                more = running.stderr.read1(65536)  # type: ignore[attr-defined]  # a BufferedReader, says subprocess
                if not more:
                    break
                said += more
    return said.decode()


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=30)
    parser.add_argument("--first-seed", type=int, default=1)
    args = parser.parse_args(argv)
    chance, bad = random.Random(args.first_seed), 0
    with tempfile.TemporaryDirectory() as folder:
        board = learned_board(Path(folder))
        for source, way in product(SOURCES, WAYS):
            stops = [stop(source, way, board, chance.uniform(0.0, 1.5)) for _ in range(args.times)]
            for torn in (one for one in stops if not one.fine):
                bad += 1
                print(f"  BAD: exit {torn.code} after {torn.seconds:.2f} s: {torn.said[-300:]!r}", flush=True)
            codes = sorted({one.code for one in stops})
            slowest = max(one.seconds for one in stops)
            print(f"{source:>13} {way:<11} {len(stops)} stops, exit {codes}, slowest {slowest:.2f} s", flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
