"""Frames on a TCP connection: each behind its length, four bytes, highest first. Both directions are bounded."""

from __future__ import annotations

import socket
from collections import deque

from two_books.sealing import MOST_FRAME

_LENGTH_BYTES = 4
_READ_BYTES = 65_536
MOST_UNSENT = 600_000
"""Bytes that wait for a slow network; a connection that takes no more is as good as gone."""


class TooLongError(ValueError):
    """A length that no frame of ours has: whoever sent it speaks something else."""


class FrameReader:
    """Makes frames of what comes in pieces."""

    def __init__(self) -> None:
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The frames that are whole now. Raises TooLongError."""
        self._rest += data
        frames = list[bytes]()
        while len(self._rest) >= _LENGTH_BYTES:
            length = int.from_bytes(self._rest[:_LENGTH_BYTES], "big")
            if not 0 < length <= MOST_FRAME:
                raise TooLongError(length)
            if len(self._rest) < _LENGTH_BYTES + length:
                break
            frames.append(bytes(self._rest[_LENGTH_BYTES : _LENGTH_BYTES + length]))
            del self._rest[: _LENGTH_BYTES + length]
        return frames


def framed(frame: bytes) -> bytes:
    """A frame as it lies on the connection."""
    return len(frame).to_bytes(_LENGTH_BYTES, "big") + frame


class FrameSocket:
    """A connection that never waits. now: when it was opened, of the steady clock. Raises OSError when it is gone."""

    def __init__(self, connection: socket.socket, now: float) -> None:
        connection.setblocking(False)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.connection = connection
        self.opened_at = self.heard_at = now
        self.frames = 0
        """How many came."""
        self.vouched = False
        """Whether one of them was the other table's."""
        self._reader = FrameReader()
        self._unsent: deque[bytes] = deque()
        self._unsent_bytes = 0

    @property
    def wants_to_send(self) -> bool:
        return bool(self._unsent)

    def read(self, now: float) -> list[bytes]:
        """What came. Raises TooLongError too."""
        try:
            data = self.connection.recv(_READ_BYTES)
        except BlockingIOError:
            return []
        if not data:
            raise ConnectionError("closed by the other side")
        self.heard_at = now
        frames = self._reader.feed(data)
        self.frames += len(frames)
        return frames

    def send(self, frame: bytes) -> None:
        data = framed(frame)
        self._unsent.append(data)
        self._unsent_bytes += len(data)
        if self._unsent_bytes > MOST_UNSENT:
            raise ConnectionError("it takes nothing any more")
        self.flush()

    def flush(self) -> None:
        """Send as much as the network takes now."""
        while self._unsent:
            try:
                sent = self.connection.send(self._unsent[0])
            except BlockingIOError:
                return
            self._unsent_bytes -= sent
            if sent == len(self._unsent[0]):
                self._unsent.popleft()
            else:
                self._unsent[0] = self._unsent[0][sent:]

    def close(self) -> None:
        self.connection.close()
