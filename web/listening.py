"""Binding a port, and what is reported where that cannot be."""

from __future__ import annotations

import errno
import ipaddress
import socket

from arbiter.message import Message
from web.errors import NoSuchHost, PortInUse


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to that address, not yet accepting. Raises PortInUse or NoSuchHost, one sentence."""
    try:
        if not 0 <= port <= 65535:
            raise OverflowError
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (OSError, OverflowError, UnicodeError) as error:
        raise NoSuchHost(
            Message("The page cannot listen at {host}:{port}: there is no such address.", host=host, port=port)
        ) from error
    listening = socket.socket(found[0], found[1], found[2])
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(found[4])
    except OSError as error:
        listening.close()
        raise _refusal(host, port, error) from error
    return listening


def only_here(host: str) -> bool:
    """Whether nobody but this machine reaches a page that listens there."""
    return host == "localhost" or is_loopback(host)


def is_loopback(address: str) -> bool:
    """Whether a connection from that address comes from this machine. Anything that is no address does not."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) else None
    return (mapped or found).is_loopback


def _refusal(host: str, port: int, error: OSError) -> PortInUse | NoSuchHost:
    if error.errno == errno.EADDRINUSE:
        text = Message(
            "Port {port} is used by another program; close that one or choose another with --port.", port=port
        )
        return PortInUse(text)
    if error.errno == errno.EACCES:
        return NoSuchHost(Message("Port {port} may not be opened here; choose one above 1023 with --port.", port=port))
    return NoSuchHost(Message("The page cannot listen at {host}: that is not an address of this machine.", host=host))
