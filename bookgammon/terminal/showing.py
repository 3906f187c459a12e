"""The one way in which text reaches a terminal."""

from __future__ import annotations

import sys
from typing import TextIO

from outside.plain import plain


def show(text: str = "", *, end: str = "\n", stream: TextIO | None = None) -> None:
    """Write text at once; stream: standard output unless said otherwise."""
    print(plain(text), end=end, file=stream or sys.stdout, flush=True)
