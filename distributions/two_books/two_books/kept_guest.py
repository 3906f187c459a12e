"""What a guest's program remembers over a restart beside the log: their name, and the share that hides a roll."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from arbiter.message import Message
from arbiter.values import plain_name
from bookgammon.files.atomic_files import write_atomically
from outside.errors import TooLargeError
from outside.files import read_text
from two_books.bodies import LONGEST_NAME, is_share
from two_books.errors import LinkStoreError

FILE = "two_books_guest.json"
_MOST = 4_096


@dataclass(frozen=True, slots=True)
class KeptGuest:
    """share: what hides the roll that is being thrown, 64 hexadecimal digits; empty where none is."""

    name: str = ""
    share: str = ""


def keep_guest(folder: Path, kept: KeptGuest) -> None:
    """In a file that nobody else may read, on the disk when this returns. Raises LinkStoreError."""
    path = folder / FILE
    try:
        write_atomically(path, json.dumps(asdict(kept)))
    except OSError as error:
        raise LinkStoreError(
            Message("What the guest's page has to remember cannot be kept in {path} ({error}).", path=path,
                    error=error.strerror or type(error).__name__)
        ) from error  # fmt: skip


def guest_kept_in(folder: Path) -> KeptGuest:
    """Nothing where there is no file. Raises LinkStoreError where it cannot be read, or is none of ours."""
    path = folder / FILE
    wrong = Message("{path} is not as it was written: take it away, then start again.", path=path)
    try:
        found = json.loads(read_text(path, _MOST))
    except FileNotFoundError:
        return KeptGuest()
    except (OSError, ValueError, RecursionError, TooLargeError) as error:
        raise LinkStoreError(wrong) from error
    if not isinstance(found, dict) or found.keys() != {"name", "share"}:
        raise LinkStoreError(wrong)
    name, share = found["name"], found["share"]
    if not isinstance(name, str) or not isinstance(share, str) or (share and not is_share(share)):
        raise LinkStoreError(wrong)
    return KeptGuest(plain_name(name)[:LONGEST_NAME], share)
