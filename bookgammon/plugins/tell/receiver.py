"""Who is told: the address of the command line or of `tell.toml`, and one POST to it.

Only addresses of the local network are used unless the owner has said `anywhere = true`. What the name leads to is
looked up for each event, and the connection goes to that very address; a redirect is never followed.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import socket
import ssl
import stat
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from arbiter.message import Message
from bookgammon.errors import CompanionError
from outside.files import read_toml
from outside.network import Resolve, addresses_of, is_local

FILE = "tell.toml"
PORTS = {"http": 80, "https": 443}
ANSWER_S = 20.0
"""For each step of a POST. Whoever answers later may be told the same again: its id says so."""
LEAST_SECRET = 16
_KEYS = {"address": str, "secret": str, "anywhere": bool}


class TellSettingsError(CompanionError):
    """The receiver's address or `tell.toml` cannot be used."""


class NotToldError(CompanionError):
    """An event did not arrive; its text says why, in one sentence."""


@dataclass(frozen=True, slots=True)
class Receiver:
    """host, port, path: of the address; tls: None for plain HTTP. secret: signs what is sent, where there is one.

    anywhere: addresses outside of the local network may be used.
    """

    host: str
    port: int
    path: str
    tls: ssl.SSLContext | None = None
    secret: bytes = field(default=b"", repr=False)
    anywhere: bool = False

    def __str__(self) -> str:
        """Without its path: a webhook's path is as good as a password."""
        return f"{'https' if self.tls else 'http'}://{self.host}:{self.port}"


def receiver_from(folder: Path, address: str | None) -> Receiver | None:
    """What the command line says, else `tell.toml`; None where nobody is named. Raises TellSettingsError."""
    kept = _load(folder / FILE)
    address = address or kept.get("address")
    if address is None:
        return None
    host, port, path, encrypted = parse_address(address)
    secret = _secret(folder / kept["secret"]) if "secret" in kept else b""
    tls = ssl.create_default_context() if encrypted else None
    return Receiver(host, port, path, tls, secret, kept.get("anywhere", False))


def parse_address(text: str) -> tuple[str, int, str, bool]:
    """(host, port, path, whether it is encrypted) of `http://host:port/path`. Raises TellSettingsError."""
    wrong = Message("{text} is no address for events: write it as http://its-name:8123/path.", text=repr(text[:80]))
    try:
        parts = urlsplit(text)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode("ascii")
    except ValueError as error:
        raise TellSettingsError(wrong) from error
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    plain = all(part.isascii() and part.isprintable() and " " not in part for part in (host, path))
    if parts.scheme not in PORTS or not host or parts.username is not None or not plain:
        raise TellSettingsError(wrong)
    return host, port or PORTS[parts.scheme], path, parts.scheme == "https"


def _load(path: Path) -> dict[str, Any]:
    try:
        found = read_toml(path)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise TellSettingsError(
            Message("The receiver's settings {path} cannot be read ({error}).", path=path, error=error)
        ) from error
    for key, value in found.items():
        if key not in _KEYS:
            known = ", ".join(_KEYS)
            raise TellSettingsError(
                Message("{path} knows no {key}; it knows {known}.", path=path, key=key, known=known)
            )
        if not isinstance(value, _KEYS[key]):
            kind = Message("true or false") if _KEYS[key] is bool else Message("text in quotes")
            raise TellSettingsError(Message("In {path} {key} must be {kind}.", path=path, key=key, kind=kind))
    return found


def _secret(path: Path) -> bytes:
    """One line of a file that nobody else may read."""
    try:
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise TellSettingsError(
                Message("Others can read the secret in {path}: run chmod 600 on it and start again.", path=path)
            )
        secret = path.read_bytes().strip()
    except OSError as error:
        raise TellSettingsError(
            Message("The secret {path} cannot be read ({error}).", path=path, error=error)
        ) from error
    if len(secret) < LEAST_SECRET:
        raise TellSettingsError(
            Message("The secret in {path} needs at least {least} characters.", path=path, least=LEAST_SECRET)
        )
    return secret


def signature(secret: bytes, sent: str, body: bytes) -> str:
    """What the header says: HMAC-SHA256 over the time, a dot and the body, in hexadecimal digits."""
    return "sha256=" + hmac.new(secret, sent.encode("ascii") + b"." + body, hashlib.sha256).hexdigest()


def post(
    receiver: Receiver,
    name: str,
    sent: str,
    body: bytes,
    resolve: Resolve = addresses_of,
    patience: float = ANSWER_S,
) -> None:
    """Tells the receiver once. name: of the event; sent: seconds since 1970. Raises NotToldError."""
    address = _address(receiver, resolve)
    headers = {"Content-Type": "application/json", "Bookgammon-Event": name, "Bookgammon-Sent": sent}
    if receiver.secret:
        headers["Bookgammon-Signature"] = signature(receiver.secret, sent, body)
    line = HTTPConnection(receiver.host, receiver.port, timeout=patience)
    try:
        line.sock = _open(receiver, address, patience)
        line.request("POST", receiver.path, body, headers)
        status = line.getresponse().status
    except (OSError, HTTPException) as error:
        raise NotToldError(
            Message("{receiver} takes no events ({error}).", receiver=receiver, error=error or type(error).__name__)
        ) from error
    finally:
        line.close()
    if 300 <= status < 400:
        raise NotToldError(Message("{receiver} sends on to another address, which is not followed.", receiver=receiver))
    if not 200 <= status < 300:
        raise NotToldError(Message("{receiver} answers {status} to events.", receiver=receiver, status=status))


def _address(receiver: Receiver, resolve: Resolve) -> str:
    found = resolve(receiver.host)
    if not found:
        raise NotToldError(Message("Nobody knows where {host} is.", host=receiver.host))
    foreign = [address for address in found if not is_local(address)]
    if foreign and not receiver.anywhere:
        raise NotToldError(
            Message(
                "{host} leads to {address}, which is not in the local network; anywhere = true in {file} allows it.",
                host=receiver.host,
                address=foreign[0],
                file=FILE,
            )
        )
    return found[0]


def _open(receiver: Receiver, address: str, patience: float) -> socket.socket:
    line = socket.create_connection((address, receiver.port), patience)
    if receiver.tls is None:
        return line
    try:
        return receiver.tls.wrap_socket(line, server_hostname=receiver.host)
    except (OSError, ValueError):
        line.close()
        raise
