"""Steps of learning anew: what each is called and the command that does it, one after the other, resumable."""

from __future__ import annotations

import math
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

BOARD_WEIGHTS, CORNER_WEIGHTS = Path("vision/weights"), Path("calibration/weights")


@dataclass(frozen=True)
class Seeds:
    """Boards or pictures drawn from seeds: the first one and how many of them."""

    first: int
    many: int

    @property
    def options(self) -> tuple[str, ...]:
        return "--first", str(self.first), "--boards", str(self.many)


@dataclass(frozen=True)
class Workplace:
    """Where pictures and arrays go, which Python has Blender's `bpy`, and how much of everything is made (0..1)."""

    folder: Path
    renderer: str = sys.executable
    share: float = 1.0

    def some(self, many: int, least: int = 1) -> int:
        return max(least, math.ceil(many * self.share))

    def seeds(self, whole: Seeds, least: int = 2) -> Seeds:
        return Seeds(whole.first, self.some(whole.many, least))


@dataclass(frozen=True)
class Step:
    """name: unique, a file's name as well; command: run from the top of the checkout; weights: what it writes there."""

    name: str
    command: tuple[str, ...]
    weights: Path | None = None


def python(module: str, *options: object) -> tuple[str, ...]:
    return sys.executable, "-m", module, *map(str, options)


def traced(place: Workplace, module: str, *options: object) -> tuple[str, ...]:
    """A command for the interpreter that has `bpy`."""
    return place.renderer, "-m", module, *map(str, options)


def carry_out(steps: Iterable[Step], folder: Path) -> None:
    """Do in turn what is not done yet. Raises SystemExit with a sentence where a step fails."""
    done = folder / "done"
    done.mkdir(parents=True, exist_ok=True)
    for step in steps:
        if (done / step.name).exists():
            continue
        print(f"{step.name}: {' '.join(step.command)}", flush=True)
        _run(step.name, step.command)
        (done / step.name).touch()


def _run(name: str, command: Sequence[str]) -> None:
    try:
        ended = subprocess.run(command, check=False).returncode
    except OSError as error:
        raise SystemExit(f"{command[0]} cannot be started ({error.strerror}). Give the right one and go on.") from None
    if ended:
        raise SystemExit(f"The step {name} failed; its own words are above. The same command goes on from there.")
