"""The notebook: each page of it can be found, and says what was asked, how, and what came of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[2] / "lab" / "notebook"
PAGES = sorted(path for path in NOTEBOOK.glob("*.md") if path.name != "README.md")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_its_date_and_four_parts(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert re.match(r"\d{4}-\d\d-\d\d-[a-z-]+\.md$", page.name)
    assert text.split("\n")[2] == page.name[:10]
    parts = [text.find(f"**{part}.**") for part in ("Question", "Command", "Found", "Decision")]
    assert min(parts) > 0
    assert parts == sorted(parts)
    for linked in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (page.parent / linked).exists(), linked


def test_the_index_lists_every_page() -> None:
    listed = re.findall(r"\]\((\d[^)]+)\)", (NOTEBOOK / "README.md").read_text(encoding="utf-8"))
    assert sorted(listed) == [page.name for page in PAGES]
