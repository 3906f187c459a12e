"""Opening the page to the devices of this network, and closing it again, from the machine's own browser alone."""

from __future__ import annotations

from typing import Any, Protocol

from flask import Flask, Response, jsonify

from arbiter.message import Message
from web.errors import Refused
from web.guard import asked_here, json_body, needs_control


class Sharing(Protocol):
    """What is behind the page."""

    @property
    def open(self) -> bool:
        """Whether other devices on this network reach the page now."""
        ...

    @property
    def kept(self) -> bool:
        """Whether it is so at the next start too."""
        ...

    def change(self, wanted: bool, *, keep: bool) -> None:
        """From now on, and with `keep` at the next starts. Raises RequestError, one sentence, where that cannot be."""
        ...


def add_sharing(app: Flask, sharing: Sharing) -> None:
    """Adds `/api/sharing`: read it, and change it from the machine itself, by a browser that is paired."""

    @app.get("/api/sharing")
    @needs_control
    def shared() -> Response:
        return _sharing_response(sharing)

    @app.post("/api/sharing")
    def share() -> Response:
        """`open`: whether others may see the page; `keep`: whether that holds for the next starts too."""
        if not asked_here():
            raise Refused(403, Message("Only the table's own machine opens the page to others, or closes it."))
        body = json_body()
        wanted, keep = body.get("open"), body.get("keep", False)
        if not isinstance(wanted, bool) or not isinstance(keep, bool):
            raise Refused(400, Message("Say whether the page is open to others, and for how long."))
        sharing.change(wanted, keep=keep)
        return _sharing_response(sharing)


def _sharing_response(sharing: Sharing) -> Response:
    body: dict[str, Any] = {"open": sharing.open, "kept": sharing.kept, "may_change": asked_here()}
    answer = jsonify(body)
    answer.headers["Cache-Control"] = "no-store"
    return answer
