"""Fifty readers who never read, for each open address: `python -m lab.campaigns.silent_readers [--readers 50]`.

The page is that of a match being followed, with every plugin and a long past match with pictures, films and analyses,
in a process of its own. Its addresses come from its own map: those that answer somebody who is not paired. For each, so
many connections from as many addresses of this machine ask for it and never read a byte. Meanwhile a paired device
reads the state and gives commands over new connections; how long each took and how much the process and its children
grew is told, beside the same without anybody.
"""

from __future__ import annotations

import argparse
import http.client
import itertools
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path

from flask import Flask

from arbiter.match.beginnings import has_begun
from arbiter.records import FORMATS
from bookgammon.access.addresses import HERE
from bookgammon.commands.composition import followed_match
from bookgammon.files.settings import now
from bookgammon.history.album import album_beside, picture_path
from bookgammon.history.album import write as write_picture
from bookgammon.history.clips import ClipName, clip_path
from bookgammon.history.journal import FILE, Journal
from bookgammon.history.session import MatchSession
from bookgammon.setup.serving import Place
from bookgammon.table.demo_recording import FOLDER, load_recording
from bookgammon.table.table import FrameTime, opening
from bookgammon.workers.worker import Workers
from tests.commands.program import environment
from tests.plugins.players.evenings import Simulated
from tests.plugins.players.test_index import analysed
from vision.sources.frames import Quiet
from web.guard import COOKIE
from web.pairing import Pairing

MOST_P95_S, MOST_MIB = 0.3, 100.0
PICTURE, CLIP = bytes(60_000), bytes(1_500_000)
"""As large as a picture of a board and a film of what was contested are."""
CLIPS = 12
PERIOD_S = 0.15
_ASKED_FOR_COST, _DEAREST = 5, 12
_TRIED = {
    "filename": ("page.css", "players.js", "study.js", "recordings.js", "wall.js", "spoken.js"),
    "frame": (), "match": ("1",), "game": ("1",), "turn": ("1", "2"), "number": ("1",),
    "name": (*FORMATS, str(ClipName(0, 9)), "rules", "commands", "camera", "lights", "board"),
}  # fmt: skip
"""What may stand for a variable part of an address; the first that is answered is taken."""


# ------------------------------------------------------------------ the page


def serve(folder: Path) -> None:
    """Follow a match until standard input ends; the first line with a brace says where and what."""
    board = load_recording(FOLDER).board()
    path = folder / FILE
    Simulated(path, 2, seed=8)
    with Journal(path, read_only=True) as journal:
        first = next(entry for entry in journal.matches() if entry.id == 1)
        frames = [event.frame for event in journal.events(first)]
        assert has_begun(journal.events(first))
    analysed(path, 1)
    album = album_beside(path)
    for frame in frames:
        write_picture(picture_path(album, 1, frame), PICTURE)
    for clip in range(CLIPS):
        write_picture(clip_path(album, 1, ClipName(clip, clip + 9)), CLIP)
    over = threading.Event()

    def wait_for_the_end() -> None:
        sys.stdin.read()
        over.set()

    threading.Thread(target=wait_for_the_end, daemon=True).start()
    with Workers() as workers, Journal(path) as journal:
        apps = list[Flask]()
        place = Place(HERE, 0, Pairing(), workers=workers, add=(apps.append,))
        session = MatchSession(journal, journal.begin(now(), "0"), now, lambda _: None)
        with followed_match(folder, journal, session, board, place, Namespace()) as match:
            match.table.commit(opening(match.table.state.rules, (0, 0), None, FrameTime()))
            rules = [str(rule) for rule in apps[0].url_map.iter_rules() if "GET" in (rule.methods or ())]
            key = place.pairing.join(place.pairing.code, "tablet").key
            said = {"port": match.page._server.port, "key": key, "rules": sorted(set(rules)), "frame": frames[3]}
            print(json.dumps(said), flush=True)

            def items() -> Iterator[Quiet]:
                while not over.wait(1 / 15):
                    yield Quiet()

            match.follow(items())


# ------------------------------------------------------------------ who asks


@dataclass(frozen=True, slots=True)
class Measured:
    """address: what the readers asked for; seconds: sorted, how long each answer to the paired device took.

    refused: how many it did not get. grown: MiB that the process took more than before.
    """

    address: str
    seconds: list[float]
    refused: int
    grown: float

    @property
    def p95(self) -> float:
        return self.seconds[min(len(self.seconds) - 1, int(0.95 * len(self.seconds)))]

    @property
    def held(self) -> bool:
        return not self.refused and self.p95 <= MOST_P95_S and self.grown <= MOST_MIB

    def told(self) -> str:
        return (
            f"{'' if self.held else 'NOT HELD '}{self.address}: p95 {1000 * self.p95:.0f} ms, slowest"
            f" {1000 * self.seconds[-1]:.0f} ms, {self.refused} failed, {self.grown:+.0f} MiB"
        )


class Page:
    """The program under trial."""

    def __init__(self, stack: ExitStack) -> None:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        words = [sys.executable, "-m", "lab.campaigns.silent_readers", "--serve", folder]
        self.process = stack.enter_context(
            subprocess.Popen(words, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        )
        stack.callback(self.process.kill)
        assert self.process.stdout
        said = json.loads(next(line for line in self.process.stdout if line.startswith("{")))
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        self.port, self.key, self.rules, self.frame = said["port"], said["key"], said["rules"], said["frame"]

    def ask(self, path: str, body: dict[str, object] | None = None, *, paired: bool = True) -> int:
        """The answer's status; 0 where none came."""
        headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{self.port}"}
        headers |= {"Cookie": f"{COOKIE}={self.key}"} if paired else {}
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)) as line, suppress(OSError):
            line.request("POST" if body else "GET", path, json.dumps(body) if body else None, headers)
            answer = line.getresponse()
            if answer.headers.get_content_type() != "text/event-stream":
                answer.read()
            return answer.status
        return 0

    def open_addresses(self) -> list[str]:
        """Each of the map's that answers whoever is not paired, with something in place of what is variable in it."""
        found = []
        for rule in self.rules:
            names = re.findall(r"<(?:\w+:)?(\w+)>", rule)
            choices = [(str(self.frame),) if name == "frame" else _TRIED.get(name, ("x",)) for name in names]
            for values in itertools.product(*choices):
                each = iter(values)
                path = re.sub(r"<[^>]*>", lambda _, each=each: next(each), rule)  # type: ignore[misc]
                path += "?name=Ada" if path.startswith(("/players/player", "/api/players/player")) else ""
                if self.ask(path, paired=False) in (200, 302, 304):
                    found.append(path)
                    break
        return found

    def mebibytes(self) -> float:
        """What the process and all its children hold in memory."""
        waiting, pages = [self.process.pid], 0
        while waiting:
            number = waiting.pop()
            with suppress(OSError):
                pages += int(Path(f"/proc/{number}/statm").read_text().split()[1])
                for task in Path(f"/proc/{number}/task").iterdir():
                    waiting += map(int, (task / "children").read_text().split())
        return pages * 4096 / 2**20

    def processor_s(self) -> float:
        """What the process itself has taken of a processor so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def cost(self, path: str) -> float:
        """Seconds of a processor that one answer takes, once what is made once is there."""
        self.ask(path, paired=False)
        began = self.processor_s()
        for _ in range(_ASKED_FOR_COST):
            self.ask(path, paired=False)
        return (self.processor_s() - began) / _ASKED_FOR_COST

    def measured(self, path: str, readers: int, asked: int) -> Measured:
        before, most = self.mebibytes(), 0.0
        seconds, refused, lines = list[float](), 0, list[socket.socket]()
        try:
            for number in range(readers):
                line = socket.socket()
                lines.append(line)
                line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                line.settimeout(10)
                line.bind((f"127.0.3.{number % 250 + 1}", 0))
                with suppress(OSError):
                    line.connect(("127.0.0.1", self.port))
                    line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            for number in range(asked):
                began = time.monotonic()
                if number % 2:
                    body: dict[str, object] = {"command": "name_players", "names": [f"Ada {number}", "Ben"]}
                    refused += self.ask("/api/tell", body) != 200
                else:
                    refused += self.ask("/api/state") != 200
                seconds.append(time.monotonic() - began)
                most = max(most, self.mebibytes())
                time.sleep(PERIOD_S)
        finally:
            for line in lines:
                line.close()
        return Measured(path, sorted(seconds), refused, most - before)


def tried(readers: int, asked: int, only: str) -> list[Measured]:
    """The first is with nobody else there. Where there are to be no readers, only what each address costs is told."""
    with ExitStack() as stack:
        page = Page(stack)
        addresses = [path for path in page.open_addresses() if only in path]
        costs = {path: page.cost(path) for path in addresses}
        for path in sorted(addresses, key=costs.__getitem__, reverse=True)[:_DEAREST]:
            print(f"{path}: {1000 * costs[path]:.0f} ms of a processor", flush=True)
        if not readers:
            return []
        found = [page.measured("(nobody)", 0, 4 * asked)]
        print(found[0].told(), flush=True)
        for path in addresses:
            found.append(page.measured(path, readers, asked))
            print(found[-1].told(), flush=True)
            time.sleep(0.5)  # who hung up is noticed
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--readers", type=int, default=50)
    parser.add_argument("--asked", type=int, default=20, help="requests of the paired device for each address")
    parser.add_argument("--only", default="", help="addresses that hold this text")
    parser.add_argument("--serve", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.serve:
        serve(args.serve)
        return 0
    measured = tried(args.readers, args.asked, args.only)
    if not measured:
        return 0
    alone, *found = measured
    late = [each for each in found if not each.held]
    print(
        f"{len(found)} open addresses, {args.readers} readers each: p95 at most"
        f" {1000 * max(each.p95 for each in found):.0f} ms (alone {1000 * alone.p95:.0f} ms), memory at most"
        f" {max(each.grown for each in found):+.0f} MiB; {len(late)} not held"
    )
    return 1 if late else 0


if __name__ == "__main__":
    raise SystemExit(main())
