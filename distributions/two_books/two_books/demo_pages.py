"""`/two-boards`: the page of a table and the page of its guest beside each other, for `bookgammon demo --two`."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask, Response, jsonify, make_response, render_template, request

from arbiter.message import Message
from two_books.demo_guest import DemoSeat
from web.errors import Refused
from web.guard import framed, json_body, needs_control

_UNKNOWN = Message("That is not understood.")
_ANYBODY = "frame-ancestors *"
PATH = "two-boards"


def add_both(app: Flask, guest: Callable[[], str], seat: DemoSeat) -> None:
    """Adds the page that shows both, and what turns the guest's own play on and off. guest: their page's address."""

    @app.get(f"/{PATH}")
    @needs_control
    def two_boards() -> Response:
        response = make_response(render_template("two_demo.html", guest=guest()))
        framed(response)
        policy = response.headers["Content-Security-Policy"].replace(_ANYBODY, "frame-ancestors 'none'")
        response.headers["Content-Security-Policy"] = f"{policy}; frame-src 'self' {_origin(guest())}"
        return response

    @app.get("/api/two-demo")
    def two_demo() -> Response:
        return jsonify(by_itself=seat.by_itself)

    @app.post("/api/two-demo")
    def two_demo_said() -> Response:
        match json_body():
            case {"by_itself": bool(wanted)}:
                seat.by_itself = wanted
            case _:
                raise Refused(400, _UNKNOWN)
        return jsonify(by_itself=seat.by_itself)

    let_frame(app, "page", lambda: "'self'")


def let_frame(app: Flask, endpoint: str, ancestor: Callable[[], str]) -> None:
    """Lets one page of the application be shown within a page of that origin, and of no other."""

    @app.after_request
    def allow(response: Response) -> Response:
        if request.endpoint == endpoint and (origin := ancestor()):
            framed(response)
            policy = response.headers["Content-Security-Policy"]
            response.headers["Content-Security-Policy"] = policy.replace(_ANYBODY, f"frame-ancestors {origin}")
        return response


def _origin(address: str) -> str:
    scheme, _, rest = address.partition("://")
    return f"{scheme}://{rest.partition('/')[0]}"
