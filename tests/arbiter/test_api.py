"""The library face: what `import arbiter` gives, and that its examples are true."""

from __future__ import annotations

import ast
import doctest
import sys
from pathlib import Path

import arbiter


def test_the_examples_are_true() -> None:
    tried = doctest.testmod(arbiter)
    assert tried.attempted > 15
    assert tried.failed == 0


def test_the_tutorial_is_true() -> None:
    page = Path(__file__).parents[2] / "docs" / "library.md"
    tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert tried.attempted > 30
    assert tried.failed == 0


def test_public_names_are_there_and_documented() -> None:
    assert arbiter.__all__ == sorted(arbiter.__all__, key=lambda name: (not name.isupper(), name))
    for name in arbiter.__all__:
        thing = getattr(arbiter, name)
        if callable(thing):
            assert thing.__doc__, name


def test_the_arbiter_needs_nothing_but_the_standard_library() -> None:
    for path in Path(arbiter.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            for name in names:
                root = name.split(".")[0]
                assert root == "arbiter" or root in sys.stdlib_module_names, f"{path.name} imports {name}"
