"""A stranger's plugin speaks other languages: its sentences are said beside the program's own."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from arbiter.message import Message
from bookgammon import plugin_manager
from bookgammon.plugin_manager import Plugins
from translation import catalogue as catalogues

TEXT = '''
"""Says things."""
from bookgammon.hookspecs import hookimpl
from bookgammon.plugin_values import Translation

GERMAN = {
    "{who} waves": "{who} winkt",
    "One wave.": ["Ein Winken.", "{count} Winke."],
    "Close": "nicht so",
    "broken": 7,
}

@hookimpl
def assets():
    return [Translation("de", GERMAN), Translation("fr", {"{who} waves": "{who} fait signe"})]
'''


@pytest.fixture
def said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[catalogues.Catalogue]:
    """German with the plugin there."""
    (tmp_path / "waving.py").write_text(TEXT, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    entry = EntryPoint("waving", "waving", plugin_manager.GROUP)
    monkeypatch.setattr(plugin_manager, "entry_points", lambda **_: [entry])
    monkeypatch.setattr(catalogues, "_brought", [Plugins().sentences])
    catalogues.catalogue.cache_clear()
    yield catalogues.catalogue("de")
    catalogues.catalogue.cache_clear()
    sys.modules.pop("waving", None)


def test_its_sentences_are_said_and_the_programs_own_come_first(said: catalogues.Catalogue) -> None:
    assert said.say(Message("{who} waves", who="Ada")) == "Ada winkt"
    assert said.say(Message.counted("One wave.", "{count} waves.", 1)) == "Ein Winken."
    assert said.say(Message.counted("One wave.", "{count} waves.", 3)) == "3 Winke."
    assert said.gettext("Close") == "Schließen"
    assert said.gettext("nobody said this") == "nobody said this"
    assert said.gettext("broken") == "broken"
    assert said.page["messages"]["{who} waves"] == "{who} winkt"


def test_english_needs_none(said: catalogues.Catalogue) -> None:
    assert catalogues.catalogue("en").say(Message("{who} waves", who="Ada")) == "Ada waves"
