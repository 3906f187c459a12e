"""What the program waits for is said aloud."""

from __future__ import annotations

from dataclasses import replace

from bookgammon.plugins.voice.spoken import spoken_in_state
from tests.web.tables import TABLES
from tests.web.test_waiting_for import SET_UP
from web.view import view_json


def test_the_voice_says_what_set_up_waits_for_and_nothing_of_a_table_that_is_not_there() -> None:
    view = replace(TABLES["to_roll"](), elsewhere=SET_UP)
    spoken = spoken_in_state(view, view_json(view, 1))["spoken"]
    assert [each["text"] for each in spoken["now"]] == [SET_UP.says]
