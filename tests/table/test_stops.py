"""A sample of `python -m lab.campaigns.stops`: however it is stopped, the program leaves without an abort."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lab.campaigns import stops
from tests.commands.program import ROOT, environment

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals as Windows has none")


@pytest.fixture(scope="module")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return stops.learned_board(tmp_path_factory.mktemp("board"))


@pytest.mark.parametrize(
    ("source", "way"),
    [
        ("stream", "SIGTERM"),
        ("stream", "port in use"),
        ("webcam", "SIGINT"),
        ("wizard", "SIGINT"),
        ("silent stream", "SIGTERM"),
    ],
)
def test_the_program_leaves_with_an_exit_code_of_its_own(board: Path, source: str, way: str) -> None:
    left = stops.stop(source, way, board, 0.3)
    assert left.code in (0, 1), left
    assert "exception not rethrown" not in left.said
    assert "Traceback" not in left.said


@pytest.mark.parametrize("way", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_who_stops_the_program_while_it_starts_gets_its_exit_code_too(way: str) -> None:
    """While the first of our larger packages is loaded."""
    program = (
        "import os, runpy, signal, sys, time\n"
        "class Slow:\n"
        "    @staticmethod\n"
        "    def find_spec(name, *_):\n"
        "        if name == 'arbiter':\n"
        f"            os.kill(os.getpid(), signal.{way})\n"
        "            time.sleep(60)\n"
        "sys.meta_path.insert(0, Slow)\n"
        "sys.argv = ['bookgammon', 'doctor']\n"
        "runpy.run_module('bookgammon', run_name='__main__', alter_sys=True)\n"
    )
    with stops.as_from_a_terminal():
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, timeout=60, check=False, env=environment(), capture_output=True
        )
    assert (done.returncode, done.stderr) == (1, b"")


@pytest.mark.parametrize(("runs_on", "code"), [("", 1), ("stopping.expect_to_be_stopped()", 0)])
def test_where_putting_away_takes_too_long_the_program_leaves_all_the_same(runs_on: str, code: int) -> None:
    """A command that runs until it is stopped, as a match is, ends well however late."""
    program = (
        "import signal, sys, time\n"
        "from bookgammon import __main__, command_line, commands\n"
        "from bookgammon.terminal import stopping\n"
        "class Stuck:\n"
        "    EXAMPLE = ''\n"
        "    add_arguments = staticmethod(lambda parser: None)\n"
        "    @staticmethod\n"
        "    def run(args):\n"
        f"        {runs_on}\n"
        "        try:\n"
        "            signal.raise_signal(signal.SIGTERM)\n"
        "        finally:\n"
        "            time.sleep(120)\n"
        "sys.argv = ['bookgammon', 'doctor']\n"
        "command_line.load = lambda name: Stuck\n"
        "__main__.program()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, timeout=60, check=False, env=environment(), capture_output=True
    )
    assert done.returncode == code, done.stderr
