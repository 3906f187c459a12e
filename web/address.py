"""Under which names and addresses the room's tablets find this machine."""

from __future__ import annotations

import socket

_ELSEWHERE = ("192.0.2.1", 9)
"""An address reserved for documentation: asking for the way there sends nothing."""


def own_names() -> frozenset[str]:
    """This machine's names on the local network, for `create_app(allowed_hosts=...)`."""
    name = socket.gethostname().lower().removesuffix(".local")
    return frozenset({name, f"{name.partition('.')[0]}.local"} - {"", ".local"})


def network_address() -> str | None:
    """This machine's address on the local network; None where it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith(("127.", "0.")) else address
