"""The one way in which text reaches a terminal, and in which a question there is answered."""

from __future__ import annotations

import sys
from typing import TextIO

from arbiter.message import Message
from bookgammon.errors import OutputError
from bookgammon.terminal.language import localized
from outside.sentences import plain


def show(text: str = "", *, end: str = "\n", stream: TextIO | None = None) -> None:
    """Write text at once; stream: standard output unless said otherwise.

    Raises OutputError where it cannot be written, and BrokenPipeError where whoever read it has gone.
    """
    try:
        print(plain(text), end=end, file=stream or sys.stdout, flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(Message("The answer cannot be written: {strerror}.", strerror=error.strerror)) from error


def ask(question: str) -> str | None:
    """The answer, in lower case and without spaces around it; None where nobody answers (Ctrl-D)."""
    try:
        return input(localized(question)).strip().lower()
    except EOFError:
        show("", stream=sys.stderr)
        return None
