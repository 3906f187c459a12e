"""The core's own tests without plugins, and everybody's with one taken out: `python -m lab.campaigns.taken_out_tests`.

    python -m lab.campaigns.taken_out_tests                      every plugin taken away, then each one in turn
    python -m lab.campaigns.taken_out_tests --all                every plugin taken away alone
    python -m lab.campaigns.taken_out_tests --out gnubg --out voice   these alone, each by itself
    ... tests/arbiter tests/plugins/notes                        those folders of tests alone
    ... --collect-only                                           whether all of them can be read
    ... --processes 2                                            on so many cores

Each time the tree as git knows it is copied into a folder of its own, the plugins' folders are taken away there with
those that cannot be without them, and with their tests, and pytest runs what is left: tests of the core and of the
other plugins. Prints a row for each, and every test that fails; the exit code says whether one did.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from bookgammon.plugin_manager import DEFAULT_PLUGINS
from lab.campaigns.taken_out import with_those_that_need
from tests.test_packages import OF_WHOLE, ROOT

BESIDE = ("tests/javascript/node_modules",)
"""What tests fetch, and git does not know."""


def copied(folder: Path, gone: Sequence[str]) -> Path:
    """The tree without these plugins and their tests, known to a git of its own: tests ask it what is kept."""
    tree = folder / "tree"
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name, follow_symlinks=False)
    for name in BESIDE:
        if (ROOT / name).exists():
            (tree / name).symlink_to(ROOT / name)
    if (shared := ROOT.parent / "shared").exists():
        (folder / "shared").symlink_to(shared.resolve())
    for name in gone:
        shutil.rmtree(tree / "bookgammon" / "plugins" / name)
        shutil.rmtree(tree / "tests" / "plugins" / name)
    for words in (["init", "-q"], ["add", "-A"]):
        subprocess.run(["git", *words], cwd=tree, check=True)
    return tree


def folders(tree: Path) -> list[str]:
    """What is left to be run: the core's tests and those of the plugins that are there."""
    found = [path for path in (tree / "tests").iterdir() if path.is_dir() or path.name.startswith("test_")]
    core = [path for path in found if path.name not in OF_WHOLE and not path.name.startswith("__")]
    plugins = [path for path in (tree / "tests" / "plugins").iterdir() if path.is_dir() and path.name[0] != "_"]
    return [path.relative_to(tree).as_posix() for path in sorted([*core, *plugins])]


def tested(gone: Sequence[str], wanted: Sequence[str], more: Sequence[str]) -> tuple[str, list[str]]:
    """pytest's last line, and the tests that fail or cannot be read."""
    with tempfile.TemporaryDirectory() as folder:
        tree = copied(Path(folder), gone)
        there = [name for name in wanted or folders(tree) if (tree / name).exists()]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *more, *there],
            cwd=tree, env=os.environ | {"PYTHONPATH": str(tree)}, capture_output=True, text=True, check=False,
        )  # fmt: skip
    lines = (done.stdout + done.stderr).strip().splitlines()
    wrong = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    summed = [line for line in lines if re.search(r"\d+ (?:passed|tests? collected|failed|error)", line)]
    if done.returncode and not wrong:
        wrong = lines[-20:]
    return (summed or lines or [""])[-1].strip("= "), wrong


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m lab.campaigns.taken_out_tests")
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--out", action="append", default=[], choices=DEFAULT_PLUGINS)
    parser.add_argument("--collect-only", action="store_true")
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args(arguments)
    cases = [with_those_that_need({name}) for name in given.out]
    if given.all or not cases:
        cases.insert(0, DEFAULT_PLUGINS)
    if not (given.all or given.out):
        cases += [with_those_that_need({name}) for name in DEFAULT_PLUGINS]
    more = ["--collect-only"] if given.collect_only else ["--numprocesses", str(given.processes), "--dist", "worksteal"]
    failed = 0
    for gone in cases:
        summed, wrong = tested(gone, given.folders, more)
        failed += bool(wrong)
        print(f"without {', '.join(gone)}: {summed}", *wrong, sep="\n  ", flush=True)
    print(f"{len(cases) - failed} of {len(cases)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
