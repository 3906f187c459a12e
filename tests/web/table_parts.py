"""What tables at moments worth a picture are made of: a match, a plausible game, and how the page would see them."""

from __future__ import annotations

from collections.abc import Sequence

from arbiter.match.events import Event, GameStarted, MatchStarted, PlayMade, RollSeen
from arbiter.match.fold import fold
from arbiter.notation import find_play
from arbiter.plays import Dice
from arbiter.position import START, Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from tests import plugged
from web.view import TableView

NAMES = ("Anna", "Ben")
SEATS = Seats(near=Side.LIGHT)
OPENING: tuple[tuple[Dice, str], ...] = (
    ((6, 2), "24/18 13/11"),
    ((5, 4), "24/20 13/8"),
    ((3, 2), "18/15 13/11"),
    ((6, 1), "13/7 8/7"),
    ((6, 4), "24/14"),
    ((6, 5), "20/9"),
)
"""Plays of both sides in turn, dark first."""


def match(score: tuple[int, int] = (2, 1), length: int = 5, rules: Rules | None = None) -> list[Event]:
    return [MatchStarted(0, 0.0, rules or Rules(length=length), NAMES, score)]


def game(plays: Sequence[tuple[Dice, str]] = OPENING, first: Side = Side.DARK) -> list[Event]:
    """A game's events from the opening roll on."""
    events: list[Event] = [GameStarted(0, 0.0, START)]
    position, player = START, first
    for dice, text in plays:
        play = find_play(text, position, player, dice)
        position = play.result
        events += [RollSeen(0, 0.0, player, dice), PlayMade(0, 0.0, player, dice, text, position)]
        player = player.other
    return events


def view_of(events: Sequence[Event]) -> TableView:
    state = fold(events)
    seen = state.warning.position if state.warning else state.position
    lifted = state.warning is not None and not state.warning.provisional
    dice = () if lifted else tuple((value, state.player) for value in state.dice or ())
    return TableView(state, SEATS, seen=seen, dice_seen=dice, added=plugged.joined("shown_state", "IN_STATE"))
