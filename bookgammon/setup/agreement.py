"""What the players agreed, from the form that they filled in to the events that the match begins with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arbiter.match.entered_events import ChouetteFounded
from arbiter.match.events import Event, MatchStarted
from arbiter.match.opponent import OpponentSeat
from arbiter.message import NAMELESS
from arbiter.position import Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from web.setup import Kind, MatchForm, OpenMatch


@dataclass(frozen=True, slots=True)
class Agreement:
    """names: (light, dark). line: everybody in a chouette, the first in the box; empty for two players.

    box: the checkers that the first box plays with. opponent: who plays without sitting at the table.
    """

    rules: Rules
    names: tuple[str, str] = NAMELESS
    line: tuple[str, ...] = ()
    box: Side = Side.LIGHT
    opponent: OpponentSeat | None = None

    def settles(self, opening: Sequence[Event]) -> tuple[Event, ...]:
        """The events that a match begins with, with who plays it and for what."""
        events: list[Event] = []
        for event in opening:
            if not isinstance(event, MatchStarted):
                events.append(event)
                continue
            rules = replace(self.rules, beavers=False) if self.line else self.rules  # nobody beavers in a chouette
            events.append(replace(event, rules=rules, names=self.names, opponent=self.opponent))
            if self.line:  # the order that they lined up in stands for the dice that they rolled for it (R65)
                rolls = tuple((name, len(self.line) - place) for place, name in enumerate(self.line))
                events.append(ChouetteFounded(event.frame, event.time, rolls, self.box))
        return tuple(events)


@dataclass(frozen=True, slots=True)
class Answer:
    """Who plays, as the command line says. go_on: the match that is open; agreement: else this one. Neither: ask."""

    go_on: bool = False
    agreement: Agreement | None = None

    def to(self, *, match_is_open: bool) -> tuple[bool, Agreement | None]:
        """Whether that leaves nothing to ask, and what is agreed: None goes on with the match that is open."""
        if self.go_on and match_is_open:
            return True, None
        return self.agreement is not None, self.agreement


ASK = Answer()


def agreed(form: MatchForm, seats: Seats) -> Agreement | None:
    """What the form says; None: the match that is open goes on as it was agreed."""
    if form.kind == "open":
        return None
    if form.kind == "chouette":
        box = seats.near if form.box == "near" else seats.near.other
        first, second = form.players[:2]
        return Agreement(form.rules, (first, second) if box is Side.LIGHT else (second, first), form.players, box)
    near, far = form.near, form.far
    light, dark = (near, far) if seats.near is Side.LIGHT else (far, near)
    names = (light or NAMELESS[0], dark or NAMELESS[1])
    if form.opponent:
        names = form.opponent.among(names)
    return Agreement(form.rules, names, opponent=form.opponent)


def form_of(
    rules: Rules, last: OpenMatch | None, seats: Seats, board: str, said: Agreement | None = None
) -> MatchForm:
    """The form as it is first shown: the names of the last match, where they were entered.

    rules: those of the last match, where the command line says nothing else. said: who plays, where it says so.
    """
    if said is not None:
        return _form_said(said, seats, board)
    opponent = last.opponent if last else None
    unsaid = (*NAMELESS, opponent.name) if opponent else NAMELESS
    light, dark = (name if name not in unsaid else "" for name in (last.names if last else ("", "")))
    near, far = (light, dark) if seats.near is Side.LIGHT else (dark, light)
    kind: Kind = "match" if rules.length else "money"
    if last and last.line:
        kind = "chouette"
    if last and last.is_open:
        kind = "open"
    return MatchForm(
        kind=kind,
        near=near,
        far=far,
        board=board,
        rules=rules,
        players=last.line if last else (),
        opponent=opponent,
    )


def _form_said(said: Agreement, seats: Seats, board: str) -> MatchForm:
    """The form with what the command line says."""
    unsaid = (*NAMELESS, said.opponent.name) if said.opponent else NAMELESS
    light, dark = (name if name not in unsaid else "" for name in said.names)
    near, far = (light, dark) if seats.near is Side.LIGHT else (dark, light)
    kind: Kind = "match" if said.rules.length else "money"
    return MatchForm(kind, near, far, board, said.rules, opponent=said.opponent)
