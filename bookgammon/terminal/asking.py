"""Questions on the terminal, for whoever sits there."""

from __future__ import annotations

import sys

from bookgammon.terminal.language import localized
from bookgammon.terminal.showing import show


def ask(question: str) -> str | None:
    """The answer, in lower case and without spaces around it; None where nobody answers (Ctrl-D)."""
    try:
        return input(localized(question)).strip().lower()
    except EOFError:
        show("", stream=sys.stderr)
        return None
