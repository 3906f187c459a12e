"""docs/arbiter.md is what the docstrings say."""

from __future__ import annotations

import arbiter
from tools.arbiter_reference import PATH, page


def test_the_reference_is_made_from_the_docstrings() -> None:
    assert PATH.read_text(encoding="utf-8") == page(), "run python -m tools.arbiter_reference"


def test_all_that_is_public_is_in_the_reference() -> None:
    text = page()
    assert all(f"### `{name}" in text for name in arbiter.__all__)
