"""What counts as the same reading on another processor."""

from __future__ import annotations

import json
from pathlib import Path

from tools.same_words import WITHIN, differences, main

READ = {"points": [5, 0, -2], "cube": {"value": 2, "owner": "dark"}, "dice": [{"value": 6, "center": [223.2, 161.4]}]}


def changed(**what: object) -> list[str]:
    return list(differences(READ, {**READ, **what}, WITHIN))


def test_a_number_may_end_otherwise_and_nothing_else() -> None:
    assert changed() == []
    assert changed(dice=[{"value": 6, "center": [223.2001, 161.4]}]) == []
    assert changed(dice=[{"value": 6, "center": [224.2, 161.4]}]) == [".dice[0].center[0]: 223.2 and 224.2"]
    assert changed(points=[5, 0, -3]) == [".points[2]: -2 and -3"]
    assert changed(cube={"value": 2, "owner": "light"}) == [".cube.owner: 'dark' and 'light'"]
    assert changed(cube=None) == [f".cube: {READ['cube']!r} and None"]
    assert changed(hidden=True) == [".hidden: in one of both alone"]
    assert changed(dice=[]) != []


def test_a_picture_that_differs_is_an_error(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text(json.dumps(READ))
    other.write_text(json.dumps({**READ, "points": [5, 0, 2]}))
    assert main([str(one), str(one)]) == 0
    assert main([str(one), str(other)]) == 1
