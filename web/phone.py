"""The telephone as camera: its page, the pictures that it sends, and what it gets in return.

What is behind it (decoding, the table, set-up) stands in `bookgammon.cameras.telephone`. A picture is posted and its
answer awaited before the next: so there is never more than one under way, over one connection. It is no WebSocket
because Safari lets none through where a certificate's warning was only clicked away.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Protocol

from flask import Flask, Response, jsonify, render_template, request

from arbiter.message import Message
from web.errors import Refused
from web.guard import PAIRING, in_control, json_body, needs_control, takes_pictures, with_camera
from web.joining import code_drawing
from web.pairing import Pairing
from web.view import Battery

PICTURE, STILL = "/api/phone/picture", "/api/phone/still"
_SESSION = re.compile(r"[A-Za-z0-9]{8,40}")
_WHY = {"hidden", "closed", "camera"}

Corner = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Sender:
    """Who sends. device: of the paired ones, by its id; name: what people call it; session: one visit of its page."""

    device: str
    name: str
    session: str


@dataclass(frozen=True, slots=True)
class Guidance:
    """What the telephone shows over its picture.

    says, more: what to do now; hints: what would let the board be seen better, the gravest first. outline: the two
    leaves, TL, TR, BR, BL each, as parts of the picture's width and height. hold: the book is found, so focus and
    exposure may stay as they are. acts: what can be said to the set-up from the telephone: where that goes under
    `/api/setup/`, and the words on its button.
    """

    says: str
    more: str = ""
    hints: tuple[str, ...] = ()
    outline: tuple[tuple[Corner, ...], ...] = ()
    hold: bool = False
    acts: tuple[tuple[str, str], ...] = ()


class Telephone(Protocol):
    """What the page needs behind it. What cannot be done raises RequestError, one sentence."""

    def claim(self, sender: Sender, *, over: bool) -> None:
        """This one is the camera from now on. NotNowError while another is, unless people said `over` to that."""
        ...

    def picture(self, sender: Sender, data: bytes, taken: float, sent: float) -> Guidance:
        """A picture, once it has been taken up; taken, sent: seconds of the telephone's own clock."""
        ...

    def still(self, sender: Sender, data: bytes) -> Guidance:
        """A picture taken by hand, where the browser gives no camera."""
        ...

    def pause(self, sender: Sender, why: str) -> None:
        """It sends nothing for a while: its page is "hidden" or "closed", or its "camera" was taken from it."""
        ...

    def battery(self, sender: Sender, battery: Battery | None) -> None: ...

    def sender(self) -> Sender | None:
        """Who is the camera now."""
        ...


def add_phone(
    app: Flask, telephone: Telephone, address: Callable[[], str], secure_address: Callable[[], str], most: int
) -> None:
    """Adds `/phone` and `/api/phone…`. address, secure_address: where telephones find the two doors, empty where they
    cannot; most: bytes a picture may have."""
    pairing: Pairing = app.extensions[PAIRING]

    @app.get("/phone")
    def phone() -> Response | str:
        """Over HTTPS the camera's page; over HTTP what the browser will warn of, and the way there."""
        if not request.is_secure:
            return render_template("phone_door.html", secure=secure_address())
        return _camera_page()

    @needs_control
    def _camera_page() -> Response:
        return with_camera(Response(render_template("phone.html")))

    @app.get("/api/phone")
    @needs_control
    def phone_state() -> Response:
        sender = telephone.sender()
        return _fresh({"address": _join(address()), "code": pairing.code, "sender": sender and sender.name})

    @app.get("/api/phone/code.svg")
    @needs_control
    def phone_code() -> Response:
        return code_drawing(f"{_join(address())}#{pairing.code}")

    @app.post("/api/phone/claim")
    def phone_claim() -> Response:
        body = json_body()
        telephone.claim(_sender(body.get("session")), over=body.get("over") is True)
        return _fresh({})

    @app.post(PICTURE)
    def phone_picture() -> Response:
        sender = _sender(request.args.get("session"))
        taken, sent = _seconds("taken"), _seconds("sent")
        return _fresh(asdict(telephone.picture(sender, request.get_data(cache=False), taken, sent)))

    @app.post(STILL)
    def phone_still() -> Response:
        sender = _sender(request.args.get("session"))
        return _fresh(asdict(telephone.still(sender, request.get_data(cache=False))))

    @app.post("/api/phone/pause")
    def phone_pause() -> Response:
        body = json_body()
        why = body.get("why")
        if not isinstance(why, str) or why not in _WHY:
            raise Refused(400, Message("Say why nothing is sent."))
        telephone.pause(_sender(body.get("session")), why)
        return _fresh({})

    @app.post("/api/phone/battery")
    def phone_battery() -> Response:
        body = json_body()
        percent = body.get("percent")
        if percent is not None and not (isinstance(percent, int) and 0 <= percent <= 100):
            raise Refused(400, Message("A battery is charged by 0 to 100 per cent."))
        battery = None if percent is None else Battery(percent, body.get("charging") is True)
        telephone.battery(_sender(body.get("session")), battery)
        return _fresh({})

    takes_pictures(app, PICTURE, "phone_picture", most)
    takes_pictures(app, STILL, "phone_still", most)


def _join(address: str) -> str:
    return f"{address}phone" if address else ""


def _sender(session: object) -> Sender:
    device = in_control()
    if device is None or not isinstance(session, str) or not _SESSION.fullmatch(session):
        raise Refused(400, Message("Open the telephone's page once more."))
    return Sender(device.id, device.name, session)


def _seconds(name: str) -> float:
    try:
        found = float(request.args.get(name, ""))
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise Refused(400, Message("A picture comes with its time."))
    return found


def _fresh(body: dict[str, Any]) -> Response:
    answer = jsonify(body)
    answer.headers["Cache-Control"] = "no-store"
    return answer
