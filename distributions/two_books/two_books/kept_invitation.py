"""The invitation of the match that is being played, kept so that the program goes on with it after a restart."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from arbiter.message import Message
from bookgammon.files.atomic_files import write_atomically
from outside.files import read_text
from two_books.errors import InvitationError
from two_books.invitation import MOST_FILE, Invitation, code_of, invitation_from
from two_books.link import Role
from two_books.store_file import FILE as LOG_FILE
from two_books.store_file import known_rooms

FILE = "two_books.invitation"


@dataclass(frozen=True, slots=True)
class KeptInvitation:
    """role: ours. invitation: to the room of the match."""

    role: Role
    invitation: Invitation


def keep(folder: Path, kept: KeptInvitation) -> None:
    """In a file that nobody else may read. Raises InvitationError."""
    try:
        write_atomically(folder / FILE, f"{kept.role}\n{code_of(kept.invitation)}\n")
    except OSError as error:
        raise InvitationError(
            Message("The invitation cannot be kept in {folder} ({kind}).", folder=folder, kind=type(error).__name__)
        ) from error


def kept_in(folder: Path) -> KeptInvitation | None:
    """That of the newest room where the file is gone, as after a backup was put back; None where there is none.

    Raises InvitationError for a file that is none of ours, LinkStoreError.
    """
    path = folder / FILE
    try:
        role, _, code = read_text(path, MOST_FILE).partition("\n")
    except FileNotFoundError:
        rooms = known_rooms(folder / LOG_FILE)
        return KeptInvitation(rooms[0].role, invitation_from(rooms[0].code)) if rooms else None
    except (OSError, ValueError) as error:
        raise InvitationError(
            Message("The invitation in {path} cannot be read ({kind}).", path=path, kind=type(error).__name__)
        ) from error
    if role == "host":
        return KeptInvitation("host", invitation_from(code))
    if role == "guest":
        return KeptInvitation("guest", invitation_from(code))
    raise InvitationError(Message("The invitation in {path} is damaged: take it away, then join again.", path=path))
