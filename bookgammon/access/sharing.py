"""Whether other devices on this network may see the page: as the program was started, and as it is changed since."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from bookgammon.access.addresses import EVERYWHERE, HERE
from bookgammon.access.local_name import LocalName
from bookgammon.errors import SettingsError
from bookgammon.files.settings import load_settings, save_settings
from web.errors import NoSuchHost, PortInUse, UnavailableError
from web.listening import only_here

Move = Callable[[str], None]
"""Has the page listen at another host, at the same port. Raises PortInUse or NoSuchHost."""


class Sharing:
    """Fulfils `web.sharing.Sharing`, for one run of the program: the page of set-up and then that of the match.

    folder: where it is kept for the next start. host: where the page listens at first. name: what the page is called on
    the network while others may see it; None: it is found by its address alone.
    """

    def __init__(self, folder: Path, host: str, name: LocalName | None = None) -> None:
        self._folder, self._name = folder, name
        self._port: int | None = None
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

    @property
    def named_address(self) -> str:
        """Where others find the page by its name; empty where they cannot."""
        host = self._name.host if self._name else ""
        return f"http://{host}:{self._port}/" if host else ""

    def moved_by(self, move: Move | None, port: int | None = None) -> None:
        """The page that listens now, and at which port; None: it does no more. Another may follow: the name stays."""
        self._move, self._port = move, port or self._port
        self._announce()

    def close(self) -> None:
        """Nothing listens any more, and no other page follows."""
        if self._name is not None:
            self._name.close()

    def _announce(self) -> None:
        if self._name is None:
            return
        if self.open and self._port is not None:
            self._name.announce(self._port)
        else:
            self._name.withdraw()

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
        self._announce()
