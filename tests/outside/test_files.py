"""A file from outside is read up to its bound, whatever it says of its size."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from outside.errors import TooLargeError
from outside.files import MOST_TOML, parsed_toml, read_bytes, read_toml


def test_a_file_of_the_most_bytes_is_read_and_one_more_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(bytes(1000))
    assert len(read_bytes(path, 1000)) == 1000
    with pytest.raises(TooLargeError, match="at most"):
        read_bytes(path, 999)


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="needs a file without end")
def test_a_file_without_end_is_refused() -> None:
    with pytest.raises(TooLargeError):
        read_bytes(Path("/dev/zero"), 100_000)


def test_toml_is_bounded_in_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_text("a = 1 #" + "x" * MOST_TOML)
    with pytest.raises(TooLargeError):
        read_toml(path)


@pytest.mark.parametrize(
    "text",
    [
        "a." * 30_000 + "a = 1",
        "[" + "a." * 30_000 + "a]",
        "x = {" + "'%'." * 15_000 + "a = 1}",
        "x = " + "[" * 30_000,
        "x = " + "{a=" * 20_000,
    ],
    ids=["keys", "table", "inline", "arrays", "inline tables"],
)
def test_toml_that_would_take_for_ever_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"dots|nested|array|inline|Invalid|Unclosed|Expected"):
        parsed_toml(text)
