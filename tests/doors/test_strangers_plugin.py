"""The plugin of docs/plugins.md: taken from the page, installed from a folder of its own, asked, and seen in
Chromium."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import fields, replace
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any, cast

import pytest
from selenium import webdriver

from arbiter.match.state import MatchState
from bookgammon import plugin_manager
from bookgammon.commands.followed import Observers
from bookgammon.errors import PlayersError
from bookgammon.plugin_manager import Plugins
from bookgammon.plugin_values import BesideTable, PluginPart
from bookgammon.table.table import FrameTime, TableUpdate
from tests import plugged
from tests.web.browser import MISSING, screen, until
from tests.web.table_parts import view_of
from tests.web.tables import to_roll
from web.app import create_app
from web.hub import Hub
from web.plugged import add_plugged
from web.server import PageServer

DOC = Path(__file__).parents[2] / "docs" / "plugins.md"
NAME = "pip_lead"
THERE = tuple(name for name in plugin_manager.DEFAULT_PLUGINS if name not in plugged.gone())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The plugin as the page shows it, where Python finds it."""
    blocks = dict(re.findall(r"^```(python|js|toml)\n(.*?)^```", DOC.read_text(encoding="utf-8"), re.MULTILINE |
    re.DOTALL))
    plugin = tmp_path / NAME
    (plugin / "static").mkdir(parents=True)
    (plugin / "__init__.py").write_text(blocks["python"], encoding="utf-8")
    (plugin / "static" / "pip_lead.js").write_text(blocks["js"], encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text(blocks["toml"], encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.invalidate_caches()
    yield tmp_path
    sys.modules.pop(NAME, None)


def needed_by(name: str) -> set[str]:
    """The plugin itself and all that it needs, by others too."""
    needs = getattr(importlib.import_module(f"bookgammon.plugins.{name}"), "NEEDS", ())
    return {name}.union(*map(needed_by, needs))


class Everything:
    """In the place of the core's parts: takes whatever it is given."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_: None


def with_entries(monkeypatch: pytest.MonkeyPatch, *modules: str) -> Plugins:
    """The program's plugins and these strangers'."""
    entries = [EntryPoint(name, name, plugin_manager.GROUP) for name in modules]
    monkeypatch.setattr(plugin_manager, "entry_points", lambda **_: entries)
    return Plugins()


def test_it_is_found_asked_and_adds_to_the_state(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = with_entries(monkeypatch, NAME)
    assert found.names[-1] == NAME
    view = view_of([])
    with ExitStack() as stack:
        only = Plugins(plugin_manager.DEFAULT_PLUGINS)
        (part,) = only.parts("beside_table", stack, table=cast(BesideTable, None))
        assert part.in_state is not None
        assert part.in_state()(view, {}) == {"pip_lead": 0}


@pytest.mark.skipif(bool(MISSING), reason=MISSING)
def test_its_card_stands_on_the_page(
    driver: webdriver.Chrome, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = with_entries(monkeypatch, NAME)
    module: Any = importlib.import_module(NAME)
    view = to_roll()
    lead = module.Lead()(view, {})["pip_lead"]
    assert lead
    hub = Hub(replace(view, added=(*view.added, module.Lead())))
    app = create_app(hub)
    add_plugged(app, found.plugged)
    server = PageServer(app, "127.0.0.1", 0)
    server.start()
    try:
        screen(driver, 1024, 768)
        driver.get(server.url)
        said = "return document.getElementById('pip-lead')?.textContent"
        until(driver, lambda: f"leads by {abs(lead)} pips" in (driver.execute_script(said) or ""))
    finally:
        server.stop()


def test_an_opponent_that_a_stranger_brings_is_not_offered_as_the_computer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "from bookgammon.hookspecs import hookimpl\n@hookimpl\ndef opponent(seat):\n    return None\n"
    (tmp_path / "brings_an_opponent.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    entries = [EntryPoint("brings_an_opponent", "brings_an_opponent", plugin_manager.GROUP)]
    monkeypatch.setattr(plugin_manager, "entry_points", lambda **_: entries)
    found = Plugins(plugin_manager.DEFAULT_PLUGINS)
    assert found.names == ("brings_an_opponent",)
    assert not found.plugged.computer


def test_one_that_cannot_be_loaded_is_named_and_the_others_work(monkeypatch: pytest.MonkeyPatch) -> None:
    found = with_entries(monkeypatch, "no_such_plugin_anywhere")
    assert found.names == THERE
    (broken,) = [each for each in found.shown if each.trouble]
    assert broken.name == "no_such_plugin_anywhere"
    assert "left out" in broken.trouble


def test_one_that_fails_when_it_is_asked_is_left_out_from_then_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "from bookgammon.hookspecs import hookimpl\n@hookimpl\ndef links():\n    raise KeyError('x')\n"
    (tmp_path / "fails_when_asked.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    own = Plugins().all("links")
    found = with_entries(monkeypatch, "fails_when_asked")
    assert "fails_when_asked" in found.names
    assert found.all("links") == own
    assert "fails_when_asked" not in found.names
    assert [each.trouble for each in found.shown if each.name == "fails_when_asked"] != [""]


def test_one_whose_answer_fails_while_it_is_read_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "from bookgammon.hookspecs import hookimpl\n@hookimpl\ndef links():\n    yield 1 / 0\n"
    (tmp_path / "fails_when_read.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    own = Plugins().all("links")
    found = with_entries(monkeypatch, "fails_when_read")
    assert found.all("links") == own
    assert "fails_when_read" not in found.names


def test_what_an_observer_of_a_plugin_raises_ends_no_match(faults: list[str]) -> None:
    """Not even a refusal, by which the journal's own observer may end it."""

    def refuses(update: TableUpdate) -> None:
        raise PlayersError("the disk is full")

    names = {each.name for each in fields(Observers)} - {"parts", "_table"}
    core: dict[str, Any] = {name: Everything() for name in names}
    observers = Observers(**core, parts=(PluginPart(on_update=refuses),))
    update = TableUpdate(MatchState(), FrameTime(), (), None)
    for observer in observers.in_order:
        observer(update)
    assert len(faults) == 1
    faults.clear()


@pytest.mark.parametrize("left_out", THERE)
def test_without_one_the_others_that_do_not_need_it_are_there(left_out: str) -> None:
    found = Plugins([left_out])
    assert left_out not in found.names
    assert not found.plugged.computer or "gnubg" in found.names
    for name in THERE:
        assert (name in found.names) == (left_out not in needed_by(name))


@pytest.mark.skipif(not {"club", "gnubg"} <= {*THERE}, reason="one of the two plugins was taken away")
def test_the_command_line_leaves_one_out() -> None:
    words = [sys.executable, "-m", "bookgammon", "--without", "club", "--help"]
    answer = subprocess.run(words, capture_output=True, text=True, check=True)
    assert "  wall " not in answer.stdout
    assert "  analyse " in answer.stdout
