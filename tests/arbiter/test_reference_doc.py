"""The reference, docs/arbiter.md, holds all that the docstrings say."""

from __future__ import annotations

import inspect

import arbiter
from tools.arbiter_reference import page


def test_the_reference_has_signatures_and_docstrings() -> None:
    entry = f"### `legal_plays{inspect.signature(arbiter.legal_plays)}`".replace("'", "")
    assert entry in page()
    assert (inspect.getdoc(arbiter.legal_plays) or "") in page()


def test_all_that_is_public_is_in_the_reference() -> None:
    text = page()
    assert all(f"### `{name}" in text for name in arbiter.__all__)
