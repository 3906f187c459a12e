"""Ports for programs that a test starts: named before they listen, and listening again after a while."""

from __future__ import annotations

import random
import socket
from contextlib import closing, suppress

NAMED = range(20_000, 30_000)
"""Below those that Linux, Windows and macOS give to whoever asks for any port: nobody else comes upon one of them."""


def free_port() -> int:
    """One that nothing on this machine listens at."""
    while True:
        port = random.SystemRandom().choice(NAMED)
        with suppress(OSError), closing(socket.socket()) as probe:
            probe.bind(("127.0.0.1", port))
            return port
