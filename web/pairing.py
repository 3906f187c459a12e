"""Which devices may change the match: who has seen the code on the table's own screen.

The code is in the QR code that the terminal shows. It is good once, and for some minutes. A device that brings it
gets a key of its own, kept in a cookie that no script can read; here only the key's hash is kept. Every other
device may look.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from arbiter.message import Message
from web.device_list import Device, DeviceList, MemoryRegistry, Registry
from web.errors import NotKeptError, Refused
from web.listening import is_loopback

A_MINUTE = 60.0
FROM_ONE = 5
"""So many wrong codes a minute may come from one address,"""
FROM_ALL = 60
"""and so many from all of them together."""
_THIS_MACHINE = "this machine"
_log = logging.getLogger(__name__)


class Guesses:
    """Counts wrong codes. May be used from any thread.

    This machine itself waits for its own wrong codes alone, so that nobody on the network can keep its owner out. All
    addresses by which it calls itself are one: every program on it may ask from any of 127.0.0.0/8.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._wrong: deque[tuple[float, str]] = deque()
        self._lock = threading.Lock()

    def allowed(self, address: str) -> bool:
        """Whether a code from there is looked at now."""
        who = _who(address)
        with self._lock:
            self._forget()
            own = sum(each == who for _, each in self._wrong)
            return own < FROM_ONE and (len(self._wrong) < FROM_ALL or who == _THIS_MACHINE)

    def wrong(self, address: str) -> None:
        """One more wrong code from there."""
        who = _who(address)
        with self._lock:
            self._wrong.append((self._clock(), who))
            own = sum(each == who for _, each in self._wrong)
            if own == FROM_ONE:
                _log.warning("%s has brought %d wrong codes and has to wait a minute", who, own)
            if len(self._wrong) == FROM_ALL:
                _log.warning("%d wrong codes within a minute: no others are looked at until it is over", FROM_ALL)

    def _forget(self) -> None:
        while self._wrong and self._wrong[0][0] <= self._clock() - A_MINUTE:
            self._wrong.popleft()


def _who(address: str) -> str:
    """Whose address that is, for counting: all loopback addresses are this machine."""
    return _THIS_MACHINE if is_loopback(address) else address


LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Without those that look alike: the code may have to be typed."""
CODE_LENGTH = 8
CODE_LIFE_S = 600.0
"""A code that nobody has used is good for so long."""
USE_NOTED_S = 600.0
"""How exactly it is known when a device was last used."""
_REMEMBERED = 32

Notify = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Joined:
    """A device that was paired just now, and its key, which is shown once. made_room: who only looks for it."""

    key: str
    device: Device
    made_room: Device | None


class Pairing:
    """The codes that pair, and the devices that were paired with them. May be used from any thread.

    registry: where the devices are kept. clock: seconds since 1970. steady: seconds of a clock that nobody sets, by
    which codes age and wrong ones are counted.
    """

    def __init__(
        self,
        registry: Registry | None = None,
        *,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._registry: Registry = registry or MemoryRegistry()
        self._clock, self._steady, self._guesses = clock, steady, Guesses(steady)
        self._lock = threading.Lock()
        self._codes: dict[str, float] = {}
        self._past: deque[str] = deque(maxlen=_REMEMBERED)
        self._revocations = self._registry.read().revocations
        self._notify: Notify | None = None

    def on_news(self, notify: Notify | None) -> None:
        """From now on `notify` gets a sentence when a device has joined, or a code is asked for that has run out."""
        self._notify = notify

    @property
    def code(self) -> str:
        """A code as people read it, `K7QM-2FXD`, that is good for a while yet."""
        with self._lock:
            self._forget()
            now = self._steady()
            found = next((code for code, end in self._codes.items() if end - now > CODE_LIFE_S / 2), None)
            return _shown(found or self._new_code())

    def code_for_one(self) -> str:
        """One more code, for a device that is shown no other: this machine's own browser."""
        with self._lock:
            self._forget()
            code = self._new_code()
            # never the one that `code` shows, so that both can be used
            self._codes[code] = self._steady() + CODE_LIFE_S / 2
            return _shown(code)

    @property
    def devices(self) -> tuple[Device, ...]:
        return self._registry.read().devices

    def join(self, code: str, name: str, address: str = "") -> Joined:
        """Pair one more device. address: where it asks from.

        Raises Refused where the code is wrong, used, or has run out, where too many were tried, and where the
        device cannot be kept.
        """
        brought = "".join(letter for letter in code.upper() if letter in LETTERS)
        if not self._guesses.allowed(address):
            raise Refused(429, Message("Too many wrong codes: wait a minute, then try again."))
        with self._lock:
            self._forget()
            good = [each for each in self._codes if hmac.compare_digest(each, brought)]
            past = brought in self._past
        if not good:
            self._guesses.wrong(address)
            if past:
                self._say(Message("A code was brought that was used already or has run out."))
                raise Refused(
                    403, Message("That code was used or has run out: the table's own screen shows a new one.")
                )
            raise Refused(403, Message("That code is not right: look at the table's own screen once more."))
        return self._paired(good[0], name)

    def device(self, key: str | None) -> Device | None:
        """The paired device with that key; that it was used now is noted, which may wait for the disk."""
        found, now = self.look_up(key), self._clock()
        if found is not None and now - found.used > USE_NOTED_S:
            self._note_use(found, now)
        return found

    def look_up(self, key: str | None) -> Device | None:
        """The same, without noting anything."""
        if not key:
            return None
        wanted = _hash(key)
        return next((each for each in self.devices if hmac.compare_digest(each.key_hash, wanted)), None)

    def why_not(self, key: str | None) -> str:
        """Why a device that was paired once only looks now; nothing where it never was."""
        wanted = _hash(key) if key else ""
        return next((each.why for each in self._registry.read().departed if each.key_hash == wanted), "")

    def rename(self, device_id: str, name: str) -> None:
        """Raises Refused where it cannot be kept."""
        self._changed(lambda known: known.renamed(device_id, name))

    def revoke(self, ids: Sequence[str]) -> None:
        """Those devices only look from now on, and the codes that are about are worth nothing. Raises Refused."""
        self._changed(lambda known: known.without(ids))

    def _paired(self, code: str, name: str) -> Joined:
        key = secrets.token_urlsafe(24)
        now = self._clock()
        device = Device(secrets.token_hex(4), name, _hash(key), now, now)
        with self._lock:
            if self._codes.pop(code, None) is None:  # somebody else was quicker
                raise Refused(403, Message("That code was used just now: the table's own screen shows a new one."))
        before = self._registry.read().devices
        try:
            after = self._changed(lambda known: known.with_device(device))
        except Refused:
            with self._lock:
                self._codes[code] = self._steady() + CODE_LIFE_S
            raise
        with self._lock:
            self._past.append(code)
        joined = after.find(device.id) or device
        left = next((each for each in before if after.find(each.id) is None), None)
        self._say(Message("{name} may change the match now.", name=joined.name))
        if left:
            self._say(Message("{name} made room and only looks.", name=left.name))
        return Joined(key, joined, left)

    def _changed(self, how: Callable[[DeviceList], DeviceList]) -> DeviceList:
        try:
            return self._registry.change(how)
        except NotKeptError as error:
            raise Refused(503, str(error)) from error

    def _note_use(self, device: Device, now: float) -> None:
        with suppress(NotKeptError):  # the full disk is reported where it matters
            self._registry.change(lambda known: known.used_at(device.id, now))

    def _forget(self) -> None:
        """Codes that have run out, or that somebody whom another process showed out may know. Holds the lock."""
        revocations, now = self._registry.read().revocations, self._steady()
        void = [code for code, end in self._codes.items() if end <= now or revocations != self._revocations]
        self._revocations = revocations
        for code in void:
            del self._codes[code]
            self._past.append(code)

    def _new_code(self) -> str:
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        self._codes[code] = self._steady() + CODE_LIFE_S
        return code

    def _say(self, sentence: str) -> None:
        if self._notify is not None:
            self._notify(sentence)


def _shown(code: str) -> str:
    return f"{code[:4]}-{code[4:]}"


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
