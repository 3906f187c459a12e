"""Opening a camera or recording by what people call it, the telephone that is paired here among them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from arbiter.message import Message
from bookgammon.cameras.certificates import opener_for
from bookgammon.cameras.telephone import Telephone
from vision.errors import SourceError
from vision.sources.phone import PHONE
from vision.sources.sources import Source, open_source

Open = Callable[[str], Source]
"""Opens what a person has named. Raises SourceError."""


def camera_opener(folder: Path, telephone: Telephone | None) -> Open:
    """What opens cameras, with the certificates kept in that folder. Raises SettingsError."""
    return partial(_opened, open_other=partial(open_source, opener=opener_for(folder)), telephone=telephone)


def _opened(address: str, *, open_other: Open, telephone: Telephone | None) -> Source:
    if address != PHONE:
        return open_other(address)
    if telephone is None:
        raise SourceError(Message("A telephone can be the camera of bookgammon play and bookgammon setup."))
    return telephone.open()
