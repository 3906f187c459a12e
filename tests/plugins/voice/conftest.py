"""The page's own fixtures: what it says is heard on the same page."""

from __future__ import annotations

from tests.web.conftest import ear, hub, listening, server, table

__all__ = ["ear", "hub", "listening", "server", "table"]
