"""What the players agreed, from the form that they filled in to the events that the match begins with."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.events import ChouetteFounded, Event, MatchStarted
from arbiter.position import Side
from arbiter.rules import Rules
from arbiter.seats import Seats
from web.setup import MatchForm

_NAMES = ("Light", "Dark")


@dataclass(frozen=True, slots=True)
class Agreement:
    """names: (light, dark). line: everybody in a chouette, the first in the box; empty for two players."""

    rules: Rules
    names: tuple[str, str] = _NAMES
    line: tuple[str, ...] = ()

    def opening(self, frame: int, time: float) -> tuple[Event, ...]:
        """The events that the match begins with."""
        begun: tuple[Event, ...] = (MatchStarted(frame, time, self.rules, self.names),)
        if self.line:  # the order that they lined up in stands for the dice that they rolled for it (R65)
            rolls = tuple((name, len(self.line) - place) for place, name in enumerate(self.line))
            begun = (*begun, ChouetteFounded(frame, time, rolls, Side.LIGHT))
        return begun


def agreed(form: MatchForm, seats: Seats, rules: Rules) -> Agreement:
    """rules: what the command line says; the form has the last word on what it asks."""
    if form.kind == "match":
        rules = replace(rules, length=form.length, jacoby=None, beavers=False, automatic_doubles=0)
    else:
        ties = int(form.automatic_doubles)
        rules = replace(rules, length=0, jacoby=form.jacoby, beavers=form.beavers, automatic_doubles=ties)
    if form.kind == "chouette":
        return Agreement(rules, (form.players[0], form.players[1]), form.players)
    near, far = form.near, form.far
    light, dark = (near, far) if seats.near is Side.LIGHT else (far, near)
    return Agreement(rules, (light or _NAMES[0], dark or _NAMES[1]))


def form_of(rules: Rules, near: str, far: str, board: str) -> MatchForm:
    """The form as it is first shown."""
    return MatchForm(
        kind="match" if rules.length else "money",
        near=near,
        far=far,
        board=board,
        length=rules.length or 5,
        jacoby=rules.jacoby is not False,
        beavers=rules.beavers,
        automatic_doubles=rules.automatic_doubles > 0,
    )
