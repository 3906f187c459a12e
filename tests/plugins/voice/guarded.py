"""Who may ask what is said (`tests.plugged`)."""

from __future__ import annotations

LOOKING = {"/api/spoken"}
