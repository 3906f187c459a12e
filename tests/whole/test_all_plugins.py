"""All plugins of this repository are there, with their folders, tests and pages; what tests of the core ask finds them.

The core's tests take what they find, so that they pass without a plugin: here nothing may be missing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from bookgammon.commands import summaries
from bookgammon.plugin_manager import DEFAULT_PLUGINS, plugins
from tests import plugged
from tests.test_packages import THERE, plugins_of, reached
from tests.web.screens import screens
from tests.web.tables import TABLES

TESTS = Path(__file__).parents[1] / "plugins"
COMMANDS = {"analyse", "import", "wall"}
"""That the core does not have."""


def test_every_plugin_is_there_with_its_tests() -> None:
    assert set(THERE) == set(DEFAULT_PLUGINS)
    assert plugins().names == DEFAULT_PLUGINS
    assert plugged.gone() == ()
    assert {path.parent.name for path in TESTS.glob("*/__init__.py")} == set(DEFAULT_PLUGINS)


def test_the_law_of_the_tests_sees_plugins() -> None:
    assert plugins_of(TESTS / "voice" / "shown_state.py") == {"voice"}
    assert "gnubg" in reached(TESTS / "study" / "live_drills.py")


@pytest.mark.parametrize("module", plugged.MODULES)
def test_what_tests_ask_plugins_is_said_by_those_that_have_it(module: str) -> None:
    """A module whose name is mistyped would be passed over in silence."""
    assert module in {path.stem for path in TESTS.glob("*/*.py")}


def test_what_plugins_add_is_among_what_is_looked_at() -> None:
    assert set(summaries()) >= COMMANDS
    assert "coach_mistake" in TABLES
    names = {screen.name for screen in screens()}
    assert {"analysis", "player", "study", "coach_mistake: coach"} <= names
    assert any(screen.name == "wall" for apart in plugged.apart() for screen in apart.screens)
    assert {"/api/spoken", "/players", "/study"} <= set(plugged.joined("guarded", "LOOKING"))
    assert "/api/spoken" in plugged.joined("views", "PAGES")
    views = {add.__module__ for add in plugged.found("views", "add")}
    assert {"tests.plugins.gnubg.views", "tests.plugins.players.views"} <= views
    assert set(plugged.joined("kept_backup", "FILES")) == {"analysis.sqlite", "study.sqlite"}
