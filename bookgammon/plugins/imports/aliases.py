"""Who is who: names that other programs know people by, and those that they have here. Said once, kept in a file."""

from __future__ import annotations

import json
from pathlib import Path

from arbiter.message import Message
from bookgammon.errors import PlayersError
from bookgammon.files.atomic_files import write_atomically
from outside.errors import TooLargeError
from outside.files import MIB, read_text

FILE = "names.json"
_MOST_BYTES = MIB
MOST_NAMES = 2000


def load_aliases(folder: Path) -> dict[str, str]:
    """By the other name. Raises PlayersError."""
    path = folder / FILE
    try:
        found = json.loads(read_text(path, _MOST_BYTES))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError, TooLargeError) as error:
        raise PlayersError(Message("{path} cannot be read: delete it, and say again who is who.", path=path)) from error
    if not isinstance(found, dict) or not all(isinstance(name, str) for name in found.values()):
        raise PlayersError(Message("{path} cannot be read: delete it, and say again who is who.", path=path))
    return {str(other): name for other, name in found.items()}


def save_aliases(folder: Path, aliases: dict[str, str]) -> None:
    """Raises PlayersError."""
    if len(aliases) > MOST_NAMES:
        raise PlayersError(Message("At most {most} names are kept for others.", most=MOST_NAMES))
    try:
        write_atomically(folder / FILE, json.dumps(aliases, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
    except OSError as error:
        raise PlayersError(
            Message("Who is who cannot be kept ({strerror}).", strerror=error.strerror)
        ) from error
