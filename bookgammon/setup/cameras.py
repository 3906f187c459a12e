"""Which cameras can be picked: webcams that answer, and addresses that people enter."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

from arbiter.message import Message
from bookgammon.setup.camera_view import THUMBNAIL, CameraView, Open
from bookgammon.workers.worker import Workers
from vision.sources.frames import is_stream, shown
from vision.sources.phone import PHONE
from vision.sources.sources import open_source
from vision.sources.webcam_modes import WebcamMode, webcam_modes
from vision.sources.webcams import camera_numbers, webcam_address, webcam_name
from web.errors import NotNowError
from web.setup import CameraChoice

_LEAST_WIDTH = 640
"""Pixels; in less no die is read."""
MOST = 8
"""Addresses that were entered and are still shown."""


class Cameras:
    """All views that are open while a camera is being picked. May be used from any thread.

    Addresses that were entered stay known when the views are closed, so that going back loses none. A path never
    comes from the page: a recording is offered only where it was named at the machine itself (`remember`).
    """

    def __init__(
        self,
        open_address: Open = open_source,
        numbers: Callable[[], Sequence[int]] = camera_numbers,
        workers: Workers | None = None,
    ) -> None:
        self._open, self._numbers, self._workers = open_address, numbers, workers or Workers()
        self._views: dict[str, CameraView] = {}
        self._entered: dict[str, str] = {}
        self._numbering = itertools.count()
        self._phone_is_news = True
        self._modes: dict[str, tuple[WebcamMode, ...]] = {}
        self._lock = threading.Lock()

    def search(self) -> None:
        """Try every webcam that the system shows and that does not answer already."""
        for number in self._numbers():
            key = str(number)
            with self._lock:
                known = self._views.get(key)
                if known is None or known.trouble:
                    name = webcam_name(number) or Message("Camera {number}", number=number)
                    self._views[key] = self._viewed(key, name, webcam_address(number))
                    self._modes[key] = webcam_modes(number)
        with self._lock:
            if PHONE not in self._views:
                self._views[PHONE] = self._viewed(PHONE, Message("Telephone"), PHONE)

    def _viewed(self, key: str, name: str, address: str) -> CameraView:
        return CameraView(key, name, address, open_address=self._open, workers=self._workers)

    def phone_came(self) -> bool:
        """Whether a telephone sends now, true once: whoever goes back may pick another camera in peace."""
        with self._lock:
            view = self._views.get(PHONE)
            came = self._phone_is_news and view is not None and view.size is not None
            self._phone_is_news = self._phone_is_news and not came
            return came

    def remember(self, address: str) -> None:
        """A camera or recording that was named at the machine itself is one to pick as well."""
        if not (address.isdecimal() or address == PHONE):
            self._enter(address)

    def open_again(self) -> None:
        """All cameras once more, those whose addresses were entered too."""
        self.search()
        with self._lock:
            for key, address in self._entered.items():
                if key not in self._views:
                    self._views[key] = self._viewed(key, _called(address), address)

    def add(self, address: str) -> CameraView:
        """One more, by an address that somebody has entered on the page. Raises RequestError for what is none.

        Those that gave nothing make room; where there are too many all the same, the one entered first does.
        """
        if not is_stream(address):
            raise NotNowError(
                Message("Enter the address as the phone's app shows it: it begins with http:// or rtsp://.")
            )
        key = self._enter(address)
        with self._lock:
            view = self._viewed(key, _called(address), address)
            leaving = [self._views.pop(key)] if key in self._views else []
            for known in [known for known in self._entered if known != key]:
                other = self._views.get(known)
                crowded = len(self._entered) > MOST
                if crowded or (other is not None and other.trouble):
                    del self._entered[known]
                    leaving += [self._views.pop(known)] if other is not None else []
            self._views[key] = view
        for each in leaving:
            each.close()
        return view

    def _enter(self, address: str) -> str:
        """The key of that address; entered again, it is the newest again."""
        with self._lock:
            key = next((key for key, known in self._entered.items() if known == address), f"a{next(self._numbering)}")
            self._entered.pop(key, None)
            self._entered[key] = address
            return key

    def choices(self) -> tuple[CameraChoice, ...]:
        """Those that show something."""
        return tuple(self._choice(view, view.size) for view in self._all() if view.size)

    def _choice(self, view: CameraView, size: tuple[int, int]) -> CameraChoice:
        modes = [mode for mode in self._modes.get(view.key, ()) if mode.width >= _LEAST_WIDTH]
        sizes = tuple((f"{mode.width}x{mode.height}", mode.shown) for mode in modes)
        detail = Message("{width} by {height} pixels", width=size[0], height=size[1])
        return CameraChoice(view.key, view.name, detail, sizes=sizes, size="{}x{}".format(*size))

    def resize(self, key: str, size: str) -> None:
        """Open a webcam once more at another of its sizes. Raises RequestError for one that it does not offer."""
        if size not in (f"{mode.width}x{mode.height}" for mode in self._modes.get(key, ())):
            raise NotNowError(Message("That camera has no such size: pick another."))
        with self._lock:
            before = self._views.get(key)
            if before is None:
                raise NotNowError(Message("That camera does not answer any more: pick another."))
            before.close()
            address = f"{webcam_address(int(key))}@{size}"
            self._views[key] = self._viewed(key, before.name, address)

    @property
    def searching(self) -> bool:
        return any(not view.settled for view in self._all() if view.key != PHONE)

    def trouble(self) -> str:
        """Why the address entered last shows nothing; a webcam without pictures is not worth a word."""
        with self._lock:
            newest = self._views.get(next(reversed(self._entered), ""))
        return newest.trouble if newest else ""

    def thumbnail(self, key: str) -> bytes | None:
        view = self._views.get(key)
        return view.jpeg(THUMBNAIL) if view else None

    def pick(self, key: str) -> CameraView:
        """The one chosen; the others are closed. Raises RequestError where it shows nothing."""
        view = self._views.get(key)
        if view is None or view.size is None:
            raise NotNowError(Message("That camera does not answer any more: pick another."))
        self.close(but=view)
        return view

    def close(self, but: CameraView | None = None) -> None:
        with self._lock:
            leaving = [view for view in self._views.values() if view is not but]
            self._views = {} if but is None else {but.key: but}
        for view in leaving:
            view.close()

    def _all(self) -> list[CameraView]:
        with self._lock:
            return list(self._views.values())


def _called(address: str) -> str:
    """A name for people: the host of an address, else its last part."""
    try:
        host = urlsplit(shown(address)).hostname
    except ValueError:
        host = None
    return host or address.rstrip("/\\").replace("\\", "/").rpartition("/")[2] or address
