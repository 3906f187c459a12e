"""The screen of the table's own machine, where nobody has keyboard or mouse: the code for a telephone, then the table.

It is not paired, so it only looks. It shows the code that pairs, as the terminal does elsewhere; that is why it is
answered to this machine alone, and only where the program was started for such a screen.
"""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, Response, jsonify, render_template, request

from arbiter.message import Message
from web.app import HUB
from web.errors import Refused
from web.guard import LEADS_TO_CLOSED, PAIRING, asked_here
from web.hub import Hub
from web.joining import ADDRESS, code_drawing
from web.pairing import Pairing


def add_kiosk(app: Flask) -> None:
    """Adds `/kiosk`, and for its script `/api/kiosk` and the code as a picture, all to be asked for from here alone."""
    pairing: Pairing = app.extensions[PAIRING]
    address: Callable[[], str] = app.extensions[ADDRESS]

    def shows_table() -> bool:
        """Whether everybody may see what the page leads to; set-up is for paired devices."""
        return not app.extensions.get(LEADS_TO_CLOSED)

    @app.before_request
    def only_here() -> None:
        if request.endpoint in ("kiosk", "kiosk_state", "kiosk_code") and not asked_here():
            raise Refused(403, Message("Only the table's own screen shows this."))

    @app.get("/kiosk")
    def kiosk() -> str:
        if shows_table():
            return render_template("page.html", known_pages=set(app.view_functions), kiosk=True)
        return render_template("kiosk.html")

    @app.get("/api/kiosk")
    def kiosk_state() -> Response:
        hub: Hub = app.extensions[HUB]
        answer = jsonify(
            table=shows_table(),
            address=address(),
            code=pairing.code,
            paired=bool(pairing.devices),
            says=hub.view.waiting_for.says,
        )
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @app.get("/api/kiosk/code.svg")
    def kiosk_code() -> Response:
        return code_drawing(f"{address()}pair#{pairing.code}")
