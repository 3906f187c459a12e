"""A real Mosquitto on a free local port, with a configuration file of the test's own."""

from __future__ import annotations

import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Self

from tests.ports import free_port

PROGRAM = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin")
MISSING = "" if PROGRAM else "needs the broker Mosquitto (Debian: mosquitto)"
SOON_S = 180.0


class Mosquitto:
    """Runs in the `with` block; may be killed and started again on the same port.

    more: further lines of its configuration. What it was told to retain lasts no longer than its process.
    """

    def __init__(self, folder: Path, more: str = "allow_anonymous true") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self._config = folder / "mosquitto.conf"
        self._log = folder / "mosquitto.log"
        self._config.write_text(f"listener {self.port} 127.0.0.1\npersistence false\n{more}\n", encoding="utf-8")
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"mqtt://127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()

    def start(self) -> None:
        assert PROGRAM
        with self._log.open("ab") as log:
            self._process = subprocess.Popen([PROGRAM, "-c", str(self._config)], stdout=log, stderr=log)
        end = time.monotonic() + SOON_S
        while True:
            with suppress(OSError), closing(socket.create_connection(("127.0.0.1", self.port), 1)):
                return
            assert self._process.poll() is None, self._log.read_text(encoding="utf-8")
            assert time.monotonic() < end, "Mosquitto does not start"
            time.sleep(0.02)

    def kill(self) -> None:
        """As a pulled plug would: nothing is said to anybody."""
        self.signal(signal.SIGKILL)
        if self._process:
            self._process.wait()
        self._process = None

    def signal(self, number: int) -> None:
        """SIGSTOP makes it stall, SIGCONT go on."""
        if self._process:
            self._process.send_signal(number)

    def cpu_seconds(self) -> float:
        """What it has used of the processor so far."""
        assert self._process
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100


def soon(true: Callable[[], object]) -> None:
    """Wait for it, as long as a busy machine may need."""
    end = time.monotonic() + SOON_S
    while not true():
        assert time.monotonic() < end
        time.sleep(0.02)
