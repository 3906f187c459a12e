"""Text from outside on its way to a terminal: what a terminal would obey is replaced.

Names, records and board files of strangers end up in sentences; a terminal takes some of their characters for orders
(move, recolour, change the title, read from right to left).
"""

from __future__ import annotations

import re

_ORDERS = re.compile(
    r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]|\r(?!\n)"
)
"""Control characters but for tabs and line ends, directions of writing, and halves of characters."""


def plain(text: str) -> str:
    """The text with a replacement character for whatever a terminal would obey."""
    return _ORDERS.sub("\ufffd", text)
