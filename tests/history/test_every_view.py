"""Every match opens in every view, whatever happened in it, in each language: no fault, no refusal, nothing in English.

`python -m tests.history.test_every_view 2000 [first seed]` opens so many.
"""

from __future__ import annotations

import logging
import re
import sys
import tempfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, get_args

import pytest
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from arbiter.match.events import Event, PlayStood
from arbiter.match.record import record_of
from arbiter.message import Message
from arbiter.records import FORMATS
from bookgammon.history.archive import Archive
from bookgammon.history.journal import Journal
from bookgammon.history.record import record_text
from tests import plugged
from tests.history.eventful import eventful
from tests.web.table_parts import view_of
from tests.web.whole_page import whole_app
from translation.catalogue import Catalogue, catalogue
from web.history import add_history, past_match_json, turn_json
from web.hub import Hub
from web.view import view_json
from web.waiting_for import Awaited

CODES = get_args(Awaited)
"""What the program waits for, as programs read it."""
LANGUAGES = ("en", "de")
PAGES = (
    "/", "/history", "/history/1", "/api/state", "/api/history", "/api/history/1", *plugged.joined("views", "PAGES"),
)  # fmt: skip
_ENGLISH = re.compile(
    r"\b(the|and|of|with|was|were|is|are|not|no|wins|takes|drops|doubles|plays|rolled|board|game|illegal)\b"
)

_ENGLISH_PAGE = re.compile(
    r"\b(the|and|of|with|were|are|is|not|no|wins|takes|drops|doubles|plays|rolled|board|game|illegal|wrong"
    r"|missed|roll|among|mistakes?|blunders?|better|lost|one|two|three)\b"
)
"""The same without `was`, which German has too, and with words of the analysis."""


def opened(events: tuple[Event, ...], folder: Path) -> Iterator[str]:
    """What is wrong with the views of one match; nothing where all is well."""
    path = folder / "journal.sqlite"
    with Journal(path) as journal:
        journal.append(journal.begin("2026-01-02T20:00:00+00:00", "0"), events)
    archive = Archive(path, lambda: None)
    app = whole_app(Hub(view_of(events)))
    app.jinja_env.bytecode_cache = _COMPILED
    add_history(app, archive)
    added = [address for add in plugged.found("views", "add") for address in add(app, record_of(events), path)]
    client = app.test_client()
    exports = [f"/api/history/1/export/{name}" for name in FORMATS]
    for language in LANGUAGES:
        client.set_cookie("language", language)
        for address in (*PAGES, *added, *exports, "/api/history/1/file"):
            with client.get(address) as answer:
                text, status = answer.get_data(as_text=True), answer.status_code
            if status != 200:
                yield f"{address} in {language}: {status} {text[:200]}"
            elif language == "de" and answer.mimetype == "text/html":
                yield from (f"{address} has {line!r}" for line in english_lines(text))
    record_text(events)
    yield from untranslated(list(_shown(archive, events)), catalogue("de"))


def english_lines(page: str) -> list[str]:
    """Texts of a German page that are English; its scripts and styles, and what a command is called, left out."""
    reader = _Reader()
    reader.feed(page)
    return [text for text in reader.texts if _ENGLISH_PAGE.search(text)]


class _Compiled(BytecodeCache):
    """The pages' templates, compiled once for all matches: each has an application of its own."""

    def __init__(self) -> None:
        self._kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._kept:
            bucket.bytecode_from_string(self._kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key] = bucket.bytecode_to_string()


_COMPILED = _Compiled()


class _Reader(HTMLParser):
    """Collects what is read or heard of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._within = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._within += tag in ("script", "style")
        self.texts += [value for name, value in attrs if name in ("aria-label", "alt", "title") and value]

    def handle_endtag(self, tag: str) -> None:
        self._within -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._within and data.strip():
            self.texts.append(" ".join(data.split()))


def _shown(archive: Archive, events: tuple[Event, ...]) -> Iterator[Any]:
    past = archive.past_match(1)
    assert past
    yield past_match_json(past)
    yield view_json(view_of(events), 1)
    for step in past.steps:
        if step.turn is not None and (shown := archive.turn(1, step.game, step.turn, None)):
            yield turn_json(shown)


def untranslated(shown: Any, german: Catalogue) -> Iterator[str]:
    """Messages that have no German, and plain texts that are English sentences."""
    if isinstance(shown, Message):
        many = shown.plural and german.ngettext(shown.pattern, shown.plural, 2)
        said = many or german.gettext(shown.pattern)
        if said in (shown.pattern, shown.plural) and _ENGLISH.search(said):
            yield f"no German for {shown.pattern!r}"
        for value in shown.values.values():
            yield from untranslated(value, german)
    elif isinstance(shown, str):
        if _ENGLISH.search(shown) and " " in shown:
            yield f"a plain text: {shown!r}"
    elif isinstance(shown, dict):
        for key, value in shown.items():
            if not (key == "rules" and isinstance(value, dict)) and not (key == "what" and value in CODES):
                yield from untranslated(value, german)
    elif isinstance(shown, list | tuple):
        for value in shown:
            yield from untranslated(value, german)


@pytest.mark.parametrize("seed", [*range(12), 20006, 20021, 21047])  # the last three: turns without a play
def test_every_match_opens_in_every_view(seed: int, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert list(opened(eventful(seed), tmp_path)) == []
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def test_among_them_is_what_records_find_hard() -> None:
    stood = [event for seed in range(12) for event in eventful(seed) if isinstance(event, PlayStood)]
    assert any(event.position.mixed for event in stood)
    assert any(not event.position.mixed for event in stood)


def main() -> None:
    many, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    wrong = 0
    for seed in range(first, first + many):
        with tempfile.TemporaryDirectory() as folder:
            try:
                found = list(opened(eventful(seed), Path(folder)))
            except Exception as error:  # noqa: BLE001 - whatever it is, the match is named and the next one opened
                found = [repr(error)]
        for line in found:
            print(f"seed {seed}: {line}", flush=True)
        wrong += bool(found)
    print(f"{many} matches, {wrong} with something wrong")


if __name__ == "__main__":
    main()
