"""A camera behind HTTPS: known by the certificate that it showed first, and followed through the relay."""

from __future__ import annotations

import http.client
import json
import shutil
import socket
import ssl
import stat
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from bookgammon.cameras.opening import FILE, KeptTrust, opener_for
from bookgammon.errors import SettingsError
from tests.ports import free_port
from tests.vision_sources.test_stream import Phone
from vision.errors import SourceError
from vision.sources.frames import News
from vision.sources.https_camera import TrustOfThisRun, camera_at, https_capture
from vision.sources.live import LiveSource
from vision.sources.sources import Capture, Frame, open_capture, open_source

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the camera's certificate")


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two certificates that nobody vouches for, each with its key."""
    folder = tmp_path_factory.mktemp("certificates")
    made = []
    for name in ("first", "second"):
        path = folder / f"{name}.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
             "30", "-subj", "/CN=camera", "-keyout", str(path), "-out", str(folder / "certificate")],
            check=True, capture_output=True, timeout=60,
        )  # fmt: skip
        path.write_text(path.read_text() + (folder / "certificate").read_text())
        made.append(path)
    return made[0], made[1]


class Camera(Phone):
    """Asks for a password, and leads elsewhere under one address."""

    def do_GET(self) -> None:
        if self.path == "/elsewhere":
            self.send_response(302)
            self.send_header("Location", "http://127.0.0.1:9/video")
            self.end_headers()
        elif self.headers.get("Authorization") != "Basic dXNlcjpzM2NyZXQ=":
            self.send_response(401)
            self.send_header("WWW-Authenticate", 'Basic realm="camera"')
            self.end_headers()
        else:
            super().do_GET()


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Whoever hung up in the middle of a handshake is no news."""


@contextmanager
def camera(certificate: Path, port: int | None = None) -> Iterator[int]:
    """A camera with that certificate; gives its port."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server = Server(("127.0.0.1", port or free_port()), Camera)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_it_is_followed_with_its_password_and_its_certificate_is_kept(
    certificates: tuple[Path, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with camera(certificates[0]) as port:
        source = open_source(f"https://user:s3cret@127.0.0.1:{port}/video", opener=opener_for(tmp_path))
        frame = next(item for item in source.items() if isinstance(item, Frame))
        source.close()
    assert frame.image.shape == (48, 64, 3)
    kept = json.loads((tmp_path / FILE).read_text())
    assert [(server, len(mark)) for server, mark in kept.items()] == [(f"127.0.0.1:{port}", 64)]
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600
    said = capsys.readouterr().err
    assert "known by its certificate" in said
    assert "s3cret" not in said


def test_another_certificate_is_refused_in_this_run_and_the_next(
    certificates: tuple[Path, Path], tmp_path: Path
) -> None:
    with camera(certificates[0]) as port:
        open_source(f"https://user:s3cret@127.0.0.1:{port}/video", opener=opener_for(tmp_path)).close()
    with camera(certificates[1], port), pytest.raises(SourceError, match="another certificate"):
        open_source(f"https://user:s3cret@127.0.0.1:{port}/video", opener=opener_for(tmp_path))
    with camera(certificates[0], port):
        open_source(f"https://user:s3cret@127.0.0.1:{port}/video", opener=opener_for(tmp_path)).close()


def test_another_certificate_in_mid_match_is_told_without_the_cameras_address(
    certificates: tuple[Path, Path],
) -> None:
    trust = TrustOfThisRun()

    def opened(address: int | str) -> Capture:
        return open_capture(address, trust)

    with camera(certificates[0]) as port:
        address = f"https://user:s3cret@127.0.0.1:{port}/video"
        source = LiveSource(address, "camera", opened, retry=0.01)
    with camera(certificates[1], port):
        news = (item.message for item in source.items() if isinstance(item, News))
        told = next(message for message in news if "certificate" in message)
        source.close()
    assert told.startswith("The camera shows another certificate than the first time")
    assert "127.0.0.1" not in told


def test_a_camera_that_an_authority_vouched_for_needs_it_again(certificates: tuple[Path, Path]) -> None:
    trust = TrustOfThisRun()
    with camera(certificates[0]) as port:
        trust.first_seen(f"127.0.0.1:{port}", "authority")
        with pytest.raises(SourceError, match="another certificate"):
            open_capture(f"https://127.0.0.1:{port}/video", trust)


def relayed(port: int, path: str) -> str:
    """The address on this machine that FFmpeg would read from."""
    found: list[str] = []

    def note(address: str) -> Capture:
        found.append(address)
        return open_capture("")

    https_capture(f"https://127.0.0.1:{port}{path}", TrustOfThisRun(), note)
    return found[0]


@pytest.mark.parametrize("path", ["/video", "/", "/secret/video"])
def test_nobody_else_on_this_machine_is_handed_the_pictures(certificates: tuple[Path, Path], path: str) -> None:
    with camera(certificates[0]) as port:
        host = relayed(port, "/video").split("/")[2]
        with closing(http.client.HTTPConnection(host, timeout=30)) as line:
            line.request("GET", path)
            with pytest.raises((http.client.RemoteDisconnected, ConnectionResetError)):
                line.getresponse()


def test_it_does_not_follow_to_where_nobody_checks_who_answers(certificates: tuple[Path, Path]) -> None:
    with camera(certificates[0]) as port:
        address = relayed(port, "/elsewhere")
        with closing(http.client.HTTPConnection(address.split("/")[2], timeout=30)) as line:
            line.request("GET", address.partition(address.split("/")[2])[2])
            with pytest.raises((http.client.RemoteDisconnected, ConnectionResetError)):
                line.getresponse()


def test_a_camera_that_is_not_there_does_not_open() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(SourceError, match="does not open"):
        open_source(f"https://127.0.0.1:{port}/video")


def test_a_torn_address_or_file_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="torn"):
        camera_at("https://camera:port/video")
    (tmp_path / FILE).write_text("[")
    with pytest.raises(SettingsError, match="torn"):
        KeptTrust(tmp_path)
