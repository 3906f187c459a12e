"""What one player asks the other, in words."""

from __future__ import annotations

from arbiter.match.state import MatchState
from arbiter.message import Message
from arbiter.position import BAR, OFF, SIDES, Side
from two_books.asked import AskedFor
from two_books.bodies import AskedBack, AskedGame, AskedOn, AskedPosition, AskedScore
from two_books.shared_match import SharedMatch


def asked_words(match: SharedMatch, own: Side | None, name: str) -> Message:
    """What waits for consent. own: our player's checkers. name: the other player's."""
    asked = match.asked
    if asked is None or match.agreed is None:
        return Message("Nothing is asked.")
    if own is asked.by:
        return Message("{name} is asked whether they agree.", name=name)
    return _asked_of_us(asked.what, name, match.state, match.agreed.names)


def _asked_of_us(what: AskedBack | AskedFor, name: str, state: MatchState, names: tuple[str, str]) -> Message:
    match what:
        case AskedBack(turn=turn):
            play = state.turns[turn].play if turn < len(state.turns) else ""
            return Message("{name} wants to take back {play}.", name=name, play=play)
        case AskedOn():
            return Message("{name} wants to go on all the same, although the boards do not show the same.", name=name)
        case AskedPosition():
            changes = _changes(what, state, names)
            return Message("{name} wants the checkers to lie otherwise: {changes}.", name=name, changes=changes)
        case AskedGame():
            return _game_words(what, name, names)
        case AskedScore(score=score):
            return _score_words(score, name, names)


def _score_words(score: tuple[int, int], name: str, names: tuple[str, str]) -> Message:
    light, dark = score
    return Message(
        "{name} wants the score to be {light} {points} to {dark} {others}.",
        name=name, light=names[0], points=light, dark=names[1], others=dark,
    )  # fmt: skip


def _game_words(asked: AskedGame, name: str, names: tuple[str, str]) -> Message:
    light, dark = asked.score
    turn = Message("an opening roll decides who begins")
    if asked.player:
        turn = Message("it is {name}'s turn", name=names[SIDES.index(asked.player)])
    cube = Message("the cube in the middle at {value}", value=asked.cube)
    if asked.owner:
        cube = Message("the cube with {name} at {value}", name=names[SIDES.index(asked.owner)], value=asked.cube)
    return Message(
        "{name} wants a game to be played from the position on their page: {turn}, {cube}, score {light} to {dark}.",
        name=name, turn=turn, cube=cube, light=light, dark=dark,
    )  # fmt: skip


def _changes(asked: AskedPosition, state: MatchState, names: tuple[str, str]) -> str:
    """How many checkers would lie where others lie now, each side by its own points."""
    found = list[str]()
    for name, now, then in zip(names, state.position.rows, asked.position.rows, strict=True):
        found += [_place(name, place, count) for place, count in enumerate(then) if now[place] != count]
    return ", ".join(found)


def _place(name: str, place: int, count: int) -> str:
    if place == OFF:
        return Message("{name} off: {count}", name=name, count=count)
    if place == BAR:
        return Message("{name} on the bar: {count}", name=name, count=count)
    return Message("{name}'s {point}-point: {count}", name=name, point=place, count=count)


def was_declined(match: SharedMatch, own: Side) -> bool:
    """Whether the other player did not agree to what our own one asked for last."""
    return match.declined is own
