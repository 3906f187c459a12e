"""Before the tests: what is built of sources is brought up to date, once, by the process that starts the others."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from bookgammon import plugin_manager
from tests import unsteady
from tools.build import build
from web import containment

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

# A busy machine is no fault of what is tested, and what fails once fails again.
settings.register_profile("the same examples every time", deadline=None, derandomize=True)
settings.load_profile("the same examples every time")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        build()
        config.pluginmanager.register(unsteady.Unsteady(), "unsteady")


class _Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.faults.append(self.format(record))


@pytest.fixture(autouse=True)
def faults(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Faults of the program that were contained while the test ran. A test that provokes some clears it."""
    monkeypatch.setattr(containment, "_logged", set())
    kept, log = _Kept(), logging.getLogger(containment.FAULTS)
    log.addHandler(kept)
    yield kept.faults
    log.removeHandler(kept)
    assert not kept.faults


@pytest.fixture(autouse=True)
def plugins_that_stay() -> Iterator[None]:
    """No test takes a plugin from those that come after it in the same process: whoever fails is left out for good."""
    before = _plugins()
    yield
    lost = before - _plugins()
    if lost:
        plugin_manager.installed.cache_clear()
        plugin_manager.leave_out(())
    assert not lost


def _plugins() -> set[str]:
    return {*plugin_manager.plugins().names}


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """One browser for all tests of the pages."""
    from tests.web.browser import chromium  # noqa: PLC0415 - most runs of a single file need none

    with chromium(tmp_path_factory.mktemp("chromium")) as started:
        yield started


@pytest.fixture
def driver(browser: Chrome) -> Chrome:
    """The browser as if it were new, with a tablet's screen.

    Cookies are kept by host, for every port, and a test's server may get the port of one before it.
    """
    from tests.web.browser import screen  # noqa: PLC0415 - as above

    kept = {"origin": "*", "storageTypes": "cookies,local_storage,service_workers,cache_storage"}
    browser.execute_cdp_cmd("Storage.clearDataForOrigin", kept)
    screen(browser, 1024, 768)
    return browser
