"""What the program that runs with a data folder waits for, and which of its workers do not work, a sentence each."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urljoin, urlsplit
from urllib.request import urlopen

from arbiter.message import Message
from bookgammon.doctor.checks import Check
from bookgammon.errors import SettingsError
from bookgammon.files.data_lock import page_of_writer
from bookgammon.files.settings import data_folder

_PATIENCE_S = 3.0
_MOST_BYTES = 4_000_000


def workers_check(data: Path | None) -> Iterator[Check]:
    """How the parts of the running program are; nothing where none runs."""
    name = Message("running program")
    page = ""
    with suppress(SettingsError):
        page = page_of_writer(data_folder(data))
    if urlsplit(page).scheme != "http":
        return
    try:
        with urlopen(f"{page}api/state", timeout=_PATIENCE_S) as answer:  # noqa: S310 - the scheme is checked
            state = json.loads(answer.read(_MOST_BYTES))
            sentences = [str(each["message"]) for each in state["not_working"]]
            what, says, where = (str(state["waiting_for"][key]) for key in ("what", "says", "page"))
    except (OSError, ValueError, KeyError, TypeError):
        do = Message("stop Bookgammon and start it again, nothing recorded is lost")
        yield Check(name, "hint", Message("its page {page} does not answer", page=page), do)
        return
    if what != "nothing":
        found = Message("it waits: {sentence}", sentence=says)
        yield Check(name, "hint", found, Message("open {page}", page=urljoin(page, where)))
    if not sentences:
        yield Check(name, "ok", Message("all of its parts work"))
    for sentence in sentences:
        yield Check(name, "hint", sentence)
