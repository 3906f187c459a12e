"""A stranger who publishes on both topics: `python -m tests.two_books.link.flood PORT RATE TOPIC…`, RATE a second.

Speaks MQTT 3.1.1 by itself, so that it is no bottleneck; says once a second on standard output how many it has sent.
"""

from __future__ import annotations

import random
import socket
import struct
import sys
import time

A_SHARE_S = 0.05


def publish(topic: str, payload: bytes) -> bytes:
    """A PUBLISH packet, QoS 0."""
    body = struct.pack(">H", len(topic)) + topic.encode() + payload
    length, size = bytearray(), len(body)
    while True:
        length.append(size & 127 | (128 if size > 127 else 0))
        size >>= 7
        if not size:
            return b"\x30" + bytes(length) + body


def main(port: int, rate: int, topics: list[str]) -> None:
    """Until it is killed."""
    lot = random.Random(1)
    name = b"stranger"
    connect = b"\0\x04MQTT\x04\x02\0\0" + struct.pack(">H", len(name)) + name
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(bytes([0x10, len(connect)]) + connect)
        line.recv(4)
        share = int(rate * A_SHARE_S)
        kinds = [1, 2, 3, 4]
        frames = [bytes([lot.choice(kinds)]) + lot.randbytes(lot.randrange(60, 200)) for _ in range(share)]
        packets = b"".join(publish(topics[place % len(topics)], frame) for place, frame in enumerate(frames))
        sent, begun, told = 0, time.monotonic(), 0.0
        while True:
            line.sendall(packets)
            sent += share
            now = time.monotonic() - begun
            if now - told >= 1:
                told = now
                print(f"{sent} {now:.2f}", flush=True)
            time.sleep(max(0.0, sent / rate - now))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
