"""A sample of `python -m lab.campaigns.kill data`: play is killed while others export, delete, back up and restore."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.commands.program import ROOT, environment


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system knows no fork and no kill -9")
def test_whatever_is_killed_no_journal_is_broken_and_no_picture_left_over() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "lab.campaigns.kill", "data", "--kills", "4", "--an-evening", "4", "--plies", "10"],
        cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "4 kills, records equal, no journal broken" in done.stdout
