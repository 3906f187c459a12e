"""A sample of `python -m tests.evening.stops`: however it is stopped, the program leaves without an abort."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.evening import stops

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
