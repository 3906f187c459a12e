"""The board of the recording, and a browser."""

from tests.commands.conftest import board, corners

__all__ = ["board", "corners"]
