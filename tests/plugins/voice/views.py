"""What is said of a match, whatever happened in it (`tests.plugged`)."""

from __future__ import annotations

PAGES = ("/api/spoken",)
