"""A test that fails once is run again by itself and named; three of them fail the run."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.commands.program import environment

pytestmark = pytest.mark.skipif(not find_spec("pytest_rerunfailures"), reason="pytest-rerunfailures is not installed")

TESTS = """
import pathlib, pytest
@pytest.mark.parametrize("number", range({races}))
def test_race(number, request):
    seen = pathlib.Path(__file__).with_name(f"seen-{{number}}")
    if not seen.exists():
        seen.touch()
        raise AssertionError("too early")
def test_steady():
    pass
"""
CONFTEST = """
from tests.unsteady import Unsteady
def pytest_configure(config):
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Unsteady(), "unsteady")
"""


@pytest.mark.parametrize(("races", "code"), [(2, 0), (3, 1)])
def test_what_passes_the_second_time_is_named_and_three_are_too_many(tmp_path: Path, races: int, code: int) -> None:
    (tmp_path / "test_races.py").write_text(TESTS.format(races=races))
    (tmp_path / "conftest.py").write_text(CONFTEST)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--numprocesses", "2", "--reruns", "1", str(tmp_path)],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == code, done.stdout
    named = done.stdout.partition("unsteady: failed, and passed when run again")[2]
    assert len(re.findall(r"^test_races\.py::test_race\[\d\]\n    AssertionError: too early$", named, re.M)) == races
    assert ("this run has failed" in named) is (code == 1)
