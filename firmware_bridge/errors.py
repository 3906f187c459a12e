"""What the lights refuse.

BridgeError(RuntimeError)
  PortError   the serial port is not there, busy, forbidden, or went away
  BadMap      the description of the LEDs cannot be used
"""

from __future__ import annotations


class BridgeError(RuntimeError):
    """Base of what goes wrong with the lights; its text is one sentence for a person."""


class PortError(BridgeError):
    """The serial port cannot be used; port is its name."""

    def __init__(self, port: str, message: str) -> None:
        super().__init__(message)
        self.port = port


class BadMap(BridgeError):
    """The description of the LEDs cannot be used."""
