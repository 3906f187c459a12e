"""The shared log: proposals signed by their authors, each given a number and chained to the one before by the host.

Pure functions: whoever has both tables' public keys can check a whole log, and nobody can take out, alter or put in an
entry without its showing. A proposal carries its author's own running number, so that it is taken once.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace

from two_books.canonical import canonical, read_canonical
from two_books.errors import TwoBooksError
from two_books.keys import SigningKey, is_signed
from two_books.link import Entry, Role

NO_HASH = bytes(32)
"""What the first entry is chained to."""
_PROPOSAL, _LINK = b"proposal", b"link"


class BrokenLogError(TwoBooksError):
    """An entry that does not follow from those before it; its text says why."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """own: the author's running number, from 1. at: milliseconds since 1970. body: canonical JSON."""

    by: Role
    own: int
    at: int
    body: bytes
    signature: bytes


@dataclass(frozen=True, slots=True)
class SignedEntry:
    """hash: of all that it says and of the entry before. link: the host's signature of it."""

    number: int
    proposal: Proposal
    hash: bytes
    link: bytes

    def plain(self) -> Entry:
        said = self.proposal
        return Entry(self.number, said.by, read_canonical(said.body), said.at / 1000)


@dataclass(frozen=True, slots=True)
class Authors:
    """The two tables' public keys; the guest's is None before the first meeting."""

    host: bytes
    guest: bytes | None = None

    def of(self, role: Role) -> bytes | None:
        return self.host if role == "host" else self.guest


@dataclass(frozen=True, slots=True)
class Tip:
    """Where a log ends: its last number and hash, and the running number that each author has come to."""

    number: int = 0
    hash: bytes = NO_HASH
    host: int = 0
    guest: int = 0

    def own(self, role: Role) -> int:
        return self.host if role == "host" else self.guest

    def after(self, entry: SignedEntry) -> Tip:
        """The tip once this entry, which was checked, is appended."""
        tip = replace(self, number=entry.number, hash=entry.hash)
        own = entry.proposal.own
        return replace(tip, host=own) if entry.proposal.by == "host" else replace(tip, guest=own)


def proposed(key: SigningKey, room: bytes, by: Role, own: int, at: int, body: bytes) -> Proposal:
    """A proposal signed by its author."""
    return Proposal(by, own, at, body, key.sign(_PROPOSAL, room, _said(by, own, at, body)))


def is_by_author(proposal: Proposal, room: bytes, public: bytes) -> bool:
    said = _said(proposal.by, proposal.own, proposal.at, proposal.body)
    return is_signed(public, proposal.signature, _PROPOSAL, room, said)


def numbered(key: SigningKey, room: bytes, tip: Tip, proposal: Proposal) -> SignedEntry:
    """The host's next entry."""
    number = tip.number + 1
    digest = entry_hash(room, tip.hash, number, proposal)
    return SignedEntry(number, proposal, digest, key.sign(_LINK, room, digest))


def entry_hash(room: bytes, before: bytes, number: int, proposal: Proposal) -> bytes:
    """SHA-256 over everything that the entry says."""
    said = _said(proposal.by, proposal.own, proposal.at, proposal.body)
    head = canonical([room.hex(), before.hex(), number, proposal.signature.hex()])
    return hashlib.sha256(b"two_books entry\0" + head + b"\0" + said).digest()


def follow(room: bytes, authors: Authors, tip: Tip, entry: SignedEntry) -> Tip:
    """The tip with this entry. Raises BrokenLogError where it is not the next one, or not signed by both."""
    said = entry.proposal
    author = authors.of(said.by)
    if entry.number != tip.number + 1:
        raise BrokenLogError(f"entry {entry.number} after {tip.number}")
    if said.own <= tip.own(said.by):
        raise BrokenLogError(f"entry {entry.number} holds something said before")
    if entry.hash != entry_hash(room, tip.hash, entry.number, said):
        raise BrokenLogError(f"entry {entry.number} is not chained to the one before")
    if author is None or not is_by_author(said, room, author):
        raise BrokenLogError(f"entry {entry.number} is not signed by its author")
    if not is_signed(authors.host, entry.link, _LINK, room, entry.hash):
        raise BrokenLogError(f"entry {entry.number} is not signed by the host")
    return tip.after(entry)


def verify_log(room: bytes, authors: Authors, entries: Iterable[SignedEntry]) -> Tip:
    """Where a whole log ends. Raises BrokenLogError at the first entry that does not follow."""
    tip = Tip()
    for entry in entries:
        tip = follow(room, authors, tip, entry)
    return tip


def _said(by: Role, own: int, at: int, body: bytes) -> bytes:
    return canonical([by, own, at]) + b"\0" + body
