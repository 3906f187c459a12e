"""The certificate of the page's HTTPS door: made at first start, kept with its key, made anew when it has to be.

Nobody vouches for it, so browsers warn once. It names the addresses under which this machine is and was reached, and it
can vouch for nothing but this door: it is no authority. Key and certificate are one file, so that they always fit.
"""

from __future__ import annotations

import datetime
import ipaddress
import os
import ssl
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from arbiter.message import Message
from bookgammon.errors import SettingsError
from bookgammon.files.atomic_files import OWNER_ONLY, write_atomically
from bookgammon.terminal.answers import say

FILE = "door.pem"
LIFE = datetime.timedelta(days=390)
"""Apple's browsers take none that lives longer than 398 days."""
RENEWED = datetime.timedelta(days=30)
"""So long before its end it is made anew."""
_MOST_NAMES = 16
_OTHERS = stat.S_IRWXG | stat.S_IRWXO

Now = Callable[[], datetime.datetime]


@dataclass(frozen=True, slots=True)
class DoorCertificate:
    """What the file holds. names: DNS names and IP addresses, the newest first; private: nobody else may read it."""

    names: tuple[str, ...]
    ends: datetime.datetime
    private: bool


def utc_now() -> datetime.datetime:
    return datetime.datetime.now(datetime.UTC)


def door_context(
    folder: Path, names: Sequence[str], *, now: Now = utc_now, notify: Callable[[str], None] = say
) -> ssl.SSLContext:
    """TLS with this machine's certificate, which is made or renewed first where that is needed.

    names: what it has to name. Raises SettingsError where it can be neither read nor written.
    """
    path = folder / FILE
    known = read_certificate(path)
    why = why_anew(known, names, now())
    if why is not None:
        earlier = known.names if known is not None else ()
        _make(path, tuple(dict.fromkeys((*names, *earlier)))[:_MOST_NAMES], now())
        if why:
            notify(why)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.set_alpn_protocols(["http/1.1"])
    try:
        context.load_cert_chain(path)
    except (OSError, ssl.SSLError) as error:
        raise SettingsError(
            Message("The secure page's certificate {path} cannot be used: delete the file.", path=path)
        ) from error
    return context


def why_anew(known: DoorCertificate | None, names: Sequence[str], now: datetime.datetime) -> str | None:
    """Why the certificate has to be made anew, a sentence (none at the first start); None where it serves."""
    again = Message("telephones will warn once more.")
    if known is None:
        return ""
    if not known.private:
        return Message("Others could read the key of the secure page: it has a new one, and {again}", again=again)
    if known.ends - now < RENEWED:
        return Message("The secure page's certificate was about to end: it has a new one, and {again}", again=again)
    if not set(names) <= set(known.names):
        return Message(
            "This machine has a new address: the secure page has a new certificate, and {again}", again=again
        )
    return None


def read_certificate(path: Path) -> DoorCertificate | None:
    """What is kept; None where there is nothing, or nothing that can be used. Raises SettingsError."""
    try:
        data, mode = path.read_bytes(), path.stat().st_mode
    except FileNotFoundError:
        return None
    except OSError as error:
        raise SettingsError(
            Message(
                "The secure page's certificate {path} cannot be read: {strerror}.", path=path, strerror=error.strerror
            )
        ) from error
    try:
        certificate = x509.load_pem_x509_certificate(data)
        key = serialization.load_pem_private_key(data, None)
        named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        same, until = key.public_key() == certificate.public_key(), certificate.not_valid_after_utc
    except (ValueError, TypeError, UnsupportedAlgorithm, x509.ExtensionNotFound):
        return None
    if not same:
        return None
    names = (*named.get_values_for_type(x509.DNSName), *map(str, named.get_values_for_type(x509.IPAddress)))
    return DoorCertificate(tuple(names), until, os.name == "nt" or not mode & _OTHERS)


def _make(path: Path, names: Sequence[str], now: datetime.datetime) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Bookgammon Companion")])
    usage = x509.KeyUsage(
        digital_signature=True, key_cert_sign=False, crl_sign=False, content_commitment=False,
        key_encipherment=False, data_encipherment=False, key_agreement=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip
    certificate = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))  # clocks of telephones differ
        .not_valid_after(now + LIFE)
        .add_extension(x509.SubjectAlternativeName([_general(name) for name in names]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    try:
        write_atomically(path, pem + certificate.public_bytes(serialization.Encoding.PEM), mode=OWNER_ONLY)
    except OSError as error:
        raise SettingsError(
            Message(
                "The secure page's certificate {path} cannot be written: {strerror}.",
                path=path,
                strerror=error.strerror,
            )
        ) from error


def _general(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
