"""Frames: what lies on the line. Sealed and numbered; opened once, by whoever has the key, or dropped.

A frame is its kind (1 byte), the sender's session (16), its number (8) and what ChaCha20-Poly1305 made of the content.
Room, role and all of this head are authenticated too. A number is used once under a key, as a key belongs to one kind
and one session, whose name is drawn by lot; so no nonce comes twice, whatever is started again.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from enum import IntEnum

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from two_books.keys import SESSION_BYTES, joined
from two_books.link import Role


class Kind(IntEnum):
    """What a frame is for; each has keys and numbers of its own."""

    HELLO = 1
    LOG = 2
    NOW = 3
    PICTURE = 4
    ATTACHMENT = 5


MOST_BYTES = {
    Kind.HELLO: 1_024, Kind.LOG: 48_000, Kind.NOW: 4_096, Kind.PICTURE: 100_000, Kind.ATTACHMENT: 180_000,
}  # fmt: skip
"""Of a frame's content."""
_HEAD = struct.Struct(f">B{SESSION_BYTES}sQ")
_TAG_BYTES = 16
MOST_FRAME = _HEAD.size + max(MOST_BYTES.values()) + _TAG_BYTES
WINDOW = 1_024
"""Frames that may come in another order; what lies further back is dropped, as it could be a copy."""


@dataclass(frozen=True, slots=True)
class Head:
    """What a frame says of itself, before anything of it is believed."""

    kind: Kind
    session: bytes
    number: int


def head_of(frame: bytes) -> Head | None:
    """None for what is no frame of ours, or a longer one than there can be. Costs the same whatever it is."""
    if not _HEAD.size + _TAG_BYTES <= len(frame) <= MOST_FRAME:
        return None
    kind, session, number = _HEAD.unpack_from(frame)
    if kind not in MOST_BYTES or not number or len(frame) > _HEAD.size + MOST_BYTES[Kind(kind)] + _TAG_BYTES:
        return None
    return Head(Kind(kind), session, number)


class Sealer:
    """Seals one session's frames of one kind."""

    def __init__(self, key: bytes, room: bytes, role: Role, kind: Kind, session: bytes) -> None:
        self._cipher = ChaCha20Poly1305(key)
        self._context = joined(room, role.encode())
        self._kind, self._session, self._number = kind, session, 0

    def seal(self, content: bytes) -> bytes:
        """The next frame. Raises ValueError where the content is too long."""
        if len(content) > MOST_BYTES[self._kind]:
            raise ValueError(f"{len(content)} bytes in a frame of kind {self._kind.name}")
        self._number += 1
        head = _HEAD.pack(self._kind, self._session, self._number)
        return head + self._cipher.encrypt(_nonce(self._number), content, self._context + head)


class Opener:
    """Opens the other table's frames of one kind and session, each once."""

    def __init__(self, key: bytes, room: bytes, role: Role) -> None:
        """role: of whoever sealed them, so that a frame of ours that comes back is none."""
        self._cipher = ChaCha20Poly1305(key)
        self._context = joined(room, role.encode())
        self.newest, self._seen = 0, 0

    def open(self, head: Head, frame: bytes) -> bytes | None:
        """The content; None for what is altered, foreign, or was opened before."""
        back = self.newest - head.number
        if back >= WINDOW or (back >= 0 and self._seen >> back & 1):
            return None
        try:
            content = self._cipher.decrypt(
                _nonce(head.number), frame[_HEAD.size :], self._context + frame[: _HEAD.size]
            )
        except InvalidTag:
            return None
        if back < 0:  # only now: a number that nobody vouches for moves no window
            self._seen = (self._seen << -back if -back < WINDOW else 0) & (1 << WINDOW) - 1
            self.newest, back = head.number, 0
        self._seen |= 1 << back
        return content


def _nonce(number: int) -> bytes:
    return number.to_bytes(12, "big")
