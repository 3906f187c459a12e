"""The wall without its extra: its command is there, and names the extra in a sentence."""

from __future__ import annotations

from pathlib import Path

from tests.commands.test_without_extras import without_extras


def test_the_wall_names_its_extra(tmp_path: Path) -> None:
    found = without_extras("wall", "--broker", "mqtt://127.0.0.1", "--data", str(tmp_path))
    assert all("bookgammon wall" in page and "--broker" in page for _, page in found["pages"].values())
    code, out, err = found["said"]
    assert (code, out) == (1, "")
    assert "bookgammon[club]" in err
    assert len(err.splitlines()) == 1
