"""A phone's stream, for real: an HTTP server on this machine, FFmpeg behind OpenCV, and a phone that goes away."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2

from tests.vision_sources.fakes import grey
from vision.sources.sources import Frame, LiveSource, News, open_capture

PER_CONNECTION = 40


class Phone(BaseHTTPRequestHandler):
    """Sends a few dozen pictures, then hangs up."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        self.end_headers()
        for number in range(PER_CONNECTION):
            jpeg = cv2.imencode(".jpg", grey(5 * number))[1].tobytes()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n"
            try:
                self.wfile.write(head.encode() + jpeg + b"\r\n")
            except OSError:  # whoever looked has gone
                return

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@contextmanager
def phone() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Phone)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/video"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_a_stream_is_followed_and_opened_again_when_it_ends() -> None:
    with phone() as address:
        source = LiveSource(address, address, open_capture, retry=0.01)
        frames, told = 0, list[str]()
        for item in source.items():
            if isinstance(item, News):
                told.append(item.message)
            elif isinstance(item, Frame):
                frames += 1
                assert item.image.shape == (48, 64, 3)
            if len(told) >= 2 and frames >= 2:
                break
        source.close()
    assert told[:2] == ["The camera stopped answering; trying again.", "The camera is back."]
