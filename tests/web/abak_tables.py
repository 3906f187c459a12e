"""Tables at which Abak Evolution is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from arbiter.match.events import Event, GameStarted, PlayMade, RollSeen
from arbiter.match.fold import fold
from arbiter.match.judged_play import judged_play
from arbiter.position import Position, Side
from arbiter.rules import STARTS, Rules
from tests.web.table_parts import match, view_of
from web.view import TableView

RULES = Rules(length=5, variant="abak")
START = STARTS["nackgammon"]
OPEN = ((Side.LIGHT, (4, 4), ((24, 20), (24, 16), (8, 4))), (Side.DARK, (5, 3), ((13, 10), (13, 8))))
"""Light's druid or even wounded stands on its 16-point now: nobody sees which."""
Turns = tuple[tuple[Side, tuple[int, int], tuple[tuple[int, int], ...]], ...]


def played(turns: Turns) -> list[Event]:
    """These legal turns as events."""
    events: list[Event] = [*match((0, 0), rules=RULES), GameStarted(1, 0.1, START, turns[0][0])]
    for side, dice, moves in turns:
        before = fold(events).position
        made = judged_play(before, side, dice, Position(*before.rows).moved(side, moves), len(events), 0.0)
        assert isinstance(made, PlayMade)
        events += [RollSeen(len(events), 0.0, side, dice), made]
    return events


def abak_set_up() -> TableView:
    """Some checkers are still missing."""
    row = list(START.light)
    row[6], row[24], row[0] = 2, 0, 4
    return replace(view_of(match((0, 0), rules=RULES)), seen=Position(tuple(row), START.dark))


def abak_asked() -> TableView:
    """Whether light's 4-3 was legal depends on who stood on the 16-point."""
    return view_of(played((*OPEN, (Side.LIGHT, (4, 3), ((16, 9),)))))


def abak_held() -> TableView:
    """Light's druid holds dark's blot on light's 18-point."""
    events = played(((Side.DARK, (2, 1), ((24, 22), (8, 7))),))
    state = fold(events)
    row = list(state.position.light)
    row[24], row[18], row[6], row[5] = 1, 1, 3, 1
    after = Position(tuple(row), state.position.dark)
    made = judged_play(state.position, Side.LIGHT, (6, 1), after, len(events), 0.0)
    return view_of([*events, RollSeen(len(events), 0.0, Side.LIGHT, (6, 1)), made])


ABAK_TABLES: dict[str, Callable[[], TableView]] = {made.__name__: made for made in (abak_set_up, abak_asked, abak_held)}
