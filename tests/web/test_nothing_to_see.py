"""Who has no code is led nowhere in a circle: while the board is set up there is no match to look at."""

from __future__ import annotations

from dataclasses import replace

from tests.web.tables import to_roll
from tests.web.whole_page import whole_app
from web.guard import lead_to
from web.hub import Hub
from web.setup import add_setup
from web.waiting_for import WaitingFor, waiting_json

JUST_LOOK = "Just look"


class NoSetup:
    """Nobody comes as far as the wizard."""


def test_a_screen_from_before_is_told_what_the_program_waits_for() -> None:
    """After a kill the tablet asks again while the board is set up: it learns where it is wanted."""
    waiting = WaitingFor("go on", "Go on with the match?", "Go on", "/setup")
    app = whole_app(Hub(replace(to_roll(), elsewhere=waiting)))
    add_setup(app, NoSetup())  # type: ignore[arg-type]  # never asked
    lead_to(app, "setup_page", closed=True)
    for path in ("/api/state", "/api/waiting"):
        answer = app.test_client().get(path)
        found = answer.get_json()
        assert (answer.status_code, found.get("waiting_for", found)) == (200, waiting_json(waiting))
    answer = app.test_client().get("/api/events")
    assert '"page":"/setup"' in next(answer.iter_encoded()).decode().replace(" ", "")
    answer.close()


def test_just_look_is_offered_where_there_is_something_to_look_at() -> None:
    assert JUST_LOOK in whole_app(Hub(to_roll())).test_client().get("/pair").text
    closed = whole_app(Hub(to_roll()))
    add_setup(closed, NoSetup())  # type: ignore[arg-type]  # never asked
    lead_to(closed, "setup_page", closed=True)
    browser = closed.test_client()
    answer = browser.get("/", follow_redirects=True, headers={"Accept": "text/html"})
    assert answer.status_code == 401
    assert JUST_LOOK not in answer.text
    assert "There is no match to look at yet." in answer.text
