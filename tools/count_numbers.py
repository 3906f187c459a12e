"""How many numbers the reading of pictures is tuned by: `python -m tools.count_numbers [FOLDER]`, of a working tree.

Counted are what is chosen and not follows from something else: fields of dataclasses and constants of modules that a
number is given (each number of a tuple is one), and numbers written in the midst of the code. Of the latter what
algebra needs is left out (PLAIN). `vision/sources` is no reading: it is left out.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

PACKAGES = ("vision", "calibration")
LEFT_OUT = ("vision/sources/",)
PLAIN = frozenset((0, 1, 2, 3, 4, 0.5, 0.25, 100, 255))
"""Numbers in the midst of code that no picture chose: nought, one, pairs, corners, middles, grey levels, per cent."""


def numbers(node: ast.AST | None) -> list[float]:
    """Every number that is written in an expression."""
    return [
        part.value
        for part in (ast.walk(node) if node is not None else ())
        if isinstance(part, ast.Constant) and isinstance(part.value, int | float) and not isinstance(part.value, bool)
    ]


def fields_of(tree: ast.Module) -> Iterator[tuple[str, list[float]]]:
    """Name and numbers of each field with a number in its default."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(one) for one in node.decorator_list):
            for line in node.body:
                if isinstance(line, ast.AnnAssign) and (found := numbers(line.value)):
                    yield f"{node.name}.{ast.unparse(line.target)}", found


def constants_of(tree: ast.Module) -> Iterator[tuple[str, list[float]]]:
    """The same of a module's constants: what is assigned there a number, or several, and nothing worked out."""
    for line in tree.body:
        if isinstance(line, ast.Assign | ast.AnnAssign) and line.value is not None and _is_given(line.value):
            name = line.targets[0] if isinstance(line, ast.Assign) else line.target
            if found := numbers(line.value):
                yield ast.unparse(name), found


def _is_given(node: ast.expr) -> bool:
    """Whether an expression is written out: numbers, their tuples and products."""
    plain = (ast.Constant, ast.Tuple, ast.List, ast.UnaryOp, ast.BinOp, ast.operator, ast.unaryop, ast.expr_context)
    return all(isinstance(part, plain) for part in ast.walk(node))


def in_code(tree: ast.Module) -> list[float]:
    """Numbers within functions that are not PLAIN."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    inside = [node for outer in functions for node in ast.walk(outer) if node is not outer]
    outermost = [function for function in functions if function not in inside]
    bodies = [statement for function in outermost for statement in function.body]
    return [number for statement in bodies for number in numbers(statement) if abs(number) not in PLAIN]


def figures(root: Path) -> Iterator[str]:
    """A line for each kind of number, then the modules that hold most."""
    total: Counter[str] = Counter()
    by_module: Counter[str] = Counter()
    for package in PACKAGES:
        for path in sorted((root / package).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if name.startswith(LEFT_OUT):
                continue
            tree = ast.parse(path.read_text(encoding="utf-8"))
            fields, constants = list(fields_of(tree)), list(constants_of(tree))
            found = Counter(
                {
                    "fields": len(fields),
                    "numbers in them": sum(len(held) for _, held in fields),
                    "constants": len(constants),
                    "numbers in constants": sum(len(held) for _, held in constants),
                    "numbers in code": len(in_code(tree)),
                }
            )
            total += found
            by_module[name] = sum(found[one] for one in ("numbers in them", "numbers in constants", "numbers in code"))
    yield from (f"{name}: {number}" for name, number in total.items())
    yield f"numbers: {sum(by_module.values())}"
    yield "most: " + ", ".join(f"{name} {number}" for name, number in by_module.most_common(12))


if __name__ == "__main__":
    print(*figures(Path(sys.argv[1] if len(sys.argv) > 1 else ".")), sep="\n")
