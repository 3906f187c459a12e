"""Whether other devices on this network may see the page, and under which addresses they find it.

As the program was started, and as it is changed since. Nothing is sent to find the addresses.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from dataclasses import replace
from ipaddress import IPv4Address
from pathlib import Path

from bookgammon.errors import SettingsError
from bookgammon.files.settings import load_settings, save_settings
from web.errors import NoSuchHost, PortInUse, UnavailableError
from web.listening import only_here

Move = Callable[[str], None]
"""Has the page listen at another host, at the same port. Raises PortInUse or NoSuchHost."""


class Sharing:
    """Fulfils `web.sharing.Sharing`, for one run of the program: the page of set-up and then that of the match.

    folder: where it is kept for the next start. host: where the page listens at first.
    """

    def __init__(self, folder: Path, host: str) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._move: Move | None = None
        self.host = host

    @property
    def open(self) -> bool:
        return not only_here(self.host)

    @property
    def kept(self) -> bool:
        try:
            return load_settings(self._folder).share is self.open
        except SettingsError:
            return False

    def moved_by(self, move: Move | None) -> None:
        """The page that listens now; None: it does no more."""
        self._move = move

    def change(self, wanted: bool, *, keep: bool) -> None:
        with self._lock:
            try:
                if wanted is not self.open:
                    self._go(EVERYWHERE if wanted else HERE)
                if keep:
                    save_settings(self._folder, replace(load_settings(self._folder), share=wanted))
            except (PortInUse, NoSuchHost, SettingsError) as error:
                raise UnavailableError(str(error)) from error

    def _go(self, host: str) -> None:
        if self._move is not None:
            self._move(host)
        self.host = host


HERE = "127.0.0.1"
EVERYWHERE = str(IPv4Address(0))
"""All addresses of this machine; only after the players said yes."""


def own_address() -> str:
    """This machine's address on its network; where it is on none, the one that only itself can use."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return HERE
        return str(probe.getsockname()[0])


def host_names() -> tuple[str, ...]:
    """What this machine is called, on its own and by those who find each other without a name server."""
    host = socket.gethostname().lower()
    return (host, f"{host}.local")


def own_names() -> tuple[str, ...]:
    """Every name and address that the page's certificate has to name.

    Addresses of IPv6 are not among them: most change every day, and with each the browsers would warn anew.
    """
    names = ("localhost", HERE, "::1", *host_names(), own_address())
    return tuple(dict.fromkeys(name for name in names if _plain(name)))


def _plain(name: str) -> bool:
    """Whether a certificate can name it: ASCII, as host names are."""
    return bool(name) and name.isascii() and not set(name) & set(" /_\\")
