"""The page `/two-books` and the addresses behind the card: for paired devices alone."""

from __future__ import annotations

from typing import Any

from flask import Flask, Response, jsonify, render_template
from markupsafe import Markup
from werkzeug.exceptions import NotFound

from arbiter.message import Message
from bookgammon.errors import CompanionError
from two_books.bodies import AskedOn, Consent
from two_books.errors import TwoBooksError
from two_books.invitation import code_of, qr_code
from two_books.joined_match import JoinedMatch
from two_books.kept_invitation import KeptInvitation
from two_books.link import Link
from two_books.pictures import Pictures
from two_books.shown import PHRASES, OtherBoard
from web.errors import NotNowError, Refused
from web.guard import json_body, needs_control

Json = dict[str, Any]
_UNKNOWN = Message("That is not understood.")


def add_two_books(
    app: Flask, joined: JoinedMatch, link: Link, other: OtherBoard, pictures: Pictures, invitation: KeptInvitation
) -> None:
    """Adds the page, the other board's picture, and what a tap on the card asks for."""

    @app.get("/two-books")
    @needs_control
    def two_books() -> Response:
        host = invitation.role == "host"
        page = render_template(
            "two_books.html",
            code=code_of(invitation.invitation) if host else "",
            drawn=Markup(qr_code(invitation.invitation)) if host else "",  # noqa: S704 - drawn here, of our own code
            shown=other.shown(pictures_allowed=pictures.allowed),
            parted=[whose for whose in ("ours", "theirs") if _parted(other, whose)],
        )
        return _fresh(Response(page, mimetype="text/html"))

    @app.get("/two-books/picture/<int:number>")
    @needs_control
    def two_books_picture(number: int) -> Response:
        del number  # it only makes each picture's address its own
        if (jpeg := other.jpeg) is None:
            raise NotFound
        return _fresh(Response(jpeg, mimetype="image/jpeg"))

    @app.get("/two-books/parted/<whose>.jpg")
    @needs_control
    def two_books_parted(whose: str) -> Response:
        if (jpeg := _parted(other, whose)) is None:
            raise NotFound
        return _fresh(Response(jpeg, mimetype="image/jpeg"))

    @app.get("/two-books/film/<int:number>.webm")
    @needs_control
    def two_books_film(number: int) -> Response:
        film = other.films.newest if other.films is not None else None
        if film is None or film.number != number:
            raise NotFound
        return _fresh(Response(film.webm, mimetype="video/webm"))

    @app.post("/api/two-books")
    def two_books_said() -> Response:
        _do(json_body())
        return jsonify({})

    def _do(body: Json) -> None:
        phrase, number, agrees, shows, on = (body.get(key) for key in ("phrase", "asked", "agrees", "shows", "on"))
        try:
            if isinstance(phrase, str) and phrase in PHRASES:
                link.say_phrase(phrase)
            elif type(number) is int and isinstance(agrees, bool):
                joined.say(Consent(number, agrees))
            elif on is True:
                joined.say(_on(joined))
            elif isinstance(shows, bool):
                pictures.allow(shows)
            else:
                raise Refused(400, _UNKNOWN)
        except TwoBooksError as error:
            raise NotNowError(str(error)) from error


def _parted(other: OtherBoard, whose: str) -> bytes | None:
    """The picture of the moment at which the two logs part: ours or theirs."""
    films = other.films
    if films is None:
        return None
    if whose == "theirs":
        return films.parted
    try:
        return films.our_picture() if whose == "ours" else None
    except (OSError, CompanionError):
        return None  # a picture that cannot be read is no reason to show no page


def _on(joined: JoinedMatch) -> AskedOn:
    state = joined.shown().match.state
    return AskedOn(state.game, len(state.turns))


def _fresh(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response
