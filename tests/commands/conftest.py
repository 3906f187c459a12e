"""A calibrated board for the tests of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.program import CORNERS, RECORDING, run


@pytest.fixture(scope="session")
def corners(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The corners file of the recording's board."""
    path = tmp_path_factory.mktemp("corners") / "corners.json"
    path.write_text(CORNERS)
    return path


@pytest.fixture(scope="session")
def board(tmp_path_factory: pytest.TempPathFactory, corners: Path) -> Path:
    """A board file made by the program itself from the recording's pictures."""
    path = tmp_path_factory.mktemp("board") / "board.toml"
    pictures = ("--start", RECORDING / "start.jpg", "--empty", RECORDING / "empty.jpg")
    done = run("calibrate", *pictures, "--corners", corners, "--out", path)
    assert done.returncode == 0, done.stderr
    return path
