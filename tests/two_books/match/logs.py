"""Logs of whole games, played by lot over the rules alone."""

from __future__ import annotations

import random
from collections.abc import Sequence

from arbiter.match.state import MatchState, Phase
from arbiter.notation import format_play
from arbiter.plays import Dice, accepted_plays
from arbiter.position import Side
from arbiter.rules import Rules
from two_books.bodies import (
    AcceptedLoss,
    Agreed,
    Checked,
    DoubledBy,
    DroppedBy,
    GaveUp,
    Opened,
    Played,
    PlaysOn,
    Rolled,
    Said,
    TakenBy,
    body_of,
)
from two_books.link import Entry, Role
from two_books.shared_match import SharedMatch, after

HOST, GUEST = Side.LIGHT, Side.DARK
AGREED = Agreed(Rules(length=3, must_be_legal=True), ("Ann", "Ben"), HOST)


def role_of(side: Side) -> Role:
    return "host" if side is HOST else "guest"


def entry(match: SharedMatch, by: Side, said: Said) -> Entry:
    return Entry(match.number + 1, role_of(by), body_of(said), 1000.0 + match.number)


def says(match: SharedMatch, by: Side, *several: Said) -> SharedMatch:
    """Raises as `after` does."""
    for said in several:
        match = after(match, entry(match, by, said))
    return match


def begun(agreed: Agreed = AGREED, player: Side = HOST, dice: Dice = (3, 1)) -> SharedMatch:
    return says(SharedMatch(), HOST, agreed, Opened(1, player, dice))


def play(state: MatchState, number: int = 0) -> Played:
    """One of the legal plays."""
    assert state.player
    assert state.dice
    plays = accepted_plays(state.position, state.player, state.dice)
    chosen = plays[number % len(plays)]
    return Played(state.game, len(state.turns), state.dice, format_play(chosen), chosen.result)


def next_word(match: SharedMatch, lot: random.Random) -> tuple[Side, Said]:  # noqa: PLR0911 - a case after another
    """Something that may be said now, and by whom."""
    state = match.state
    at = (state.game, len(state.turns))
    if state.phase in (Phase.SETTING_UP, Phase.GAME_OVER):
        missing = [side for side in Side if side not in match.checked]
        if state.phase is Phase.GAME_OVER and missing:
            return missing[0], Checked(state.game, state.score)
        dice = lot.sample(range(1, 7), 2)
        return HOST, Opened(state.game + 1, lot.choice(list(Side)), (dice[0], dice[1]))
    if state.resignation:
        other = state.resignation.player.other
        return other, AcceptedLoss(*at) if lot.random() < 0.5 else PlaysOn(*at)
    if state.phase is Phase.DOUBLED and state.answerer:
        return state.answerer, TakenBy(*at) if lot.random() < 0.7 else DroppedBy(*at)
    assert state.player
    if state.phase is Phase.MOVING:
        return state.player, play(state, lot.randrange(1000))
    if lot.random() < 0.02:
        return state.player, GaveUp(*at, "single")
    may = state.cube.owner in (None, state.player) and not state.crawford and state.turns
    if may and lot.random() < 0.1:
        return state.player, DoubledBy(*at)
    return state.player, Rolled(*at, (lot.randint(1, 6), lot.randint(1, 6)))


def match_by_lot(seed: int, most: int = 2000) -> tuple[Sequence[Entry], SharedMatch]:
    """A whole match."""
    lot, match = random.Random(seed), says(SharedMatch(), HOST, AGREED)
    log = [entry(SharedMatch(), HOST, AGREED)]
    while not match.over and len(log) < most:
        log.append(entry(match, *next_word(match, lot)))
        match = after(match, log[-1])
    return log, match
