"""A network cable between tables and broker that can be cut: what is sent then neither arrives nor comes back."""

from __future__ import annotations

import select
import socket
import threading
from contextlib import suppress

from tests.ports import free_port


class Cable:
    """Passes connections to `port` on to the broker's; `cut` and `mend` from any thread."""

    def __init__(self, broker_port: int) -> None:
        self.port = free_port()
        self._broker_port = broker_port
        self._whole = threading.Event()
        self._whole.set()
        self._listening = socket.create_server(("127.0.0.1", self.port), backlog=100)
        self._ending = False
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        self._whole.clear()

    def mend(self) -> None:
        self._whole.set()

    def close(self) -> None:
        self._ending = True
        self._whole.set()
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        while not self._ending:
            with suppress(OSError):
                near, _ = self._listening.accept()
                threading.Thread(target=self._pass, args=(near,), daemon=True).start()

    def _pass(self, near: socket.socket) -> None:
        self._whole.wait()
        with suppress(OSError), near, socket.create_connection(("127.0.0.1", self._broker_port)) as far:
            other = {near: far, far: near}
            while True:
                ready, _, _ = select.select([near, far], [], [], 0.5)
                self._whole.wait()
                for end in ready:
                    data = end.recv(65536)
                    if not data:
                        return
                    other[end].sendall(data)
