"""Addresses of cameras as they may be shown: a camera's user and password are nobody else's business."""

from __future__ import annotations

import re

_SCHEME = re.compile(r"\s*([a-zA-Z][a-zA-Z0-9+.-]*)://")
_STREAM = re.compile(r"(https?|rtsps?|rtmp|udp)://", re.IGNORECASE)


def is_stream(text: str) -> bool:
    """Whether this is a network camera's address, not a number or a path."""
    return _STREAM.match(text) is not None


def shown(address: str) -> str:
    """The address without user, password and query, which cameras take passwords in as well; a path stays as it is.

    Everything up to the last `@` goes: who types a password with `/` or `#` in it has still typed a password. Without a
    scheme that goes for what holds a colon.
    """
    scheme = _SCHEME.match(address)
    if scheme is None:  # a mistyped address may hold a password all the same
        before, at, after = address.rpartition("@")
        return f"...@{after}" if at and ":" in before else address
    rest = address[scheme.end() :].rpartition("@")[2]
    return f"{scheme[1]}://{re.split('[?#]', rest, maxsplit=1)[0]}"
