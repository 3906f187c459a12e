"""How large and how plain the code is: `python -m tools.count_code [FOLDER]` prints the figures of a working tree.

Lines are counted without blank ones and without docstrings; comments count. The product is what is installed.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

PRODUCT = ("arbiter", "calibration", "vision", "firmware_bridge", "translation", "web", "outside", "bookgammon")
GENERATED = re.compile(r"web/guide/.*|docs/(guide/de/)?commands\.md|docs/arbiter\.md")
VAGUE = frozenset(("told", "tell", "look", "see"))
"""Verbs that say too little as a part of a name."""
SHORT = 60
_STRINGS_AND_COMMENTS = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)


def committed(root: Path) -> list[str]:
    """Every file that git knows, by its path below `root`."""
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.splitlines() if (root / name).is_file()]


def product(root: Path, *kinds: str) -> Iterator[tuple[str, str]]:
    """(path, text) of the product's files that end in one of `kinds`, without generated ones."""
    for name in committed(root):
        if name.split("/")[0] in PRODUCT and name.endswith(kinds) and not GENERATED.fullmatch(name):
            yield name, (root / name).read_text(encoding="utf-8")


def docstring_lines(text: str) -> set[int]:
    """The numbers of the lines that hold nothing but a docstring, those below names included."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return found


def lines_of(name: str, text: str) -> int:
    """Lines that are neither blank nor docstring."""
    left_out = docstring_lines(text) if name.endswith(".py") else set()
    return sum(bool(line.strip()) and number not in left_out for number, line in enumerate(text.splitlines(), 1))


def named(name: str, text: str) -> dict[int, set[str]]:
    """The identifiers on each line: of Python names, attributes, arguments and definitions, of scripts all words."""
    found: dict[int, set[str]] = defaultdict(set)
    if name.endswith(".py"):
        for node in ast.walk(ast.parse(text)):
            for field in ("id", "attr", "arg", "name"):
                word = getattr(node, field, None)
                if isinstance(word, str) and hasattr(node, "lineno"):
                    found[node.lineno].add(word)
        return found
    plain = _STRINGS_AND_COMMENTS.sub(lambda match: "\n" * match[0].count("\n"), text)
    for number, line in enumerate(plain.splitlines(), 1):
        found[number] |= set(re.findall(r"[A-Za-z_$][\w$]*", line))
    return found


def is_vague(identifier: str) -> bool:
    parts = re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", identifier)
    return bool(VAGUE & {part.lower() for part in parts})


def figures(root: Path) -> Iterator[str]:
    """The figures, a line each."""
    by_package: Counter[tuple[str, str]] = Counter()
    for name, text in product(root, ".py", ".js", ".css"):
        by_package[name.split("/")[0], name.rpartition(".")[2]] += lines_of(name, text)
    for package in PRODUCT:
        parts = {kind: by_package[package, kind] for kind in ("py", "js", "css") if by_package[package, kind]}
        yield f"{package}: " + ", ".join(f"{number} {kind}" for kind, number in parts.items())
    yield f"product lines: {sum(by_package.values())}"
    generated = [name for name in committed(root) if GENERATED.fullmatch(name)]
    lines = sum(len((root / name).read_text(encoding="utf-8").splitlines()) for name in generated)
    yield f"committed generated lines: {lines}"
    modules = dict(product(root, ".py"))
    yield f"loose modules in bookgammon: {sum(bool(re.fullmatch(r'bookgammon/[^/]+', name)) for name in modules)}"
    short = [name for name, text in modules.items() if len(text.splitlines()) < SHORT and "__init__" not in name]
    yield f"modules: {len(modules)}, under {SHORT} lines: {len(short)}"
    classes: Counter[str] = Counter(
        node.name for text in modules.values() for node in ast.parse(text).body if isinstance(node, ast.ClassDef)
    )
    twice = sorted(f"{name} x{number}" for name, number in classes.items() if number > 1)
    yield f"class names defined more than once: {len(twice)}: {', '.join(twice)}"
    vague = sum(
        any(map(is_vague, words)) for name, text in product(root, ".py", ".js") for words in named(name, text).values()
    )
    yield f"lines with told, tell, look or see in an identifier: {vague}"


if __name__ == "__main__":
    print(*figures(Path(sys.argv[1] if len(sys.argv) > 1 else ".")), sep="\n")
