"""The page's routes: what everybody in the room may see. Who may change something, `web.guard` decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from flask import Flask, Response, render_template, request, send_from_directory
from werkzeug.exceptions import NotFound

from arbiter.message import Message
from web.guard import guard, in_control
from web.help import add_help
from web.hub import HEARTBEAT, LIFE, Hub, stream
from web.joining import add_joining
from web.language import add_languages, viewers_catalogue
from web.overlay import add_overlay
from web.pairing import Pairing
from web.plugged import add_plugged_words
from web.waiting_for import add_waiting

HUB = "web.hub"
"""Where the application keeps its hub: `app.extensions[HUB]`."""

AddPage = Callable[[Flask], None]
"""Adds further routes to the application."""

_STATIC = Path(__file__).parent / "static"


def create_app(
    hub: Hub,
    *,
    pairing: Pairing | None = None,
    allowed_hosts: Iterable[str] = (),
    address: Callable[[], str] | None = None,
    named: Callable[[], str] = str,
    heartbeat: float = HEARTBEAT,
    life: float = LIFE,
) -> Flask:
    """The application that shows what `hub` holds.

    pairing: who may change something. allowed_hosts: the names under which this machine is known, beside
    `localhost` and plain IP addresses; a browser sends any other name only when a foreign site's name was
    pointed at us (DNS rebinding). address: where other devices find the page, empty where they cannot;
    by default where the asking one did. named: the same by its name on this network, empty where it has none.
    heartbeat, life: of an event stream, in seconds.
    """
    app = Flask(__name__, static_folder=None)
    app.url_map.merge_slashes = False
    app.extensions[HUB] = hub
    guard(app, pairing or Pairing(), allowed_hosts)
    add_languages(app)
    add_plugged_words(app)
    add_help(app)
    add_overlay(app)
    add_joining(app, address or (lambda: request.host_url), named)
    add_waiting(app, lambda: hub.view.waiting_for)

    @app.get("/")
    def page() -> str:
        return render_template("page.html", known_pages=set(app.view_functions))

    @app.get("/static/<path:filename>")
    def static(filename: str) -> Response:
        kind = "application/manifest+json" if filename.endswith(".webmanifest") else None
        return send_from_directory(_STATIC, filename, mimetype=kind)

    @app.get("/offline")
    def offline() -> str:
        return render_template("offline.html")

    @app.get("/service-worker.js")
    def service_worker() -> Response:
        """From here, because a worker looks after no more than the folder that it comes from."""
        return send_from_directory(_STATIC, "service_worker.js", mimetype="text/javascript")

    @app.get("/api/state")
    def state() -> Response:
        language = viewers_catalogue().language
        version, text = hub.latest(language)
        answer = Response(text, mimetype="application/json")
        answer.set_etag(f"{version}-{language}")
        answer.make_conditional(request)
        return answer

    @app.get("/api/events")
    def events() -> Response:
        viewer, paired = request.remote_addr or "", in_control() is not None
        if not hub.enter(viewer, paired=paired):
            return _full()
        chunks = stream(hub, heartbeat, life, viewers_catalogue().language)
        answer = Response(chunks, mimetype="text/event-stream")
        answer.call_on_close(partial(hub.leave, viewer, paired=paired))
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["X-Accel-Buffering"] = "no"
        return answer

    @app.get("/api/pictures/<key>/<which>.jpg")
    def picture(key: str, which: str) -> Response:
        found = hub.view.pictures
        if found is None or found.key != key or which not in ("before", "after"):
            raise NotFound
        before, after = found.make()
        answer = Response(before if which == "before" else after, mimetype="image/jpeg")
        answer.headers["Cache-Control"] = "private, max-age=3600, immutable"
        return answer

    return app


def _full() -> Response:
    text = Message("Too many screens are following at once; this one asks from time to time instead.")
    return Response(text, 503, {"Retry-After": "30"}, mimetype="text/plain")
