"""How heavy the page's first view is, and how soon news reach its viewers while the camera runs.

    python -m lab.benchmarks.page [--viewers 20] [--news 100]

first view: bytes that a browser fetches before the page stands, dialogs not counted.
delay: from the table's publishing to the moment when each viewer has the whole event, over a socket on this machine.
The viewers are a process of their own; meanwhile the demo's recording runs through the real eyes in this one.
camera: frames a second of those eyes with the viewers to frames a second without them.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import selectors
import socket
import statistics
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.connection import Connection
from pathlib import Path

from bookgammon.table.demo_recording import load_recording
from tests.web.tables import moving
from tests.web.test_app import first_view
from vision.sources.sources import FileSource, Frame
from vision.watcher import Watcher
from web.app import create_app
from web.hub import Hub
from web.server import PageServer

PAUSE = 0.15
"""Seconds between two news."""


def watch(port: int, viewers: int, news: int, told: Connection) -> None:
    """Follow as `viewers` devices until each has had `news` views; tells all delays in seconds."""
    waiting = selectors.DefaultSelector()
    for _ in range(viewers):
        viewer = socket.create_connection(("127.0.0.1", port))
        viewer.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        waiting.register(viewer, selectors.EVENT_READ, [b""])
    told.send("ready")
    delays: list[float] = []
    while len(delays) < viewers * news:
        for key, _ in waiting.select(timeout=30):
            assert isinstance(key.fileobj, socket.socket)
            data = key.fileobj.recv(65536)
            now = time.time()
            *events, key.data[0] = (key.data[0] + data).split(b"\n\n")
            delays += [now - published for published in map(_published, events) if published]
    told.send(delays)


def _published(event: bytes) -> float:
    """When the view of this event was published; 0 for other events."""
    at = event.find(b"data: {")
    if b"event: state" not in event or at < 0:
        return 0.0
    return float(json.loads(event[at + 6 :].split(b"\n")[0].rstrip(b"\r"))["notice"] or 0)


class Camera(threading.Thread):
    """The recording's first seconds through the eyes, over and over, as fast as they can."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        recording = load_recording()
        self._eyes = Watcher(recording.board())
        self._frames = list(_frames(recording.clips[0].path))
        self.looked = 0
        self.stopped = threading.Event()

    def run(self) -> None:
        while not self.stopped.is_set():
            for frame in self._frames:
                self._eyes.read_frame(frame.image, frame.index, frame.time)
                self.looked += 1
                if self.stopped.is_set():
                    break


def _frames(path: Path) -> Iterator[Frame]:
    source = FileSource(path)
    for item in source.items():
        if isinstance(item, Frame):
            yield item
            if item.index == 120:
                break
    source.close()


def rate(camera: Camera, seconds: float) -> float:
    before, start = camera.looked, time.perf_counter()
    time.sleep(seconds)
    return (camera.looked - before) / (time.perf_counter() - start)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m lab.benchmarks.page", description="The page's weight and delay.")
    parser.add_argument("--viewers", type=int, default=20)
    parser.add_argument("--news", type=int, default=100)
    args = parser.parse_args()
    hub = Hub(moving())
    app = create_app(hub)
    sizes = first_view(app.test_client())
    print(f"first view: {sum(sizes.values())} bytes in {len(sizes)} answers")
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    camera = Camera()
    camera.start()
    alone = rate(camera, 3)
    ours, theirs = multiprocessing.Pipe()
    viewers = multiprocessing.get_context("spawn").Process(
        target=watch, args=(server.port, args.viewers, args.news, theirs)
    )
    viewers.start()
    ours.recv()
    time.sleep(1)
    before, start = camera.looked, time.perf_counter()
    for _ in range(args.news):
        hub.publish(replace(moving(), notice=f"{time.time():.6f}"))
        time.sleep(PAUSE)
    watched = (camera.looked - before) / (time.perf_counter() - start)
    delays = sorted(1000 * delay for delay in ours.recv())
    camera.stopped.set()
    viewers.join()
    server.stop()
    middle, most = statistics.median(delays), delays[int(0.99 * len(delays))]
    told = f"median {middle:.1f} ms, 99 of 100 within {most:.1f} ms, longest {delays[-1]:.1f} ms"
    print(f"delay to {args.viewers} viewers: {told}")
    print(f"camera with the viewers to without: {watched / alone:.2f} ({alone:.0f} frames a second without)")


if __name__ == "__main__":
    main()
