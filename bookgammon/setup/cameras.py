"""Which cameras can be picked: webcams that answer, and addresses that people enter."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from bookgammon.camera_checks import camera_numbers
from bookgammon.setup.view import THUMBNAIL, Open, View
from vision.sources.addresses import shown
from vision.sources.sources import open_source
from web.errors import Refused
from web.setup import CameraChoice

MOST = 8


class Cameras:
    """All views that are open while a camera is being picked. May be used from any thread."""

    def __init__(self, open_address: Open = open_source, numbers: Callable[[], Sequence[int]] = camera_numbers) -> None:
        self._open, self._numbers = open_address, numbers
        self._views: dict[str, View] = {}
        self._lock = threading.Lock()

    def search(self) -> None:
        """Try every webcam that the system shows and that does not answer already."""
        for number in self._numbers():
            key = str(number)
            with self._lock:
                known = self._views.get(key)
                if known is None or known.trouble:
                    self._views[key] = View(key, f"Camera {number}", key, open_address=self._open)

    def add(self, address: str) -> View:
        """One more, by its address. Raises Refused where there are enough."""
        with self._lock:
            if len(self._views) >= MOST:
                raise Refused(409, "That are enough cameras: pick one of them.")
            key = f"a{len(self._views)}"
            view = self._views[key] = View(key, _called(address), address, open_address=self._open)
        return view

    def choices(self) -> tuple[CameraChoice, ...]:
        """Those that show something."""
        return tuple(
            CameraChoice(view.key, view.name, "{} by {} pixels".format(*view.size)) for view in self._all() if view.size
        )

    @property
    def searching(self) -> bool:
        return any(not view.settled for view in self._all())

    def trouble(self) -> str:
        """Why an address that was entered shows nothing; a webcam without pictures is not worth a word."""
        return next((view.trouble for view in self._all() if view.trouble and view.key.startswith("a")), "")

    def thumbnail(self, key: str) -> bytes | None:
        view = self._views.get(key)
        return view.jpeg(THUMBNAIL) if view else None

    def pick(self, key: str) -> View:
        """The one chosen; the others are closed. Raises Refused where it shows nothing."""
        view = self._views.get(key)
        if view is None or view.size is None:
            raise Refused(409, "That camera does not answer any more: pick another.")
        self.close(but=view)
        return view

    def close(self, but: View | None = None) -> None:
        with self._lock:
            leaving = [view for view in self._views.values() if view is not but]
            self._views = {} if but is None else {but.key: but}
        for view in leaving:
            view.close()

    def _all(self) -> list[View]:
        with self._lock:
            return list(self._views.values())


def _called(address: str) -> str:
    """A name for people: the host of an address, else its last part."""
    try:
        host = urlsplit(shown(address)).hostname
    except ValueError:
        host = None
    return host or address.rstrip("/\\").replace("\\", "/").rpartition("/")[2] or address
