"""The page's routes. They only show: nothing here changes the match.

Control (doubles, corrections, a new match) will be routes of their own, open to paired devices alone.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from flask import Flask, Response, render_template, request, send_from_directory
from werkzeug.exceptions import HTTPException

from web.hub import HEARTBEAT, LIFE, Hub, stream

HUB = "web.hub"
"""Where the application keeps its hub: `app.extensions[HUB]`."""

_MOST_BYTES = 64 * 1024
_STATIC = Path(__file__).parent / "static"

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def create_app(
    hub: Hub, *, allowed_hosts: Iterable[str] = (), heartbeat: float = HEARTBEAT, life: float = LIFE
) -> Flask:
    """The application that shows what `hub` holds.

    allowed_hosts: the names under which this machine is known, beside `localhost` and plain IP addresses.
    A browser sends any other name only when a foreign site's name was pointed at us (DNS rebinding).
    heartbeat, life: of an event stream, in seconds.
    """
    app = Flask(__name__, static_folder=None)
    app.url_map.merge_slashes = False
    app.config["MAX_CONTENT_LENGTH"] = _MOST_BYTES
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    app.extensions[HUB] = hub
    app.before_request(partial(_refuse_foreign_host, frozenset(name.lower() for name in allowed_hosts)))
    app.after_request(_harden)
    app.register_error_handler(HTTPException, _plain_error)

    @app.get("/")
    def page() -> str:
        return render_template("page.html")

    @app.get("/static/<path:filename>")
    def static(filename: str) -> Response:
        return send_from_directory(_STATIC, filename)

    @app.get("/api/state")
    def state() -> Response:
        version, text = hub.latest()
        answer = Response(text, mimetype="application/json")
        answer.set_etag(str(version))
        answer.make_conditional(request)
        return answer

    @app.get("/api/events")
    def events() -> Response:
        if not hub.enter():
            return _full()
        answer = Response(stream(hub, heartbeat, life), mimetype="text/event-stream")
        answer.call_on_close(hub.leave)
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["X-Accel-Buffering"] = "no"
        return answer

    return app


def _full() -> Response:
    text = "Too many screens are following at once; this one asks from time to time instead."
    return Response(text, 503, {"Retry-After": "30"}, mimetype="text/plain")


def _refuse_foreign_host(names: frozenset[str]) -> Response | None:
    host = _without_port(request.headers.get("Host", "")).lower()
    if host == "localhost" or host in names or _is_address(host):
        return None
    text = "This page is not known under that name; use the address that the program printed."
    return Response(text, 421, mimetype="text/plain")


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _harden(response: Response) -> Response:
    response.headers.update(_HEADERS)
    response.headers.setdefault("Cache-Control", "no-cache")
    return response


def _plain_error(error: HTTPException) -> Response:
    sentences = {404: "There is no such page here.", 405: "Nothing can be changed here, only looked at."}
    code = error.code or 500
    text = sentences.get(code, "This request could not be answered.")
    response = Response(text, code, mimetype="text/plain")
    if code == 405 and error.get_response().headers.get("Allow"):
        response.headers["Allow"] = error.get_response().headers["Allow"]
    return response
