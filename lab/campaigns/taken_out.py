"""Each plugin's folder taken away in turn, all but one, and all: `python -m lab.campaigns.taken_out`.

Each time a match begins with what is left, and its pages are asked for. A plugin that needs another one is taken away
with it. A sample is tests/whole/test_taken_out.py.
"""

from __future__ import annotations

import sys
import tempfile
from importlib import import_module
from pathlib import Path

from bookgammon.plugin_manager import DEFAULT_PLUGINS
from tests.whole.test_taken_out import trouble_without


def needs(name: str) -> tuple[str, ...]:
    """The plugins that it cannot be without."""
    return getattr(import_module(f"bookgammon.plugins.{name}"), "NEEDS", ())


def with_those_that_need(gone: set[str]) -> tuple[str, ...]:
    while more := {name for name in DEFAULT_PLUGINS if name not in gone and gone & set(needs(name))}:
        gone = gone | more
    return tuple(name for name in DEFAULT_PLUGINS if name in gone)


def with_its_needs(name: str) -> set[str]:
    return {name}.union(*(with_its_needs(each) for each in needs(name)))


def main() -> int:
    cases = [with_those_that_need({name}) for name in DEFAULT_PLUGINS]
    cases += [tuple(n for n in DEFAULT_PLUGINS if n not in kept) for kept in map(with_its_needs, DEFAULT_PLUGINS)]
    cases.append(DEFAULT_PLUGINS)
    wrong = 0
    for gone in cases:
        with tempfile.TemporaryDirectory() as folder:
            trouble = trouble_without(Path(folder), *gone)
        wrong += bool(trouble)
        print(f"without {', '.join(gone)}: {trouble or 'a match begins'}", flush=True)
    print(f"{len(cases) - wrong} of {len(cases)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
