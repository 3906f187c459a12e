"""The page's hub, as the core's page tests have it."""

from __future__ import annotations

from tests.web.conftest import hub

__all__ = ["hub"]
