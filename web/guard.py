"""The door of the page: whatever comes in by another name, from another site or without leave is turned away.

Reading is open to everybody on this network; every request that could change something (any method but GET and
HEAD) must come from our own page, carry JSON and belong to a paired device. A view that shows what only those in
control should see carries `@needs_control`. Nothing has to be remembered when a route is added: closed is what a
route is unless it says otherwise.
"""

from __future__ import annotations

import functools
import ipaddress
import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

from flask import Flask, Response, current_app, jsonify, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException
from werkzeug.http import parse_cookie
from werkzeug.wrappers import Response as Redirect

from arbiter.message import Message
from web.device_list import Device
from web.errors import (
    BadEntryError,
    BadPictureError,
    BusyError,
    NotNowError,
    NotReadError,
    Refused,
    RequestError,
    UnavailableError,
)
from web.language import viewers_catalogue
from web.listening import is_loopback
from web.pairing import Pairing
from web.shown_paths import without_folders

COOKIE = "bookgammon"
SECURE_COOKIE = "__Host-bookgammon"
"""The key of a device that was paired over HTTPS: its browser never sends it in the clear."""
PAIRING = "web.pairing"
"""Where the application keeps its pairing: `app.extensions[PAIRING]`."""
MOST_BYTES = 64 * 1024

_OPEN = "web.open"
_BODIES = "web.bodies"
_HOST = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([^\[\]:@/\s]+))(?::[0-9]{1,5})?", re.ASCII)
"""An IPv6 address in brackets, or anything without a colon; then perhaps a port, and nothing more."""
_READING = ("GET", "HEAD")
_FRAMED = "frame-ancestors 'none'"
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; connect-src 'self'; "
    f"manifest-src 'self'; base-uri 'none'; form-action 'none'; {_FRAMED}"
)
_HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Frame-Options": "DENY",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
_SENTENCES = {
    400: Message("This request could not be understood."),
    404: Message("There is no such page here."),
    405: Message("Nothing can be changed here, only looked at."),
    413: Message("That is more than the page accepts at once."),
}

_STATUS: dict[type[RequestError], int] = {
    BadEntryError: 400,
    NotNowError: 409,
    BadPictureError: 422,
    BusyError: 429,
    UnavailableError: 503,
}
"""The HTTP status of each kind of error."""

P = ParamSpec("P")
R = TypeVar("R")


def guard(app: Flask, pairing: Pairing, allowed_hosts: Iterable[str]) -> None:
    """Puts the door in front of all routes of `app`, those that are added later included."""
    names = frozenset(name.lower() for name in allowed_hosts)
    app.extensions[PAIRING] = pairing
    app.extensions[_OPEN] = set()
    app.extensions[_BODIES] = dict[str, RequestBody]()
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.config["PROVIDE_AUTOMATIC_OPTIONS"] = False
    app.before_request(lambda: _check(names))
    app.after_request(_harden)
    app.register_error_handler(HTTPException, _plain_error)
    app.register_error_handler(RequestError, _refused)
    app.register_error_handler(NotReadError, _not_read)


def in_control() -> Device | None:
    """The paired device that asks, or None. Raises NotReadError where that cannot be read now (answered with 503)."""
    pairing: Pairing = current_app.extensions[PAIRING]
    return pairing.device(shown_key())


def asked_here() -> bool:
    """Whether a browser of this machine asks."""
    return is_loopback(request.remote_addr or "")


def shown_key() -> str | None:
    """The key that the asking device shows."""
    return request.cookies.get(SECURE_COOKIE) or request.cookies.get(COOKIE)


def shows_key(app: Flask, cookie_header: str) -> bool:
    """Whether a request's Cookie header holds the key of a paired device. Never waits, never raises."""
    pairing: Pairing = app.extensions[PAIRING]
    if COOKIE not in cookie_header:
        return False
    try:
        cookies = parse_cookie(cookie_header)
        return pairing.look_up(cookies.get(SECURE_COOKIE) or cookies.get(COOKIE)) is not None
    except (UnicodeError, NotReadError):  # no browser sends that; nobody is known to be paired
        return False


def needs_control(view: Callable[P, R]) -> Callable[P, R]:
    """For a view that is not for everybody's eyes. Put it under `@app.get`; writing is guarded anyway."""

    @functools.wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        _require_control()
        return view(*args, **kwargs)

    return guarded


def open_to_all(app: Flask, endpoint: str) -> None:
    """A route that writes and yet needs no pairing: the one that pairs."""
    app.extensions[_OPEN].add(endpoint)


@dataclass(frozen=True, slots=True)
class RequestBody:
    """What requests to a path carry: at most so many bytes of that kind; whatever is of another is refused so."""

    path: str
    most: int
    kind: str
    refusal: Message


_JSON = RequestBody("", MOST_BYTES, "application/json", Message("Send JSON."))


def takes_pictures(app: Flask, path: str, endpoint: str, most: int) -> None:
    """A route whose requests carry a JPEG of at most so many bytes instead of JSON; from paired devices as ever."""
    app.extensions[_BODIES][endpoint] = RequestBody(path, most, "image/jpeg", Message("Send a JPEG picture."))


def takes_pieces(app: Flask, path: str, endpoint: str, most: int) -> None:
    """The same for a piece of a file, which nobody opens here."""
    kind, refusal = "application/octet-stream", Message("Send a piece of the file.")
    app.extensions[_BODIES][endpoint] = RequestBody(path, most, kind, refusal)


def body_limit(app: Flask, path: str, cookie_header: str) -> int | None:
    """How many bytes a body may have that goes to `path`, where that is more than elsewhere. Never waits."""
    bodies: dict[str, RequestBody] = app.extensions[_BODIES]
    most = next((body.most for body in bodies.values() if body.path == path), None)
    return most if most is not None and shows_key(app, cookie_header) else None


def json_body() -> dict[str, Any]:
    """The request's JSON object. Raises Refused where it is torn, too deep, or holds half a character."""
    try:
        found = json.loads(request.get_data(cache=False))
    except (ValueError, RecursionError) as error:
        raise Refused(400, _SENTENCES[400]) from error
    if not isinstance(found, dict):
        raise Refused(400, _SENTENCES[400])
    try:
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:  # half a character: no file and no page could hold it
        raise Refused(400, Message("Half a character came instead of a whole one: enter it again.")) from error
    return found


def pairing_page(app: Flask, *, needed: bool) -> str:
    """Where a device brings its code. needed: what it asked for is shown to paired devices alone."""
    return render_template("pair.html", needed=needed, nothing_to_see=bool(app.extensions.get(LEADS_TO_CLOSED)))


def _check(names: frozenset[str]) -> None:
    named = _HOST.fullmatch(request.headers.get("Host", ""))
    host = (named[1] or named[2]).lower() if named else ""
    if not (host == "localhost" or host in names or _is_address(host)):
        raise Refused(421, Message("This page is not known under that name; use the address that the program printed."))
    if request.method in _READING or request.endpoint is None:
        return
    origin = request.headers.get("Origin")
    if origin != f"{request.scheme}://{request.headers['Host']}":
        raise Refused(403, Message("Only the page itself may change something."))
    body = current_app.extensions[_BODIES].get(request.endpoint, _JSON)
    request.max_content_length = body.most
    if request.mimetype != body.kind:
        raise Refused(415, body.refusal)
    if request.endpoint not in current_app.extensions[_OPEN]:
        _require_control()


def _require_control() -> None:
    if in_control() is None:
        raise Refused(401, Message("This device may look; to change something, pair it with the code from the table."))


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def framed(response: Response) -> Response:
    """Lets other programs show this answer inside a page of theirs."""
    response.headers["Content-Security-Policy"] = _POLICY.replace(_FRAMED, "frame-ancestors *")
    response.headers["X-Frame-Options"] = ""
    return response


def with_camera(response: Response) -> Response:
    """Lets this page, and nothing that it might hold, ask for the camera."""
    response.headers["Permissions-Policy"] = _HEADERS["Permissions-Policy"].replace("camera=()", "camera=(self)")
    return response


def _harden(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    if not response.headers["X-Frame-Options"]:
        del response.headers["X-Frame-Options"]
    response.headers.setdefault("Cache-Control", "no-cache")
    return response


def _refused(error: RequestError) -> tuple[Response | str, int]:
    status = error.status if isinstance(error, Refused) else _STATUS[type(error)]
    if request.method in _READING and request.accept_mimetypes.accept_html and status == 401:
        return pairing_page(current_app, needed=True), 401
    asks = {"asks": True} if isinstance(error, Refused) and error.asks else {}
    sentence = str(error) if _surely_in_control() else without_folders(str(error))
    return jsonify(error=sentence, **asks), status


def _surely_in_control() -> bool:
    try:
        return in_control() is not None
    except NotReadError:
        return False


def _not_read(error: NotReadError) -> tuple[Response | str, int]:
    """Who is paired is not known: those who brought a key are asked to come again, nobody is let in."""
    return _refused(UnavailableError(str(error)))


def _plain_error(error: HTTPException) -> Response:
    code = error.code or 500
    text = _SENTENCES.get(code, Message("This request could not be answered."))
    if code == 404 and request.method in _READING and _is_browser():
        response = Response(render_template("missing.html", sentence=viewers_catalogue().say(text)), code)
    elif request.method in _READING or code == 405:
        response = Response(viewers_catalogue().say(text), code, mimetype="text/plain")
    else:
        response = jsonify(error=text)
        response.status_code = code
    if code == 405 and error.get_response().headers.get("Allow"):
        response.headers["Allow"] = error.get_response().headers["Allow"]
    return response


def _is_browser() -> bool:
    """Whether people look at the answer: programs take anything, or name what they want."""
    return request.accept_mimetypes.best_match(("text/plain", "text/html")) == "text/html"


LEADS_TO_CLOSED = "web.guard"
"""In `app.extensions`: whether there is no page that somebody who is not paired could look at."""
_TO_THE_TABLE = "/api/tell"


def lead_to(app: Flask, endpoint: str, *, closed: bool = False) -> None:
    """From now on `/` leads to that page of the application, and nothing can be told to a table that is not there.

    closed: it is for paired devices alone.
    """
    app.extensions[LEADS_TO_CLOSED] = closed

    @app.before_request
    def lead() -> Redirect | None:
        if request.path == _TO_THE_TABLE:  # from a screen that shows a table from before
            raise NotNowError(Message("No match is followed just now."))
        return redirect(url_for(endpoint), 303) if request.path == "/" else None
