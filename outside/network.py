"""Addresses of the local network, and what a name leads to."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Callable, Sequence

Resolve = Callable[[str], Sequence[str]]
"""The addresses (IPv4 or IPv6) of a name; empty where nobody knows it."""
LOCAL = tuple(
    ipaddress.ip_network(net)
    for net in (
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8",
        "fc00::/7", "fe80::/10", "::1/128",
    )
)  # fmt: skip
"""Networks that no router of the Internet passes on: RFC 1918, 3927, 4193, 4291, and this machine itself."""


def is_local(address: str) -> bool:
    """Whether an address (IPv4 or IPv6, a scope such as %eth0 allowed) lies in the local network."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    plain = found.ipv4_mapped if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped else found
    return any(plain in network for network in LOCAL)


def addresses_of(host: str) -> tuple[str, ...]:
    """As the system knows them."""
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_DGRAM)
    except (OSError, UnicodeError):
        return ()
    return tuple(dict.fromkeys(str(entry[4][0]) for entry in found))
