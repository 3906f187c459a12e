"""Who has no code is led nowhere in a circle: while the board is set up there is no match to look at."""

from __future__ import annotations

from tests.web.tables import to_roll
from web.app import create_app
from web.guard import lead_to
from web.hub import Hub
from web.setup import add_setup

JUST_LOOK = "Just look"


class NoSetup:
    """Nobody comes as far as the wizard."""


def test_a_screen_from_before_is_not_told_to_set_the_board_up() -> None:
    """After a kill the tablet asks again while the board is only being looked for; it goes on showing what it knew."""
    app = create_app(Hub(to_roll()))
    add_setup(app, NoSetup())  # type: ignore[arg-type]  # never asked
    lead_to(app, "setup_page", closed=True)
    for path in ("/api/state", "/api/events"):
        answer = app.test_client().get(path)
        assert (answer.status_code, answer.get_json()) == (503, {"error": "No match is followed just now."})


def test_just_look_is_offered_where_there_is_something_to_look_at() -> None:
    assert JUST_LOOK in create_app(Hub(to_roll())).test_client().get("/pair").text
    closed = create_app(Hub(to_roll()))
    add_setup(closed, NoSetup())  # type: ignore[arg-type]  # never asked
    lead_to(closed, "setup_page", closed=True)
    browser = closed.test_client()
    answer = browser.get("/", follow_redirects=True, headers={"Accept": "text/html"})
    assert answer.status_code == 401
    assert JUST_LOOK not in answer.text
    assert "There is no match to look at yet." in answer.text
