"""The one command that learns all networks anew: whether its steps fit together. No network learns here."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from lab.training.anew import board_nets
from lab.training.anew.__main__ import KINDS
from lab.training.anew.steps import Seeds, Step, Workplace, carry_out
from lab.training.sheet.engine import board_part

ROOT = Path(__file__).parents[2]
FOLDER = Path("pictures")


def all_steps(share: float = 1.0) -> list[Step]:
    place = Workplace(FOLDER, "python-with-bpy", share)
    return [step for kind in KINDS.values() for step in kind(place)]


def test_every_network_that_ships_is_learned_once() -> None:
    files = {path.relative_to(ROOT) for path in ROOT.glob("*/weights/*.onnx")}
    parts = {board_part(path) for path in files} & files  # written with the network that they are of
    shipped = sorted(files - parts)
    assert (len(shipped), len(parts)) == (6, 1)
    assert sorted(step.weights for step in all_steps() if step.weights) == shipped


def test_no_step_needs_what_a_later_one_makes() -> None:
    made: set[str] = set()
    for step in all_steps():
        named = [word for word in step.command if word.startswith("pictures/")]
        writes = set() if step.weights else {named[0]}  # the first path is what a step makes; a training writes weights
        assert set(named) - writes <= made, step.name
        made |= writes
    assert len({step.name for step in all_steps()}) == len(all_steps())


def test_every_step_names_a_module_and_options_that_it_has() -> None:
    for step in all_steps():
        spec = find_spec(step.command[2])
        assert spec is not None
        assert spec.origin is not None
        source = Path(spec.origin).read_text()
        for option in (word for word in step.command[3:] if word.startswith("--")):
            assert f'"{option}"' in source, (step.name, option)


def test_boards_to_check_with_are_none_to_learn_from() -> None:
    ranges = [(step.name, range_of(step)) for step in all_steps() if "--first" in step.command]
    assert len(ranges) > 10
    for (name, one), (other, another) in combinations(ranges, 2):
        assert not set(one) & set(another), (name, other)


def range_of(step: Step) -> range:
    options = dict(pairwise(step.command))
    first = int(options["--first"])
    return range(first, first + int(options.get("--boards", options.get("--pictures", ""))))


def test_a_small_share_makes_little_of_everything() -> None:
    small, whole = all_steps(0.01), all_steps()
    assert [step.name for step in small] == [step.name for step in whole]
    assert Workplace(FOLDER, share=0.01).seeds(board_nets.FAST) == Seeds(600_000, 3)
    assert Workplace(FOLDER, share=0.01).seeds(Seeds(5, 10), least=2) == Seeds(5, 2)


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    write = f"open({str(trace)!r}, 'a').write"
    one = Step("one", (sys.executable, "-c", f"{write}('1')"))
    fails = Step("two", (sys.executable, "-c", "raise SystemExit(3)"))
    works = Step("two", (sys.executable, "-c", f"{write}('2')"))
    with pytest.raises(SystemExit, match=r"^The step two failed; .* goes on from there\.$"):
        carry_out([one, fails], tmp_path)
    carry_out([one, works], tmp_path)
    carry_out([one, works], tmp_path)
    assert trace.read_text() == "12"


def test_a_renderer_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"^/no/python cannot be started"):
        carry_out([Step("one", ("/no/python", "-c", ""))], tmp_path)
