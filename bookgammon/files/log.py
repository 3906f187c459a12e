"""The program's log: a rotating file in the data folder, with -v on the terminal too.

For whoever mends a fault: what the camera gives, how long readings take, what happened, errors with their traceback.
Never a password, a pairing code or a player's name.
"""

from __future__ import annotations

import logging
import os
import platform
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from bookgammon import __version__
from bookgammon.files.atomic_files import OWNER_ONLY
from outside.sentences import plain

FILE = "bookgammon.log"
_MOST_BYTES, _OLDER_FILES = 1_000_000, 3
_SECRETS = (
    (re.compile(r"(\w+://)[^\s'\"]*@"), r"\1...@"),  # user and password of an address
    (re.compile(r"(\w+://[^\s'\"?#]*)[?#][^\s'\"]*"), r"\1?..."),  # what follows may be a password or a pairing code
    (re.compile(r"[^\s'\"@]*:(?!//)[^\s'\"@]*@"), "...@"),  # the same of an address without its scheme
    (re.compile(r"\b[A-Z0-9]{4}-[A-Z0-9]{4}\b"), "....-...."),
)

logging.getLogger("bookgammon").addHandler(logging.NullHandler())  # without a file nothing is said


def without_secrets(text: str) -> str:
    """The text without what nobody else should read."""
    for secret, instead in _SECRETS:
        text = secret.sub(instead, text)
    return text


@contextmanager
def logged(folder: Path, command: str, *, verbose: bool) -> Iterator[None]:
    """What is logged inside the block goes into the data folder's file; verbose: to standard error as well."""
    handlers: list[logging.Handler] = []
    with suppress(OSError):  # a disk that may not be written is reported where it matters
        handlers.append(_PrivateFile(folder / FILE, maxBytes=_MOST_BYTES, backupCount=_OLDER_FILES, encoding="utf-8"))
    if verbose:
        handlers.append(logging.StreamHandler(sys.stderr))
    root, before = logging.getLogger(), logging.getLogger().level
    root.setLevel(logging.INFO)
    for handler in handlers:
        handler.setFormatter(_WithoutSecrets("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        root.addHandler(handler)
    before_hook, threading.excepthook = threading.excepthook, _log_thread
    try:
        logging.getLogger(__name__).info(
            "bookgammon %s %s, Python %s on %s", __version__, command, platform.python_version(), platform.platform()
        )
        yield
    except Exception:
        logging.getLogger(__name__).exception("ended by an error")
        raise
    finally:
        threading.excepthook = before_hook
        root.setLevel(before)
        for handler in handlers:
            root.removeHandler(handler)
            with suppress(OSError):  # what a full disk does not take is no reason to hide what went wrong
                handler.close()


def _log_thread(fault: threading.ExceptHookArgs) -> None:
    """What ended a thread that no worker looks after."""
    name = fault.thread.name if fault.thread else "a thread"
    if fault.exc_value is not None:
        logging.getLogger(__name__).error("the thread %s ended by a fault", name, exc_info=fault.exc_value)


class _WithoutSecrets(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        return plain(without_secrets(super().format(record)))


class _PrivateFile(RotatingFileHandler):
    def _open(self) -> TextIOWrapper:
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT, OWNER_ONLY))
        return super()._open()

    def handleError(self, record: logging.LogRecord) -> None:
        """A full disk costs the log, not the match."""
