"""Cameras behind HTTPS: who answers is checked, which FFmpeg does not do.

A camera on a home network signs its own certificate, so nobody vouches for it. It is known by the certificate that it
showed the first time (trust on first use); where an authority does vouch for it, that has to stay so. FFmpeg reads
from a small relay on this machine, at a path that nobody can guess, and the relay speaks TLS to the camera; each new
connection is checked anew.
"""

from __future__ import annotations

import hashlib
import secrets
import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from arbiter.message import Message
from vision.errors import SourceError
from vision.sources.frames import Capture

BY_AUTHORITY = "authority"
"""Kept instead of a fingerprint where an authority that this machine trusts has signed the certificate."""
_PATIENCE_S = 10.0
_LONGEST_HEAD = 16 * 1024


class CertificateTrust(Protocol):
    """Which certificate each server showed when it was first seen. May be used from any thread."""

    def known(self, server: str) -> str | None: ...
    def first_seen(self, server: str, mark: str) -> None: ...


class TrustOfThisRun:
    """Forgets when the program ends."""

    def __init__(self) -> None:
        self._marks: dict[str, str] = {}

    def known(self, server: str) -> str | None:
        return self._marks.get(server)

    def first_seen(self, server: str, mark: str) -> None:
        self._marks[server] = mark


@dataclass(frozen=True, slots=True)
class Camera:
    """Where an HTTPS address leads to. login: `user:password@` or nothing. rest: path and query."""

    host: str
    port: int
    login: str
    rest: str

    @property
    def server(self) -> str:
        return f"{self.host}:{self.port}"


def camera_at(address: str) -> Camera:
    """Raises SourceError where the address is torn."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port or 443
    except ValueError as error:
        raise SourceError(Message("The camera's address is torn: copy it from the camera's app once more.")) from error
    login, at, _ = parts.netloc.rpartition("@")
    return Camera(host, port, login + at, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def connected(camera: Camera, trust: CertificateTrust) -> ssl.SSLSocket:
    """A connection to the camera, once it is known to be the same as the first time.

    Raises OSError where it does not answer, SourceError where another one answers.
    """
    known = trust.known(camera.server)
    if known in (None, BY_AUTHORITY):
        try:
            line = _shaken(camera, ssl.create_default_context())
        except ssl.SSLCertVerificationError as error:
            if known is not None:
                raise SourceError(_another(camera)) from error
        else:
            if known is None:
                trust.first_seen(camera.server, BY_AUTHORITY)
            return line
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # the fingerprint is checked instead
    line = _shaken(camera, context)
    mark = hashlib.sha256(line.getpeercert(binary_form=True) or b"").hexdigest()
    if known is None:
        trust.first_seen(camera.server, mark)
    elif mark != known:
        line.close()
        raise SourceError(_another(camera))
    return line


def https_capture(address: str, trust: CertificateTrust, read: Callable[[str], Capture]) -> Capture:
    """A capture of an HTTPS camera. read: captures what stands at a plain HTTP address.

    Raises SourceError where another camera answers than the first time.
    """
    camera = camera_at(address)
    relay = _Relay(camera, trust)
    try:
        connected(camera, trust).close()
    except OSError:
        relay.close()  # it does not answer, so neither does the relay
    except BaseException:
        relay.close()
        raise
    return _RelayedCapture(read(relay.address), relay)


def _another(camera: Camera) -> str:
    return Message(
        "{camera} shows another certificate than the first time: where it was replaced or "
        "reset, delete its line in certificates.json in the data folder; else somebody may be posing as "
        "it.",
        camera=Message("The camera at {server}", server=camera.server),
    )


def _shaken(camera: Camera, context: ssl.SSLContext) -> ssl.SSLSocket:
    plain = socket.create_connection((camera.host, camera.port), _PATIENCE_S)
    try:
        return context.wrap_socket(plain, server_hostname=camera.host)
    except BaseException:
        plain.close()
        raise


class _Relay:
    """Listens on this machine alone; whoever knows its address is handed what the camera answers."""

    def __init__(self, camera: Camera, trust: CertificateTrust) -> None:
        self._camera, self._trust = camera, trust
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._secret = f"/{secrets.token_urlsafe(24)}"
        port = self._listening.getsockname()[1]
        self.address = f"http://{camera.login}127.0.0.1:{port}{self._secret}{camera.rest}"
        threading.Thread(target=self._run, name="https camera", daemon=True).start()

    def close(self) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts
        self._listening.close()

    def _run(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(near,), name="https camera", daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        with near, suppress(OSError, SourceError):
            near.settimeout(_PATIENCE_S)
            head = self._asked(near)
            if head is None:
                return
            with connected(self._camera, self._trust) as far:
                far.sendall(head)
                data = far.recv(65536)
                if data[9:10] == b"3":  # sent elsewhere, where nobody checks who answers
                    return
                while data:
                    near.sendall(data)
                    data = far.recv(65536)

    def _asked(self, near: socket.socket) -> bytes | None:
        """The request's head as the camera is to see it; None where somebody else asks."""
        head = b""
        while b"\r\n\r\n" not in head:
            more = near.recv(4096)
            if not more or len(head) > _LONGEST_HEAD:
                return None
            head += more
        first, *lines = head.split(b"\r\n")
        method, _, rest = first.partition(b" ")
        if method != b"GET" or not rest.startswith(f"{self._secret}/".encode()):
            return None
        kept = [line for line in lines if not line.lower().startswith((b"host:", b"connection:"))]
        asked = rest[len(self._secret) :]
        server = f"Host: {self._camera.host}:{self._camera.port}".encode()
        return b"\r\n".join((b"GET " + asked, server, b"Connection: close", *kept))


class _RelayedCapture:
    """A capture that takes its relay with it when it is released."""

    def __init__(self, capture: Capture, relay: _Relay) -> None:
        self._capture, self._relay = capture, relay

    def isOpened(self) -> bool:
        return self._capture.isOpened()

    def read(self) -> tuple[bool, Any]:
        return self._capture.read()

    def grab(self) -> bool:
        return self._capture.grab()

    def get(self, prop: int, /) -> float:
        return self._capture.get(prop)

    def set(self, prop: int, value: float, /) -> bool:
        return self._capture.set(prop, value)

    def release(self) -> None:
        self._relay.close()
        self._capture.release()
