"""The keys of a room: what follows from its secret, what a table signs with, what two sessions agree on.

The secret of the invitation gives the topics and the keys under which two tables first greet each other. Everything
else passes under keys that also need the answer of a Diffie-Hellman exchange, signed by both: whoever finds the
invitation after the two tables have met can neither read what passes nor speak as one of them.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from two_books.invitation import Invitation
from two_books.link import Role

KEY_BYTES = 32
SIGNATURE_BYTES = 64
SESSION_BYTES = 16
_PROTOCOL = b"bookgammon two_books 1"


def other(role: Role) -> Role:
    return "guest" if role == "host" else "host"


@dataclass(frozen=True, slots=True)
class Room:
    """id: tells rooms apart. secret: of the invitation."""

    id: bytes
    secret: bytes = field(repr=False)

    @classmethod
    def of(cls, invitation: Invitation) -> Room:
        return cls(invitation.room, invitation.secret)

    def topic(self, role: Role) -> str:
        """Where this table publishes: says nothing of names, and cannot be guessed."""
        return f"books/{self.derived(b'topic', role.encode(), size=16).hex()}"

    def derived(self, *purpose: bytes, also: bytes = b"", size: int = KEY_BYTES) -> bytes:
        """A key for one purpose (HKDF, RFC 5869). also: a further secret that it needs."""
        info = joined(_PROTOCOL, *purpose)
        return HKDF(hashes.SHA256(), size, salt=self.id, info=info).derive(self.secret + also)


def joined(*parts: bytes) -> bytes:
    """Bytes from which the parts follow: what is derived or signed means one thing only."""
    return b"".join(struct.pack(">I", len(part)) + part for part in parts)


class SigningKey:
    """What a table signs with in one room, for as long as the room is used (Ed25519)."""

    def __init__(self, private: bytes) -> None:
        self._key = Ed25519PrivateKey.from_private_bytes(private)
        self.public = self._key.public_key().public_bytes_raw()

    @staticmethod
    def new() -> bytes:
        """The private half, to be kept where nobody else reads."""
        return Ed25519PrivateKey.generate().private_bytes_raw()

    def sign(self, *parts: bytes) -> bytes:
        return self._key.sign(joined(_PROTOCOL, *parts))


def is_signed(public: bytes, signature: bytes, *parts: bytes) -> bool:
    """Whether whoever has the private half signed these parts."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, joined(_PROTOCOL, *parts))
    except (InvalidSignature, ValueError):
        return False
    return True


class Ephemeral:
    """A session's half of the exchange of keys (X25519): forgotten with the session."""

    def __init__(self) -> None:
        self._key = X25519PrivateKey.generate()
        self.public = self._key.public_key().public_bytes_raw()

    def agreed(self, theirs: bytes) -> bytes:
        """What both can compute and nobody else. Raises ValueError for a key that is none."""
        return self._key.exchange(X25519PublicKey.from_public_bytes(theirs))
