"""Whether other devices on this network may see the page: as the program was started, and as it is changed since."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from bookgammon.access.own_addresses import EVERYWHERE, HERE
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
