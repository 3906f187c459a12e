"""Before the tests: what is built of sources is brought up to date, once, by the process that starts the others."""

from __future__ import annotations

import pytest

from tools.build import build


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        build()
