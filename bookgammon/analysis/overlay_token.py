"""The token in the overlay's address, without which it shows no winning chances.

Made once, so that the address in a stream's program stays good; kept where only the data folder's owner may read it.
"""

from __future__ import annotations

import re
import secrets
from pathlib import Path

from arbiter.message import Message
from bookgammon.errors import SettingsError
from bookgammon.files.atomic_files import write_atomically

FILE = "overlay-token"
_BYTES = 24
_WHOLE = re.compile(r"[A-Za-z0-9_-]{32}")


def overlay_token(folder: Path) -> str:
    """This data folder's, made where there is none or a torn one. Raises SettingsError."""
    path = folder / FILE
    try:
        found = path.read_text(encoding="utf-8", errors="replace").strip() if path.exists() else ""
        if _WHOLE.fullmatch(found):
            return found
        made = secrets.token_urlsafe(_BYTES)
        write_atomically(path, made)
    except OSError as error:
        raise SettingsError(
            Message("The overlay's token {path} cannot be kept: {reason}.", path=path, reason=error.strerror or error)
        ) from error
    return made
