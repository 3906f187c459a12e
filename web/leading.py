"""Where there is no table to show, `/` leads to what there is."""

from __future__ import annotations

from flask import Flask, redirect, request, url_for
from werkzeug.wrappers import Response

LEADS_TO_CLOSED = "web.leading"
"""In `app.extensions`: whether there is no page that somebody who is not paired could look at."""


def lead_to(app: Flask, endpoint: str, *, closed: bool = False) -> None:
    """From now on `/` leads to that page of the application. closed: it is for paired devices alone."""
    app.extensions[LEADS_TO_CLOSED] = closed

    @app.before_request
    def lead() -> Response | None:
        return redirect(url_for(endpoint), 303) if request.path == "/" else None
