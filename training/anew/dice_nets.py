"""Learn both dice networks anew from seeds, in one command, resumable: what is there is left.

    python -m training.dice_anew FOLDER [--renderer PYTHON]

renderer: the interpreter of an environment that has Blender's `bpy` (it needs numpy 1, so it has one of its own; see
training/README.md). About nine hours of one core: two thirds of it tracing. The weights are written to
`vision/weights`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

FIELDS, ALIKE, HELD_OUT = (1_000_100, 140), (1_000_400, 65), (1_000_036, 17)
BOARDS, TRACED = (1_100_000, 91), (2_000_000, 40)
"""First seed and how many: traced pictures of strewn dice to learn from, of such in colours of what they lie on, and
to check with; boards without dice, traced boards."""


def steps(folder: Path, renderer: str) -> list[tuple[Path, list[str]]]:
    """What each step makes, and its command; a step whose result is there is left out."""
    python, weights = sys.executable, Path("vision/weights")
    fields, checked, boards = folder / "fields", folder / "fields_held_out", folder / "boards"
    strewn: Sequence[tuple[Path, tuple[int, int], list[str]]] = (
        (fields, FIELDS, []), (fields, ALIKE, ["--alike"]), (checked, HELD_OUT, []),
    )
    made = [
        (
            target / f"{first + many - 1}.npz",
            [
                renderer,
                "-m",
                "simulator.path_traced.dice_field",
                str(target),
                "--first",
                str(first),
                "--pictures",
                str(many),
                *which,
            ],
        )
        for target, (first, many), which in strewn
    ]
    first, many = TRACED
    seen_boards, last = folder / "traced", first + many
    made.append(
        (
            seen_boards / "light" / f"t{last - 1}_03.npz",
            [
                renderer,
                "-m",
                "simulator.path_traced.stills",
                str(seen_boards),
                "--first",
                str(first),
                "--boards",
                str(many),
            ],
        )
    )
    first, many = BOARDS
    made.append(
        (
            boards / f"{first + many - 1}.npz",
            [python, "-m", "training.dice_boards", str(boards), "--first", str(first), "--boards", str(many)],
        )
    )

    def patches(name: str, source: Path, seed: int, *amounts: str) -> Path:
        out = folder / f"{name}.npz"
        command = [python, "-m", "training.dice_patches", str(out), "--boards", str(boards), "--fields", str(source)]
        traced = ["--traced", str(seen_boards), "--traced-before", str(last)]
        made.append((out, [*command, "--seed", str(seed), *traced, *amounts]))
        return out

    def learned(net: str, arrays: list[Path], check: Path, epochs: int) -> None:
        command = [python, "-m", "training.dice", net, "--train", *map(str, arrays), "--check", str(check)]
        out = folder / net
        made.append((out / f"die_{net}.onnx", [*command, "--epochs", str(epochs), "--bfloat16", "--out", str(out)]))
        made.append((folder / f"{net}.copied", ["cp", str(out / f"die_{net}.onnx"), str(weights)]))

    seen = [patches(f"finder_{n}", fields, 901 + n, "--finder", "12000") for n in range(3)]
    learned("finder", seen, patches("finder_check", checked, 900, "--finder", "400"), 14)
    cuts = [patches(f"reader_{n}", fields, 911 + n, "--reader", "90000", "--mistaken", "500") for n in range(2)]
    cuts.append(patches("reader_found", fields, 921, "--found", "1500", "--found-on-boards", "900"))
    learned("reader", cuts, patches("reader_check", checked, 910, "--found", "60"), 20)
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--renderer", default=sys.executable)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for result, command in steps(chosen.folder, chosen.renderer):
        if result.exists():
            continue
        print(" ".join(command), flush=True)
        subprocess.run(command, check=True)
        if result.suffix == ".copied":
            result.touch()


if __name__ == "__main__":
    main()
