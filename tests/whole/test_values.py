"""Samples of `python -m lab.campaigns.fuzz_values`, backups in which one value of one event is another, and of
`lab.campaigns.fuzz_film_names`."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest

from arbiter.match.entered_events import EVENTS
from arbiter.match.event_json import EventError, event_from_json
from arbiter.match.json_values import fields_of
from lab.campaigns import fuzz_film_names
from lab.campaigns.fuzz_values import beyond, tried, within


def test_what_a_restore_lets_in_is_folded_shown_and_exported() -> None:
    found = tried(60, seed=5, pages=30)
    assert not found.faults
    assert found.opened
    assert found.grown < 1024


def test_names_said_of_a_film_are_refused_or_shown_and_exported() -> None:
    found = fuzz_film_names.tried(200, seed=5)
    assert set(found) == {"taken", "refused", "shown and exported"}


@pytest.mark.parametrize("name", EVENTS)
def test_every_field_of_an_event_has_bounds(name: str) -> None:
    """What is within them is an event, what is beyond one of them is refused or put right, and never anything else."""
    kind, chance = EVENTS[name], Random(11)
    for _ in range(5):
        right = {"event": name, **{field: within(hint, chance) for field, hint in fields_of(kind).items()}}
        event_from_json(right)
        for field, hint in fields_of(kind).items():
            with suppress(EventError):
                event_from_json({**right, field: beyond(hint, chance)})
