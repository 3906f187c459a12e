"""Opening a camera or recording by what people call it, and the certificates by which HTTPS cameras are known."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

from arbiter.message import Message
from bookgammon.cameras.address import load_texts
from bookgammon.cameras.telephone import Telephone
from bookgammon.files.atomic_files import write_atomically
from bookgammon.terminal.answers import say
from bookgammon.workers.worker import Workers
from vision.errors import SourceError
from vision.sources.https_camera import BY_AUTHORITY
from vision.sources.phone import PHONE
from vision.sources.sources import Opener, Source, open_capture, open_source

FILE = "certificates.json"


def opener_for(folder: Path) -> Opener:
    """Opens cameras; those behind HTTPS have to be the same as the first time. Raises SettingsError."""
    return partial(open_capture, trust=KeptTrust(folder))


class KeptTrust:
    """Fulfils `vision.sources.https_camera.CertificateTrust`. Raises SettingsError."""

    def __init__(self, folder: Path, notify: Callable[[str], None] = say) -> None:
        self._path, self._notify = folder / FILE, notify
        self._lock = threading.Lock()
        self._marks = load_texts(
            self._path,
            unreadable=Message("The cameras' certificates {path} cannot be read: {strerror}."),
            torn=Message("The cameras' certificates {path} are torn: delete the file."),
        )

    def known(self, server: str) -> str | None:
        return self._marks.get(server)

    def first_seen(self, server: str, mark: str) -> None:
        """Where it cannot be kept the camera is known for this run all the same."""
        with self._lock:
            self._marks[server] = mark
            if mark != BY_AUTHORITY:
                self._notify(
                    Message(
                        "Nobody vouches for the camera at {server}: from now on it is known by its certificate.",
                        server=server,
                    )
                )
            try:
                write_atomically(self._path, json.dumps(self._marks, indent=1))
            except OSError as error:
                self._notify(
                    Message(
                        "The certificate of {server} cannot be kept: {strerror}.",
                        server=server,
                        strerror=error.strerror,
                    )
                )


_CAMERA = Message("the camera")
Open = Callable[[str], Source]
"""Opens what a person has named. Raises SourceError."""


def camera_opener(folder: Path, telephone: Telephone | None, workers: Workers) -> Open:
    """What opens cameras, with the certificates kept in that folder. Raises SettingsError."""
    open_other = partial(open_source, opener=opener_for(folder), thread=workers.thread(_CAMERA))
    return partial(_opened, open_other=open_other, telephone=telephone)


def _opened(address: str, *, open_other: Open, telephone: Telephone | None) -> Source:
    if address != PHONE:
        return open_other(address)
    if telephone is None:
        raise SourceError(Message("A telephone can be the camera of bookgammon play and bookgammon setup."))
    return telephone.open()
