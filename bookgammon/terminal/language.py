"""What the terminal says: in which language (as `--language` says, else as the locale does), and the one way in which
text reaches it and a question there is answered."""

from __future__ import annotations

import argparse
import ctypes
import locale
import os
import re
import sys
from collections.abc import Iterable, Sequence
from functools import cache
from typing import TextIO

from arbiter.message import Message
from bookgammon.errors import OutputError
from outside.sentences import plain
from translation.catalogue import ENGLISH, Catalogue, catalogue, languages

_chosen = ""


def choose_language(words: Sequence[str]) -> None:
    """Take the language that the command line's first words choose, where they do."""
    global _chosen  # noqa: PLW0603  # one process has one terminal
    parser = argparse.ArgumentParser(add_help=False, exit_on_error=False, allow_abbrev=False)
    parser.add_argument("--language", default="")
    _chosen = parser.parse_known_args(words[:2])[0].language if words and words[0].startswith("--language") else ""


def terminal_catalogue() -> Catalogue:
    """What is printed for people is said by this."""
    return catalogue(_chosen) if _chosen else _by_locale()


def localized(text: str) -> str:
    """A message in the terminal's language."""
    return terminal_catalogue().say(text)


@cache
def _by_locale() -> Catalogue:
    codes = (re.split(r"[_.@-]", name)[0].lower() for name in _locales())
    return catalogue(next((code for code in codes if code in languages()), ENGLISH))


def _locales() -> Iterable[str]:
    """Names of locales, the one liked best first, as gettext reads them from the environment."""
    names = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    chosen = next((name for name in names if name), "")
    if chosen:
        plain = chosen.split(".")[0] in ("C", "POSIX")
        return [chosen] if plain else [*os.environ.get("LANGUAGE", "").split(":"), chosen]
    if sys.platform == "win32":
        return [locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), "")]
    return []


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
        return input(plain(localized(question))).strip().lower()
    except EOFError:
        show("", stream=sys.stderr)
        return None
