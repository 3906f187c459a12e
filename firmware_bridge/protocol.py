"""What a protocol of LED controllers is, and the register of all of them."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module

Rgb = tuple[int, int, int]
"""What one LED is sent: red, green, blue, each 0..255."""


@dataclass(frozen=True, slots=True)
class Datagrams:
    """How frames travel to a controller in the network: by UDP, and nobody says that they came.

    port: where it listens. packet: bytes of each datagram that a frame is cut into, the last may be shorter.
    farewell: a datagram that gives the controller back what it showed before.
    """

    port: int
    packet: int
    farewell: bytes


@dataclass(frozen=True, slots=True)
class LedProtocol:
    """How one kind of controller is spoken to. All functions are pure.

    name: what `protocol` in `[lights]` says. frame: the bytes of one picture; raises ValueError for a number of LEDs
    that cannot be sent. seconds_between_frames: from (LEDs, baud), from the start of one frame to the earliest start
    of the next. who_speaks: which controller said these bytes, or nothing. question: the bytes that make a silent
    controller answer, harmless to any other. network: how it is reached where it hangs on no serial line.
    """

    name: str
    frame: Callable[[Sequence[Rgb]], bytes]
    seconds_between_frames: Callable[[int, int], float]
    who_speaks: Callable[[bytes], str]
    question: bytes
    network: Datagrams | None = None


_REGISTERED: dict[str, LedProtocol] = {}


def register(protocol: LedProtocol) -> LedProtocol:
    """Makes the protocol known by its name. Raises ValueError where another one has that name."""
    if _REGISTERED.setdefault(protocol.name, protocol) is not protocol:
        raise ValueError(protocol.name)
    return protocol


def protocols() -> Mapping[str, LedProtocol]:
    """All protocols by name, in its order: those that the modules of `firmware_bridge.protocols` have registered."""
    _load()
    return dict(sorted(_REGISTERED.items()))


def who_speaks(received: bytes) -> str:
    """Which controller of any protocol said this, or nothing."""
    return next((name for protocol in protocols().values() if (name := protocol.who_speaks(received))), "")


@cache
def _load() -> None:
    package = import_module("firmware_bridge.protocols")
    for module in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
        import_module(module.name)
