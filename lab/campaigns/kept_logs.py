"""What two tables' programs have kept of their shared log, looked at after they have ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from two_books.invitation import Invitation
from two_books.link import Entry, Role
from two_books.store import LinkStore
from two_books.store_file import FILE


@dataclass(frozen=True, slots=True)
class KeptLog:
    """tip: the last entry's hash. waiting: how much of what that table said is in no log yet."""

    entries: tuple[Entry, ...]
    tip: bytes
    waiting: int


def kept_log(folder: Path, invitation: Invitation, role: Role) -> KeptLog:
    """Raises LinkStoreError where it is not sound."""
    with LinkStore(folder / FILE, invitation, role) as store:
        return KeptLog(tuple(store.log), store.tip.hash, len(store.waiting()))


def faults_of(logs: Mapping[Role, KeptLog]) -> list[str]:
    """What is wrong with the two: they are to be one, with nothing in it twice and nothing left to say."""
    host, guest = logs["host"], logs["guest"]
    found = [f"{role} has something to say still" for role, log in logs.items() if log.waiting]
    if host.entries != guest.entries or host.tip != guest.tip:
        found.append(f"the logs differ: {len(host.entries)} and {len(guest.entries)} entries")
    for one, two in zip(host.entries, host.entries[1:], strict=False):
        if (one.by, one.body) == (two.by, two.body):
            found.append(f"twice: {two}")
    return found
