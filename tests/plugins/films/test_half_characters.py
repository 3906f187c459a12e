"""Half a character, or one that cannot be shown, in what people say of a film."""

from __future__ import annotations

import pytest

from bookgammon.plugins.films.pages import said_of
from web.errors import BadEntryError


def test_names_said_of_a_film_are_as_they_can_be_shown() -> None:
    said = said_of({"names": [" A\ud83dnn\x00\u202e ", "Zoe\u0301"], "length": 5, "score": [0, 0]})
    assert said.names == ("A\ufffdnn", "Zo\u00e9")
    with pytest.raises(BadEntryError):
        said_of({"names": ["A" * 41, "B"], "length": 5, "score": [0, 0]})
