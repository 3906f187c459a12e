"""The plugin lies in a distribution of its own, which need not be installed for its tests."""

from __future__ import annotations

import sys
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "distributions" / "two_books"
if str(FOLDER) not in sys.path:
    sys.path.insert(0, str(FOLDER))
