"""Where in a match a note stands, so that it stays there whatever is corrected before it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arbiter.records import GameRecord, MatchRecord, Played

MOST_LETTERS = 10_000
"""Of one note."""
_CUT = " …"


@dataclass(frozen=True, slots=True, order=True)
class NotePlace:
    """game: from 1. turn: the play's number in it, from 1. part: 0 for the play, else the cube action before it.

    A cube's action has the number of the play that follows it. WHOLE_MATCH stands for the match itself.
    """

    game: int
    turn: int
    part: int


WHOLE_MATCH = NotePlace(0, 0, 0)


def places_of(game: GameRecord, number: int) -> Iterator[NotePlace | None]:
    """The place of each action of a game; None for what is no turn that was played.

    That is a last roll before a game was given up, and a turn without a roll that formats alone ask for (R33).
    """
    turn, part = 0, 0
    before: Played | None = None
    for action in game.actions:
        if not isinstance(action, Played):
            part += 1
            yield NotePlace(number, turn + 1, part)
        elif action.unplayed or (action.dice is None and before is not None and action.after == before.after):
            yield None
        else:
            turn, part = turn + 1, 0
            yield NotePlace(number, turn, 0)
        before = action if isinstance(action, Played) else before


def notes_in(record: MatchRecord) -> dict[NotePlace, str]:
    """What stands in a record; what has no place of its own stands with what was done before it.

    Games in which nothing happened are not counted.
    """
    found: dict[NotePlace, str] = {}
    if text := tidy_text(record.header.comment):
        found[WHOLE_MATCH] = text
    games = [game for game in record.games if game.actions or game.result]
    for number, game in enumerate(games, start=1):
        last = NotePlace(number, 1, 0)
        for place, action in zip(places_of(game, number), game.actions, strict=True):
            last = place or last
            if action.note:
                found[last] = tidy_text("\n".join(filter(None, (found.get(last, ""), action.note))))
    return {place: text for place, text in found.items() if text}


def noted(record: MatchRecord, notes: Mapping[NotePlace, str]) -> MatchRecord:
    """The record with its notes; what is said of the whole match joins the comment of its header."""
    games = tuple(_noted(game, number, notes) for number, game in enumerate(record.games, start=1))
    comment = "\n".join(filter(None, (notes.get(WHOLE_MATCH, ""), record.header.comment)))
    return replace(record, games=games, header=replace(record.header, comment=comment))


def _noted(game: GameRecord, number: int, notes: Mapping[NotePlace, str]) -> GameRecord:
    places: Sequence[NotePlace | None] = tuple(places_of(game, number))
    actions = tuple(
        replace(action, note=notes.get(place, action.note)) if place else action
        for place, action in zip(places, game.actions, strict=True)
    )
    return replace(game, actions=actions)


def tidy_text(text: str) -> str:
    """As it is kept: lines of letters that can be shown, at most MOST_LETTERS of them."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").replace("\t", " ").split("\n")
    shown = "\n".join("".join(filter(_is_shown, line)).rstrip() for line in lines).strip()
    return shown if len(shown) <= MOST_LETTERS else shown[: MOST_LETTERS - len(_CUT)] + _CUT


def _is_shown(letter: str) -> bool:
    """Joiners inside a word count: some languages and signs are made of them."""
    return letter.isprintable() or letter in "\u200c\u200d"
