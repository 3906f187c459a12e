"""Which devices may change the match: who has seen the code on the table's own screen.

The code is in the QR code that the terminal shows. A device that brings it gets a key of its own, kept in a
cookie that no script can read; here only the key's hash is kept. Every other device may look.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that look alike: the code may have to be typed."""
CODE_LENGTH = 8
MOST_DEVICES = 24
_NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Device:
    """One paired device. id: what it is called in the list; key_hash: SHA-256 of its key, in hex;
    joined: when, in seconds since 1970."""

    id: str
    name: str
    key_hash: str
    joined: float


Keep = Callable[[tuple[Device, ...]], None]
"""Makes the list of devices last, so that a tablet stays paired when the program starts anew."""


class Pairing:
    """The code that pairs, and the devices that were paired with it. May be used from any thread.

    devices: those of an earlier run. keep: called with every new list.
    """

    def __init__(
        self,
        devices: Sequence[Device] = (),
        keep: Keep | None = None,
        *,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._devices = tuple(devices)
        self._keep, self._clock = keep, clock
        self._lock = threading.Lock()
        self._code = _new_code()

    @property
    def code(self) -> str:
        """The code as people read it, `K7QM-2FXD`; another one at every start and after every revocation."""
        return f"{self._code[:4]}-{self._code[4:]}"

    @property
    def devices(self) -> tuple[Device, ...]:
        return self._devices

    def join(self, code: str, name: str) -> str | None:
        """The key of a newly paired device; None where the code is wrong. The oldest makes room when full."""
        brought = "".join(letter for letter in code.upper() if letter in LETTERS)
        if not hmac.compare_digest(brought, self._code):
            return None
        key = secrets.token_urlsafe(24)
        device = Device(secrets.token_hex(4), name[:_NAME_LENGTH], _hash(key), self._clock())
        with self._lock:
            self._changed((*self._devices, device)[-MOST_DEVICES:])
        return key

    def device(self, key: str | None) -> Device | None:
        """The paired device with that key."""
        if not key:
            return None
        wanted = _hash(key)
        return next((each for each in self._devices if hmac.compare_digest(each.key_hash, wanted)), None)

    def revoke(self, ids: Sequence[str]) -> None:
        """Those devices only look from now on, and the code that let them in is worth nothing."""
        with self._lock:
            self._code = _new_code()
            self._changed(tuple(each for each in self._devices if each.id not in ids))

    def _changed(self, devices: tuple[Device, ...]) -> None:
        if self._keep is not None:
            self._keep(devices)
        self._devices = devices


def _new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
