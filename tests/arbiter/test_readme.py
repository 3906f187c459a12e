"""The README's examples are true."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def test_the_examples_of_the_readme_are_true() -> None:
    examples = "\n".join(re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, README.name, str(README), 0)
    tried = doctest.DocTestRunner().run(test)
    assert tried.attempted >= 5
    assert tried.failed == 0
