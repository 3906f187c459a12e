"""An invitation: where the line between two tables is, and the secret of their room, as one code.

The code is `TWOBOOKS:` and groups of five letters and digits (Crockford's base 32), so that it can be pasted, typed, or
shown as a QR code. It holds no name. Whoever has it can take a seat that is still free: it is passed on like a key.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import stat
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

import segno

from arbiter.message import Message
from outside.errors import TooLargeError
from outside.files import read_text
from two_books.errors import InvitationError

Way = Literal["mqtt", "mqtts", "tcp"]
"""By a broker, plain or over TLS, or straight to the host's table in one network."""
WAYS: tuple[Way, ...] = ("mqtt", "mqtts", "tcp")
"""A way's place is its number in the code."""
PORTS: dict[Way, int] = {"mqtt": 1883, "mqtts": 8883}
PREFIX = "TWOBOOKS:"
VERSION = 1
ROOM_BYTES, SECRET_BYTES, CHECK_BYTES = 8, 16, 4
LONGEST_HOST = 120
MOST_CODE = 1_000
"""Characters of a pasted text, blanks and line breaks included."""
MOST_FILE = 4_096
_DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_READ_AS = {digit: place for place, digit in enumerate(_DIGITS)} | {"O": 0, "I": 1, "L": 1}
_GROUP = 5
_DASHES = dict.fromkeys(map(ord, "-\u2010\u2011\u2012\u2013\u2014"))
"""What programs make of the dashes in a text that is passed on."""
_HOST_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789.-_:%")


@dataclass(frozen=True, slots=True)
class Address:
    """host: a name or an address, in lower-case ASCII. port: 1 to 65535."""

    way: Way
    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.way}://{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Invitation:
    """room: tells rooms apart, no secret by itself. secret: 128 bits that only the two tables know."""

    address: Address
    room: bytes
    secret: bytes = field(repr=False)


def new_invitation(address: Address) -> Invitation:
    """An invitation to a room that nobody knows yet."""
    return Invitation(address, secrets.token_bytes(ROOM_BYTES), secrets.token_bytes(SECRET_BYTES))


def moved(invitation: Invitation, address: Address) -> Invitation:
    """The same room at another broker: the match goes on there, once both tables know of it."""
    return Invitation(address, invitation.room, invitation.secret)


def parse_address(text: str) -> Address:
    """The address that `mqtt://host`, `mqtts://host:port` or `tcp://host:port` names. Raises InvitationError."""
    wrong = Message("{text} is no address for a line: write mqtt://host, mqtts://host or tcp://host:port.",
                    text=repr(text[:80]))  # fmt: skip
    try:
        parts = urlsplit(text if "://" in text else f"mqtt://{text}")
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode("ascii").lower()
    except ValueError as error:
        raise InvitationError(wrong) from error
    if parts.username is not None or parts.password is not None:
        raise InvitationError(
            Message("User and password do not belong into an invitation: each table names its own in broker.toml.")
        )
    way = next((way for way in WAYS if way == parts.scheme), None)
    if way is None or parts.path.strip("/") or parts.query or parts.fragment or (port is None and way not in PORTS):
        raise InvitationError(wrong)
    address = Address(way, host, PORTS[way] if port is None else port)
    if not _sound(address):
        raise InvitationError(wrong)
    return address


def _sound(address: Address) -> bool:
    fits = 1 <= len(address.host) <= LONGEST_HOST and set(address.host) <= _HOST_CHARACTERS
    return fits and 1 <= address.port <= 65_535


def code_of(invitation: Invitation) -> str:
    """The invitation as people pass it on."""
    address = invitation.address
    host = address.host.encode("ascii")
    payload = bytes([VERSION, WAYS.index(address.way)]) + address.port.to_bytes(2, "big") + bytes([len(host)]) + host
    payload += invitation.room + invitation.secret
    digits = _to_digits(payload + _check(payload))
    return PREFIX + "-".join(digits[start : start + _GROUP] for start in range(0, len(digits), _GROUP))


def invitation_from(text: str) -> Invitation:
    """The invitation that a code holds, however it was broken into lines. Raises InvitationError."""
    if len(text) > MOST_CODE:
        raise InvitationError(_NONE)
    plain = "".join(text.split()).upper()
    if not plain.startswith(PREFIX):
        raise InvitationError(_NONE)
    payload = _from_digits(plain.removeprefix(PREFIX).translate(_DASHES))
    return _read(payload[:-CHECK_BYTES])


def _read(payload: bytes) -> Invitation:
    if payload[0] != VERSION:
        raise InvitationError(
            Message("This invitation is from a newer version of Bookgammon: update the program, then try again.")
        )
    fixed = 5 + ROOM_BYTES + SECRET_BYTES
    if len(payload) < fixed or len(payload) != fixed + payload[4] or payload[1] >= len(WAYS):
        raise InvitationError(_MISTYPED)
    host, rest = payload[5 : 5 + payload[4]], payload[5 + payload[4] :]
    address = Address(WAYS[payload[1]], host.decode("latin-1"), int.from_bytes(payload[2:4], "big"))
    if not _sound(address):
        raise InvitationError(_MISTYPED)
    return Invitation(address, rest[:ROOM_BYTES], rest[ROOM_BYTES:])


def invitation_in(path: Path) -> Invitation:
    """The invitation in a file that nobody else may read. Raises InvitationError."""
    try:
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise InvitationError(
                Message("Others can read the invitation in {path}: run chmod 600 on it and try again.", path=path)
            )
        text = read_text(path, MOST_FILE)
    except (OSError, UnicodeDecodeError, TooLargeError) as error:
        raise InvitationError(
            Message("The invitation in {path} cannot be read ({kind}).", path=path, kind=type(error).__name__)
        ) from error
    return invitation_from(text)


def qr_code(invitation: Invitation) -> str:
    """The code as a QR code, drawn in SVG. It holds the secret: it is shown to its owner alone and never kept."""
    drawn = BytesIO()
    code = segno.make(code_of(invitation), error="m", micro=False)
    code.save(drawn, kind="svg", xmldecl=False, border=3, light="#fff", omitsize=True)
    return drawn.getvalue().decode("utf-8")


_NONE = Message("This is no invitation: it begins with {prefix} and was copied from the other table's page.",
                prefix=PREFIX)  # fmt: skip
_MISTYPED = Message("A letter of this invitation is wrong, or a part is missing: copy it again, whole.")


def _check(payload: bytes) -> bytes:
    return hashlib.sha256(b"two_books invitation\0" + payload).digest()[:CHECK_BYTES]


def _to_digits(data: bytes) -> str:
    bits = len(data) * 8
    count = -(-bits // 5)
    number = int.from_bytes(data, "big") << (count * 5 - bits)
    return "".join(_DIGITS[number >> (5 * place) & 31] for place in reversed(range(count)))


def _from_digits(digits: str) -> bytes:
    """The bytes, their check included, which is right. Raises InvitationError."""
    places = [_READ_AS.get(digit) for digit in digits]
    if None in places:
        raise InvitationError(_MISTYPED)
    number = 0
    for place in places:
        number = number << 5 | (place or 0)
    bits = len(places) * 5
    size = bits // 8
    spare = bits - size * 8
    if size <= CHECK_BYTES or spare >= 5 or number & (1 << spare) - 1:
        raise InvitationError(_MISTYPED)
    data = (number >> spare).to_bytes(size, "big")
    if _check(data[:-CHECK_BYTES]) != data[-CHECK_BYTES:]:
        raise InvitationError(_MISTYPED)
    return data
