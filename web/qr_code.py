"""QR codes that telephones and tablets scan."""

from __future__ import annotations

import io

import segno
from flask import Response


def code_drawing(text: str) -> Response:
    """A code that says this, as SVG; nobody keeps a copy of it."""
    drawn = io.BytesIO()
    segno.make(text, error="m").save(drawn, kind="svg", xmldecl=False, border=2, scale=8, light="#fff")
    answer = Response(drawn.getvalue(), mimetype="image/svg+xml")
    answer.headers["Cache-Control"] = "no-store"
    return answer
