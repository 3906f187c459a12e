"""The page's application as `play` shows it: with what the plugins of this repository put on it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Flask

from arbiter.match.events import Event
from arbiter.seats import Seats
from bookgammon.plugin_manager import plugins
from bookgammon.table.page import Page
from tests import plugged
from web.app import create_app
from web.hub import Hub
from web.plugged import add_plugged
from web.view import AddedToState


def whole_app(hub: Hub, **given: Any) -> Flask:
    """As `web.app.create_app`, with everything that is plugged in."""
    app = create_app(hub, **given)
    add_plugged(app, plugins().plugged)
    for add in plugged.joined("shown_state", "PAGES"):
        add(app)
    return app


def whole_page(events: Sequence[Event], seats: Seats, host: str, port: int, **given: Any) -> Page:
    """As `bookgammon.table.page.Page`, with everything that is plugged in."""
    pages = plugged.joined("shown_state", "PAGES")
    add = (*given.pop("add", ()), partial(add_plugged, plugged=plugins().plugged), *pages)
    added = [partial(_the, each) for each in plugged.joined("shown_state", "IN_STATE")]
    in_state = (*given.pop("in_state", ()), *added)
    return Page(events, seats, host, port, add=add, in_state=in_state, **given)


def _the(added: AddedToState) -> AddedToState:
    return added
