"""When an exercise comes again: FSRS, the Free Spaced Repetition Scheduler, by its authors' own library.

Its published parameters are taken as they are (version 6, `fsrs`); they were fitted to cards of words and facts.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Literal

import fsrs

ALWAYS = datetime.min.replace(tzinfo=UTC)
Rating = Literal["again", "hard", "good"]

SOON = timedelta(minutes=10)
"""After which what was not known comes again in the same sitting: FSRS's own last step."""

_RATINGS: dict[Rating, fsrs.Rating] = {
    "again": fsrs.Rating.Again,
    "hard": fsrs.Rating.Hard,
    "good": fsrs.Rating.Good,
}
_SCHEDULER = fsrs.Scheduler(
    learning_steps=(SOON,),
    relearning_steps=(SOON,),
    maximum_interval=365,
    enable_fuzzing=False,  # the same answers lead to the same days, and a board has few exercises a day anyway
)


@dataclass(frozen=True, slots=True)
class Memory:
    """What FSRS knows of one exercise. card: its own JSON, empty before the first answer. due: in UTC."""

    card: str = ""
    due: datetime = ALWAYS

    @property
    def new(self) -> bool:
        return not self.card


def after(memory: Memory, rating: Rating, at: datetime) -> Memory:
    """The same after one more answer. at: when, in UTC. What cannot be read counts as new."""
    card, _ = _SCHEDULER.review_card(_card(memory, at), _RATINGS[rating], at.astimezone(UTC))
    return Memory(card.to_json(), card.due)


def _card(memory: Memory, at: datetime) -> fsrs.Card:
    if not memory.new:
        try:
            return fsrs.Card.from_json(memory.card)
        except (ValueError, KeyError, TypeError):  # the file may hold anything
            pass
    return fsrs.Card(card_id=0, due=at.astimezone(UTC))


def card_is_sound(text: str) -> bool:
    """Whether FSRS reads it, as is asked of a card from outside."""
    try:
        fsrs.Card.from_json(text)
    except (json.JSONDecodeError, ValueError, KeyError, TypeError):
        return False
    return True
