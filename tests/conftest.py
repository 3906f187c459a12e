"""Before the tests: what is built of sources is brought up to date, once, by the process that starts the others."""

from __future__ import annotations

import pytest
from hypothesis import settings

from tools.build import build

settings.register_profile("without a deadline", deadline=None)  # a busy machine is no fault of what is tested
settings.load_profile("without a deadline")


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        build()
