"""Which port the LEDs hang on: listening first, asking only where somebody agreed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from serial.tools import list_ports

from arbiter.message import Message
from firmware_bridge.errors import PortError
from firmware_bridge.protocol import protocols, who_speaks
from firmware_bridge.strip import HELLO_S, Open
from firmware_bridge.wire import GONE, Wire, open_wire

_BY_ID = Path("/dev/serial/by-id")
"""Linux: names made of maker and serial number; ttyUSB0 may be ttyUSB1 the next time."""


_NO_DESCRIPTION = "n/a"
"""pyserial's word."""


@dataclass(frozen=True, slots=True)
class PortSeen:
    """A serial port of this machine."""

    name: str
    description: str


def ports() -> Iterator[PortSeen]:
    """All serial ports that the system lists, by names that survive unplugging. Opens none of them."""
    lasting = {link.resolve(): str(link) for link in _BY_ID.glob("*")}
    for found in list_ports.comports():
        name = lasting.get(Path(found.device).resolve(), found.device)
        description = found.description or _NO_DESCRIPTION
        yield PortSeen(name, Message("a port without a description") if description == _NO_DESCRIPTION else description)


def find_out(
    port: str,
    may_ask: Callable[[bytes], bool],
    *,
    baud: int = 115200,
    patience: float = HELLO_S,
    open_port: Open = open_wire,
    clock: Callable[[], float] = time.monotonic,
) -> str:
    """Who is at the port: "Adalight", "WLED ..." or nothing. Raises PortError.

    It listens for the whole of `patience` (seconds); an Arduino has to start first. Where nobody spoke, a protocol's
    question is sent only if `may_ask`, which is given its bytes, says yes; WLED's is one letter.
    """
    wire = open_port(port, baud)
    try:
        if speaker := _listen(wire, patience, clock):
            return speaker
        for question in dict.fromkeys(protocol.question for protocol in protocols().values() if protocol.question):
            if not may_ask(question):
                continue
            wire.write(question)
            if speaker := _listen(wire, patience / 2, clock):
                return speaker
        return ""
    except GONE as error:
        raise PortError(
            port, Message("The port {port} went away while listening: plug it in and try again.", port=port)
        ) from error
    finally:
        wire.close()


def _listen(wire: Wire, patience: float, clock: Callable[[], float]) -> str:
    end, received = clock() + patience, b""
    while clock() < end:
        received += wire.read(max(1, wire.in_waiting))
        if b"\n" in received and (speaker := who_speaks(received)):
            return speaker
    return who_speaks(received)
