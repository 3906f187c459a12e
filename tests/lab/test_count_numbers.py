"""How many numbers reading is tuned by: what counts as one."""

from __future__ import annotations

from pathlib import Path

from tools.count_numbers import figures

MODULE = '''
SIZE, MARGIN = 96, (24, 8)
FOLLOWS = len("what is worked out is no choice") + 7

@dataclass(frozen=True)
class Limits:
    """Text with 12 in it."""

    least: float = 0.3
    span: tuple[float, float] = (1.5, 2.5)
    name: str = "three"

def work(value: float) -> float:
    return 0.5 * value + 1.4826
'''


def test_fields_constants_and_what_is_written_in_the_code_are_counted(tmp_path: Path) -> None:
    for package in ("vision", "calibration"):
        (tmp_path / package / "sources").mkdir(parents=True)
    (tmp_path / "vision" / "module.py").write_text(MODULE)
    (tmp_path / "vision" / "sources" / "camera.py").write_text("WAIT = 3.5\n")
    found = dict(line.split(": ", 1) for line in figures(tmp_path))
    assert found.pop("most") == "vision/module.py 7"
    assert found == {
        "fields": "2", "numbers in them": "3", "constants": "1", "numbers in constants": "3", "numbers in code": "1",
        "numbers": "7",
    }  # fmt: skip
