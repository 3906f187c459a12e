"""The benchmark that others can run: what it asks of a program, and how answers are counted."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from lab.benchmarks.boards import answers, job_of, report, scored, wilson

EMPTY = [0] * 12
STACKED = [5, *[0] * 10, -3]


def label(kind: str, image: str, **more: Any) -> dict[str, Any]:
    corners = {"left": [[0, 0]] * 4, "right": [[9, 9]] * 4}
    return {
        "kind": kind, "image": image, "board_id": "h1", "family": "tone on tone, black",
        "near": "light", "home": "left", "corners": corners,
        "top": EMPTY, "bottom": STACKED, "bar": {"light": 0, "dark": 1}, "dice": [], **more,
    }  # fmt: skip


LABELS = [
    label("start", "a.png"),
    label("empty", "b.png"),
    label("position", "c.png"),
    label("position", "under_an_arm.png", occluded=True),
    label("position", "no_play_leaves_this.png", mixed=[{"row": "top", "index": 0}]),
]


def test_a_program_is_shown_only_what_can_be_told() -> None:
    job = job_of(Path("f"), LABELS, found=False)
    assert job["pictures"] == [str(Path("f/c.png"))]
    assert job["corners"] == LABELS[0]["corners"]
    assert job_of(Path("f"), LABELS, found=True)["corners"] is None


@pytest.mark.parametrize(
    ("bottom", "bar", "exact", "right"),
    [(STACKED, 1, True, 24), (STACKED, 0, False, 24), ([4, *STACKED[1:]], 1, False, 23)],
)
def test_a_board_is_exact_with_every_point_and_the_bar(bottom: list[int], bar: int, exact: bool, right: int) -> None:
    reading = {"top": EMPTY, "bottom": bottom, "bar": {"light": 0, "dark": bar}, "dice": [], "confidence": 0.9}
    (found,) = scored(LABELS, {"board": "h1", "readings": [reading]})
    assert (found.exact, found.points_right) == (exact, right)


def test_a_board_that_is_refused_counts_as_unread() -> None:
    (found,) = scored(LABELS, {"board": "h1", "refused": "no book"})
    assert (found.exact, found.points_right, found.confidence) == (False, 0, None)
    assert "0 of 1" in report([found])


def test_intervals_are_those_of_the_tables() -> None:
    """Values of Wilson's interval for 8 of 10 and 0 of 20, as Newcombe (1998) and R's binom.wilson have them."""
    assert wilson(8, 10) == pytest.approx((0.490, 0.943), abs=1e-3)
    assert wilson(0, 20) == pytest.approx((0.0, 0.161), abs=1e-3)


def test_any_program_that_answers_line_by_line_can_be_measured(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'board': json.loads(line)['board'], 'readings': []}), flush=True)\n"
    )
    jobs = [{"board": "a"}, {"board": "b"}]
    assert [answer["board"] for answer in answers(f"{sys.executable} {program}", jobs)] == ["a", "b"]


def test_a_program_that_stops_early_is_told_of(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("import sys\nsys.stdin.readline()\n")
    with pytest.raises(SystemExit, match="No answer of board a"):
        list(answers(f"{sys.executable} {program}", [{"board": "a"}]))
