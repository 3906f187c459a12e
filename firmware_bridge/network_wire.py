"""A controller in the local network as the lights need it. Nothing is sent to any other address."""

from __future__ import annotations

import socket

from arbiter.message import Message
from firmware_bridge.errors import PortError
from firmware_bridge.protocol import Datagrams
from outside.network import Resolve, addresses_of, is_local


def local_address(host: str, resolve: Resolve = addresses_of) -> str:
    """Where a controller is, by its name or address. Raises PortError.

    A name that leads anywhere else as well is refused: what is sent must not depend on which address comes first.
    """
    found = resolve(host) if host else ()
    if not found:
        raise PortError(
            host,
            Message("No controller answers to the name {host}: give it power, or run bookgammon leds find.", host=host),
        )
    if foreign := [address for address in found if not is_local(address)]:
        raise PortError(
            host,
            Message(
                "{host} leads to {address}, which is not in the local network: the lights are sent nowhere else.",
                host=host,
                address=foreign[0],
            ),
        )
    return found[0]


class NetworkWire:
    """An open `wire.Wire` to one controller: frames are cut into datagrams. It never has anything to read."""

    in_waiting = 0

    def __init__(self, line: socket.socket, packet: int) -> None:
        self._line, self._packet = line, packet

    def write(self, data: bytes, /) -> int:
        """Raises OSError where the network says that nobody is there; where it says nothing, nobody knows."""
        for start in range(0, len(data), self._packet):
            self._line.send(data[start : start + self._packet])
        return len(data)

    def read(self, size: int = 1, /) -> bytes:
        del size
        return b""

    def close(self) -> None:
        self._line.close()


def open_network(host: str, network: Datagrams, resolve: Resolve = addresses_of) -> NetworkWire:
    """A line to the controller of that name or address. Sends nothing. Raises PortError."""
    address = local_address(host, resolve)
    line = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_DGRAM)
    try:
        line.settimeout(1.0)
        line.connect((address, network.port))
    except OSError as error:
        line.close()
        raise PortError(
            host,
            Message("{host} cannot be reached ({error}): is this machine in the same network?", host=host, error=error),
        ) from error
    return NetworkWire(line, network.packet)
