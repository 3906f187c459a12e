"""Cameras of somebody who means harm: what each does to whoever connects. Served on this machine for tests."""

from __future__ import annotations

import gzip
import socket
import ssl
import struct
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import cv2
import numpy as np

from tests.vision_sources.test_bombs import behind_a_false_frame, many_scans, resized

STEP_S = 0.2
"""Between the bytes of one that trickles."""
MIXED = b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"
_PLAIN = b"HTTP/1.1 200 OK\r\nContent-Type: "


def _jpeg(number: int, size: tuple[int, int] = (320, 240)) -> bytes:
    scene = cv2.resize(np.random.default_rng(number).integers(0, 255, (12, 16, 3), np.uint8), size)
    return cv2.imencode(".jpg", scene)[1].tobytes()


PICTURES = tuple(_jpeg(number) for number in range(8))
OTHER_SIZES = tuple(_jpeg(number, size) for number, size in enumerate(((640, 480), (322, 242), (240, 320), (64, 48))))


class Line:
    """One connection, with what servers say on it. Raises OSError where the other side has gone.

    begun: pictures have been sent on it already, so that a second head is left out.
    """

    def __init__(
        self, connection: socket.socket, over: threading.Event, chance: Random, *, begun: bool = False
    ) -> None:
        self.connection, self.chance, self._over, self._begun = connection, chance, over, begun

    def say(self, data: bytes) -> None:
        self.connection.sendall(data.removeprefix(MIXED) if self._begun else data)

    def wait(self, seconds: float = 3600.0) -> None:
        """Hold the connection and say nothing. Raises OSError once the camera is switched off."""
        if self._over.wait(seconds):
            raise OSError

    def trickle(self, data: bytes) -> None:
        for byte in data:
            self.say(bytes([byte]))
            self.wait(STEP_S)

    def for_ever(self, make: Callable[[int], bytes], pause: float = 0.0) -> None:
        number = 0
        while True:
            self.say(make(number))
            number += 1
            self.wait(pause)

    def request(self) -> bytes:
        """Up to the blank line."""
        head = b""
        while b"\r\n\r\n" not in head and (more := self.connection.recv(4096)):
            head += more
        return head


def part(jpeg: bytes, length: int | None = None) -> bytes:
    size = len(jpeg) if length is None else length
    return b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n%s\r\n" % (size, jpeg)


def first_pictures(line: Line) -> None:
    """As a right camera begins."""
    line.say(MIXED)
    for jpeg in PICTURES[:4]:
        line.say(part(jpeg))


@dataclass(frozen=True, slots=True)
class Way:
    """do: what the camera does with a connection, once its request was read where `asked`. fine: it gives pictures."""

    do: Callable[[Line], None]
    scheme: str = "http"
    asked: bool = True
    tls: bool = False
    fine: bool = False


def _redirected(where: str) -> Callable[[Line], None]:
    return lambda line: line.say(f"HTTP/1.1 302 Found\r\nLocation: {where}\r\nContent-Length: 0\r\n\r\n".encode())


def _answers(status: str, body: bytes = b"") -> Callable[[Line], None]:
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
    return lambda line: line.say(head.encode() + body)


def _endless_head(line: Line) -> None:
    line.say(b"HTTP/1.1 200 OK\r\n")
    line.for_ever(lambda number: b"X-%d: %s\r\n" % (number, bytes(60).replace(b"\0", b"a")) * 50)


def _endless_line(line: Line) -> None:
    line.say(b"HTTP/1.1 200 OK\r\nX-Long: ")
    line.for_ever(lambda _: b"a" * 4096)


def _trickled_picture(line: Line) -> None:
    first_pictures(line)
    line.trickle(part(PICTURES[0]))


def _other_sizes(line: Line) -> None:
    line.say(MIXED)
    every = (*PICTURES, *OTHER_SIZES)
    line.for_ever(lambda number: part(every[number % len(every)]), 0.03)


def _sends(jpeg: bytes) -> Callable[[Line], None]:
    def do(line: Line) -> None:
        line.say(MIXED)
        line.for_ever(lambda _: part(jpeg), 0.03)

    return do


def _then_sends(jpeg: bytes) -> Callable[[Line], None]:
    def do(line: Line) -> None:
        first_pictures(line)
        line.for_ever(lambda _: part(jpeg), 0.03)

    return do


def _stops(line: Line) -> None:
    first_pictures(line)
    line.say(part(PICTURES[0])[:900])
    line.wait()


def _breaks_off(line: Line) -> None:
    first_pictures(line)
    line.say(part(PICTURES[0])[:900])


def _wrong_length(line: Line) -> None:
    line.say(MIXED)
    line.for_ever(lambda number: part(PICTURES[number % 8], line.chance.choice((0, 7, 300, 2**31, 10**18))), 0.03)


def _endless_part(line: Line) -> None:
    first_pictures(line)
    line.say(b"--frame\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8")
    line.for_ever(lambda _: line.chance.randbytes(65536))


def _noise(line: Line) -> None:
    line.say(MIXED)
    line.for_ever(lambda _: part(line.chance.randbytes(3000)), 0.03)


def _unpacks_without_end(line: Line) -> None:
    zeros = gzip.compress(bytes(10**7))
    line.say(_PLAIN + b"image/jpeg\r\nContent-Encoding: gzip\r\n\r\n")
    line.for_ever(lambda _: zeros)


def _false_chunks(line: Line) -> None:
    line.say(_PLAIN + b"video/x-motion-jpeg\r\nTransfer-Encoding: chunked\r\n\r\n")
    line.for_ever(lambda number: b"%x\r\n%s" % (10**12 if number else 7, b"\xff\xd8\xff\xe0" + bytes(900)))


def _playlist(line: Line) -> None:
    body = b"#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n"
    line.say(_PLAIN + b"application/vnd.apple.mpegurl\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))


def _huge_boxes(line: Line) -> None:
    """An MP4 whose tables claim to have thousands of millions of entries."""
    table = struct.pack(">I4sII", 2**31 - 1, b"stsz", 0, 0) + struct.pack(">I", 2**32 - 1)
    boxes = struct.pack(">I4s", 2**31 - 1, b"moov") + struct.pack(">I4s", 2**31 - 1, b"trak") + table
    line.say(_PLAIN + b"video/mp4\r\n\r\n" + struct.pack(">I4s8s", 16, b"ftyp", b"isom\0\0\2\0") + boxes)
    line.for_ever(lambda _: bytes(65536))


def _spoilt_pictures(line: Line) -> None:
    def spoilt(number: int) -> bytes:
        jpeg = bytearray(PICTURES[number % 8])
        for _ in range(20):
            jpeg[line.chance.randrange(2, len(jpeg))] = line.chance.randrange(256)
        return part(bytes(jpeg))

    line.say(MIXED)
    line.for_ever(spoilt, 0.03)


_SDP = (
    b"v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nt=0 0\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n"
    b"a=fmtp:96 packetization-mode=1;sprop-parameter-sets=" + b"Z" * 4000 + b"==,aO48gA==\r\na=control:x\r\n"
)


def _rtsp(after: Callable[[Line], None]) -> Callable[[Line], None]:
    """Says yes to whatever is asked until it is to play; then does that."""

    def do(line: Line) -> None:
        while head := line.request():
            sequence = next((one for one in head.split(b"\r\n") if one.lower().startswith(b"cseq")), b"CSeq: 1")
            body = _SDP if head.startswith(b"DESCRIBE") else b""
            extra = b"Session: 1\r\nTransport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n"
            kind = b"Content-Type: application/sdp\r\n" if body else b""
            line.say(b"RTSP/1.0 200 OK\r\n%s\r\n%s%s" % (sequence, extra, kind))
            line.say(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            if head.startswith(b"PLAY"):
                after(line)

    return do


def _rtsp_packets(line: Line) -> None:
    line.for_ever(lambda _: b"$\0" + struct.pack(">H", 1400) + b"\x80\x60" + line.chance.randbytes(1398), 0.005)


def _slow_handshake(line: Line) -> None:
    line.connection.recv(4096)
    line.trickle(b"\x16\x03\x03\x40\x00\x02" + bytes(16384))


WAYS: dict[str, Way] = {
    "says nothing": Way(Line.wait, asked=False),
    "hangs up": Way(lambda _: None, asked=False),
    "trickles its head": Way(lambda line: line.trickle(MIXED * 50)),
    "trickles a picture": Way(_trickled_picture),
    "has headers without end": Way(_endless_head),
    "has a header without end": Way(_endless_line),
    "redirects to itself": Way(_redirected("/video")),
    "redirects to a file": Way(_redirected("file:///etc/passwd")),
    "redirects to a closed port": Way(_redirected("http://127.0.0.1:9/video")),
    "changes its size": Way(_other_sizes, fine=True),
    "sends a bomb": Way(_sends(resized(PICTURES[0], 32_000, 18_000))),
    "sends a bomb after pictures": Way(_then_sends(behind_a_false_frame(1))),
    "draws in thousands of scans": Way(_then_sends(many_scans(3000)), fine=True),
    "sends pictures of one pixel": Way(_sends(_jpeg(1, (1, 1))), fine=True),
    "stops in mid-picture": Way(_stops),
    "breaks off in mid-picture": Way(_breaks_off),
    "tells wrong lengths": Way(_wrong_length, fine=True),
    "sends noise": Way(_noise),
    "sends spoilt pictures": Way(_spoilt_pictures, fine=True),
    "sends a part without end": Way(_endless_part),
    "unpacks without end": Way(_unpacks_without_end),
    "has false chunks": Way(_false_chunks, fine=True),
    "is a web page": Way(_answers("200 OK", b"<html><body>Log in" + bytes(2000))),
    "wants a password": Way(_answers("401 Unauthorized")),
    "has a fault": Way(_answers("500 Internal Server Error", b"x" * 9000)),
    "is a playlist of our files": Way(_playlist),
    "has huge boxes": Way(_huge_boxes),
    "shakes hands slowly": Way(_slow_handshake, "https", asked=False),
    "speaks no TLS": Way(lambda line: line.for_ever(lambda _: b"HTTP/1.1 400 Bad\r\n\r\n", 0.1), "https", asked=False),
    "sends a bomb over TLS": Way(_then_sends(behind_a_false_frame(0xD0)), "https", tls=True),
    "stops over TLS": Way(_stops, "https", tls=True),
    "speaks no RTSP": Way(lambda line: line.for_ever(lambda _: line.chance.randbytes(900)), "rtsp"),
    "trickles RTSP": Way(lambda line: line.trickle(b"RTSP/1.0 200 OK\r\nCSeq: 1\r\n" * 50), "rtsp"),
    "has RTSP headers without end": Way(lambda line: line.for_ever(lambda _: b"RTSP/1.0 200 OK\r\nX: y\r\n"), "rtsp"),
    "plays nothing over RTSP": Way(_rtsp(Line.wait), "rtsp", asked=False),
    "plays noise over RTSP": Way(_rtsp(_rtsp_packets), "rtsp", asked=False),
}


class HostileCamera:
    """One camera that does one thing to everybody who connects, from its making until it is switched off."""

    def __init__(self, way: Way, certificate: Path | None = None, seed: int = 1) -> None:
        self._way, self._seed, self._over = way, seed, threading.Event()
        self._tls = None
        if way.tls and certificate:
            self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._tls.load_cert_chain(certificate)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"{way.scheme}://127.0.0.1:{self._listening.getsockname()[1]}/video"
        threading.Thread(target=self._run, name="hostile camera", daemon=True).start()

    def close(self) -> None:
        self._over.set()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _run(self) -> None:
        while not self._over.is_set():
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), name="hostile camera", daemon=True).start()

    def _serve(self, plain: socket.socket) -> None:
        with plain, suppress(OSError):
            plain.settimeout(60.0)
            with self._tls.wrap_socket(plain, server_side=True) if self._tls else plain as connection:
                line = Line(connection, self._over, Random(self._seed))
                if self._way.asked:
                    line.request()
                self._way.do(line)


@contextmanager
def served(way: Way, certificate: Path | None = None, seed: int = 1) -> Iterator[str]:
    """The camera's address while the block runs."""
    camera = HostileCamera(way, certificate, seed)
    try:
        yield camera.address
    finally:
        camera.close()


def made_certificate(folder: Path) -> Path:
    """A certificate that nobody vouches for, with its key. Raises FileNotFoundError where there is no openssl."""
    path = folder / "camera.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
         "30", "-subj", "/CN=camera", "-keyout", str(path), "-out", str(folder / "certificate")],
        check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    path.write_text(path.read_text() + (folder / "certificate").read_text())
    return path
