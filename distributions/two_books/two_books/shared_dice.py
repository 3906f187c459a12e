"""Dice that two programs throw together, so that neither can choose: commit and reveal.

The roller hides a share behind its hash, the other adds a share of its own in the open, then the roller shows theirs.
The roll is a hash of both. Whoever has hidden a share cannot change it; whoever adds theirs does not know the other.
What is left: the roller sees the roll first, and could stop playing rather than show it; both see that.
"""

from __future__ import annotations

import hashlib
import secrets

from arbiter.plays import Dice

_FAIR = 252
"""The greatest multiple of six that a byte holds: what lies above it is thrown away."""


def new_share() -> str:
    """Thirty-two bytes that nobody can foresee, in hexadecimal digits."""
    return secrets.token_hex(32)


def digest_of(share: str) -> str:
    """What hides a share."""
    return hashlib.sha256(b"two_books hidden share\0" + bytes.fromhex(share)).hexdigest()


def roll_of(share: str, other: str) -> Dice:
    """The roll that follows from both shares, each die with the same chance."""
    seed, found, count = bytes.fromhex(share) + bytes.fromhex(other), list[int](), 0
    while len(found) < 2:
        block = hashlib.sha256(b"two_books roll\0" + count.to_bytes(4, "big") + seed).digest()
        found += [1 + byte % 6 for byte in block if byte < _FAIR]
        count += 1
    return found[0], found[1]
