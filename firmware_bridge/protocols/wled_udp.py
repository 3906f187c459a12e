"""WLED over the network: its realtime protocol by UDP, in the form named DNRGB.

A packet is 4, the seconds for which it holds, the number of its first LED (two bytes, high first), then three bytes
R G B for each of up to 489 LEDs. When that time has passed without another packet WLED shows again what it showed
before; a packet that holds for 0 seconds ends it at once. There is no answer, and a lost packet is lost: each one is a
picture of its own, and pictures are repeated. Its other protocol, DDP, has no such end and no time of its own: the
wait is a setting of the controller, and another sender's. Sources: kno.wled.ge/interfaces/udp-realtime, wled/WLED
`udp.cpp`, `e131.cpp`.
"""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.message import Message
from firmware_bridge.protocol import Datagrams, LedProtocol, Rgb, register

PORT = 21324
DNRGB = 4
HOLDS_S = 3
"""With a picture every 0.8 s three packets in a row have to be lost before WLED's own lights show between."""
LEDS_PER_PACKET = 489
MOST = 65536
_HEADER = 4
_NODE = b"\xff\x01"
"""What every WLED says of itself now and then, to all: these, its address (4 bytes), its name (32), and more."""
_NODE_NAME = slice(6, 38)
_NODE_BYTES = 40
_PER_LED_S = 30e-6
"""A WS2812 takes 24 bits of 1.25 microseconds."""
_REST_S = 0.015
"""WLED shows no two pictures that come closer."""


def frame(colours: Sequence[Rgb]) -> bytes:
    """The packets of one picture of 1 to 65536 LEDs, one behind the other. Raises ValueError for another number or a
    byte out of range."""
    if not 1 <= len(colours) <= MOST:
        raise ValueError(
            Message("A picture for WLED has 1 to {most} LEDs, not {count}.", most=MOST, count=len(colours))
        )
    packets = []
    for first in range(0, len(colours), LEDS_PER_PACKET):
        part = colours[first : first + LEDS_PER_PACKET]
        packets.append(bytes((DNRGB, HOLDS_S, *divmod(first, 256))) + bytes(byte for rgb in part for byte in rgb))
    return b"".join(packets)


def seconds_between_frames(leds: int, baud: int) -> float:
    """From the start of one frame to the earliest start of the next; the network has no baud."""
    del baud
    return leds * _PER_LED_S + _REST_S


def who_speaks(received: bytes) -> str:
    """Which controller said this of itself: "WLED kitchen", or nothing."""
    if not received.startswith(_NODE) or len(received) < _NODE_BYTES:
        return ""
    name = received[_NODE_NAME].rstrip(b"\0")
    return f"WLED {name.decode('ascii')}" if name and name.isascii() and name.decode("ascii").isprintable() else ""


WLED_UDP = register(
    LedProtocol(
        "wled-udp",
        frame,
        seconds_between_frames,
        who_speaks,
        b"",
        Datagrams(PORT, _HEADER + 3 * LEDS_PER_PACKET, bytes((DNRGB, 0))),
    )
)
