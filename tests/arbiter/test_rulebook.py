"""The rule book for the guests."""

from __future__ import annotations

from arbiter.rulebook import RULES


def test_every_rule_has_one_short_sentence() -> None:
    assert list(RULES) == [f"R{number}" for number in range(1, 76)]
    for text in RULES.values():
        assert text.endswith(".")
        assert text.count(". ") == 0
        assert len(text) <= 110
