"""The numbers of the referee: each says what it is."""

from __future__ import annotations

import ast
from pathlib import Path

from arbiter.referee import priors


def test_every_number_has_its_sentence() -> None:
    body = ast.parse(Path(priors.__file__).read_text(encoding="utf-8")).body
    numbers = [node for node in body if isinstance(node, ast.Assign | ast.AnnAssign)]
    assert len(numbers) > 50
    following = zip(body, [*body[1:], None], strict=True)
    silent = [ast.unparse(node) for node, after in following if node in numbers and not _is_sentence(after)]
    assert silent == []


def _is_sentence(node: ast.stmt | None) -> bool:
    value = node.value if isinstance(node, ast.Expr) else None
    return isinstance(value, ast.Constant) and str(value.value).rstrip().endswith(".")
