"""Where there is no table to show, `/` leads to what there is."""

from __future__ import annotations

from flask import Flask, redirect, request, url_for
from werkzeug.wrappers import Response


def lead_to(app: Flask, endpoint: str) -> None:
    """From now on `/` leads to that page of the application."""

    @app.before_request
    def lead() -> Response | None:
        return redirect(url_for(endpoint), 303) if request.path == "/" else None
