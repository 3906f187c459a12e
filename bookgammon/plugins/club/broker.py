"""Which broker, as whom, and under what name: the command line's words and `broker.toml` in the data folder."""

from __future__ import annotations

import os
import socket
import ssl
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from arbiter.message import Message
from bookgammon.errors import BrokerSettingsError
from bookgammon.plugins.club.topics import table_id
from outside.files import read_toml

FILE = "broker.toml"
PORTS = {"mqtt": 1883, "mqtts": 8883}
"""The registered ports of MQTT, plain and over TLS."""
LONGEST_NAME = 40
_KEYS = {"address": str, "table": str, "login": str, "ca": str, "pictures": bool, "home_assistant": bool}


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is and how we sign in.

    tls: None without encryption. user, password: empty where the broker asks for none.
    """

    host: str
    port: int
    tls: ssl.SSLContext | None = None
    user: str = ""
    password: str = field(default="", repr=False)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Publishing:
    """What a table publishes, and under what name.

    table: as people call it; id: the same as part of a topic. pictures: the camera's too.
    home_assistant: announce the table to Home Assistant.
    """

    broker: Broker
    table: str
    id: str
    pictures: bool = False
    home_assistant: bool = True


def publishing_from(folder: Path, address: str | None, table: str | None) -> Publishing | None:
    """What the command line says, else `broker.toml`; None where no broker is named. Raises BrokerSettingsError."""
    kept = _load(folder / FILE)
    address = address or kept.get("address")
    if address is None:
        return None
    name = " ".join((table or kept.get("table") or socket.gethostname().partition(".")[0]).split())
    if not table_id(name) or len(name) > LONGEST_NAME:
        raise BrokerSettingsError(
            Message(
                "The table needs a name of at most {longest} characters with a letter or digit of plain "
                'ASCII in it: for example --table "Table 7".',
                longest=LONGEST_NAME,
            )
        )
    return Publishing(
        _broker(folder, address, kept),
        name,
        table_id(name),
        kept.get("pictures", False),
        kept.get("home_assistant", True),
    )


def broker_from(folder: Path, address: str | None) -> Broker:
    """The broker alone, for whoever only listens. Raises BrokerSettingsError."""
    kept = _load(folder / FILE)
    address = address or kept.get("address")
    if address is None:
        raise BrokerSettingsError(Message("Name the club's broker: --broker mqtt://its-address."))
    return _broker(folder, address, kept)


def _broker(folder: Path, address: str, kept: dict[str, Any]) -> Broker:
    host, port, encrypted = parse_address(address)
    user, password = _login(folder / kept["login"]) if "login" in kept else ("", "")
    return Broker(host, port, _tls(folder, kept.get("ca")) if encrypted else None, user, password)


def parse_address(text: str) -> tuple[str, int, bool]:
    """(host, port, whether it is encrypted) of `mqtt://host`, `mqtts://host:port`. Raises BrokerSettingsError."""
    try:
        parts = urlsplit(text if "://" in text else f"mqtt://{text}")
        port = parts.port
        (parts.hostname or "").encode("idna")
    except ValueError as error:
        raise BrokerSettingsError(_NO_ADDRESS.filled(text=text[:80])) from error
    if parts.password is not None or parts.username is not None:
        raise BrokerSettingsError(
            Message(
                "User and password do not belong into the broker's address: put them into a file of two "
                "lines and name it in {file} as login.",
                file=FILE,
            )
        )
    if parts.scheme not in PORTS or not parts.hostname or parts.path.strip("/") or parts.query or port == 0:
        raise BrokerSettingsError(_NO_ADDRESS.filled(text=text[:80]))
    return parts.hostname, port or PORTS[parts.scheme], parts.scheme == "mqtts"


_NO_ADDRESS = Message("{text!r} is not a broker's address: write mqtt://host, mqtts://host or either with :port.")


def _load(path: Path) -> dict[str, Any]:
    try:
        found = read_toml(path)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise BrokerSettingsError(
            Message("The broker's settings {path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    except ValueError as error:
        raise BrokerSettingsError(
            Message("The broker's settings {path} are torn: put them right or delete the file.", path=path)
        ) from error
    for key, value in found.items():
        if key not in _KEYS:
            known = ", ".join(_KEYS)
            raise BrokerSettingsError(
                Message(
                    "In {path} there is nothing to set called {key!r}: it knows {known}.",
                    path=path,
                    key=key,
                    known=known,
                )
            )
        if not isinstance(value, _KEYS[key]):
            kind = Message("true or false") if _KEYS[key] is bool else Message("text in quotes")
            raise BrokerSettingsError(Message("In {path} {key} must be {kind}.", path=path, key=key, kind=kind))
    return found


def _login(path: Path) -> tuple[str, str]:
    """User and password: the two lines of a file that nobody else may read."""
    try:
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise BrokerSettingsError(
                Message(
                    "Others can read the broker's password in {path}: run chmod 600 on it and start again.", path=path
                )
            )
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BrokerSettingsError(
            Message("The broker's login {path} cannot be read ({error}).", path=path, error=error)
        ) from error
    if len(lines) != 2 or not lines[0]:
        raise BrokerSettingsError(
            Message("The broker's login {path} must have two lines: the user, then the password.", path=path)
        )
    return lines[0], lines[1]


def _tls(folder: Path, certificate: str | None) -> ssl.SSLContext:
    """The broker's certificate is always checked, against the system's authorities or the club's own."""
    try:
        return ssl.create_default_context(cafile=str(folder / certificate) if certificate else None)
    except (OSError, ssl.SSLError) as error:
        raise BrokerSettingsError(
            Message("The certificate {certificate} cannot be used ({error}).", certificate=certificate, error=error)
        ) from error
