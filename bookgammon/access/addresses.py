"""Under which addresses and names this machine is found. Nothing is sent to find them."""

from __future__ import annotations

import socket
from ipaddress import IPv4Address

HERE = "127.0.0.1"
EVERYWHERE = str(IPv4Address(0))
"""All addresses of this machine; only after the players said yes."""
TABLE, WALL = "bookgammon", "bookgammon-wall"
"""What a table's page and a club's wall are called on their network."""
_MOST_TABLES = 4
"""Of one name on one network; the certificate has to name all of them."""


def own_address() -> str:
    """This machine's address on its network; where it is on none, the one that only itself can use."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for documentation
        except OSError:
            return HERE
        return str(probe.getsockname()[0])


def local_names(title: str) -> tuple[str, ...]:
    """The names that a page of that title may have on this network, the first one first (`access.local_name`)."""
    numbers = ("", *(f"-{number}" for number in range(2, _MOST_TABLES + 1)))
    return tuple(f"{title}{number}.local" for number in numbers)


def host_names(title: str = TABLE) -> tuple[str, ...]:
    """What this machine is called, on its own and by those who find each other without a name server.

    title: of the page that it has.
    """
    host = socket.gethostname().lower()
    return (host, f"{host}.local", *local_names(title))


def own_names() -> tuple[str, ...]:
    """Every name and address that the page's certificate has to name.

    Addresses of IPv6 are not among them: most change every day, and with each the browsers would warn anew.
    """
    names = ("localhost", HERE, "::1", *host_names(), own_address())
    return tuple(dict.fromkeys(name for name in names if _plain(name)))


def _plain(name: str) -> bool:
    """Whether a certificate can name it: ASCII, as host names are."""
    return bool(name) and name.isascii() and not set(name) & set(" /_\\")
