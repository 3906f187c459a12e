"""A match against an opponent who is not at the table, in plain words and as the JSON of `/api/state`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from arbiter.match.entered_events import TurnEdited
from arbiter.match.event_json import record_to_json
from arbiter.match.events import Taken
from arbiter.match.opponent import OpponentSeat
from arbiter.match.opponent_answers import decision_due
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.notation import format_roll
from arbiter.position import Position, Side
from arbiter.verdict import CheckerMove, checker_moves
from web.messages import name_of, place_of

Json = dict[str, Any]
MOST_SAID = 2
"""Checkers' ways that a sentence names."""


def opponent_shown(state: MatchState, seen: Position | None, trouble: str) -> Json:
    """The fields of `/api/state` that a match against such an opponent has, or has otherwise.

    seen: the board as last read. trouble: why the opponent does not answer, or nothing.
    """
    words = {"headline": opponent_headline(state), "detail": opponent_detail(state, seen, trouble)}
    own = {key: text for key, text in words.items() if text is not None}
    return {"opponent": opponent_json(state, seen), **own}


def opponent_json(state: MatchState, seen: Position | None) -> Json | None:
    """None where two sit at the table. seen: the board as last read."""
    seat = state.opponent
    if seat is None:
        return None
    return {
        "side": seat.side.value,
        "engine": seat.engine,
        "level": seat.level,
        "dice": seat.dice,
        "thinks": decision_due(state) not in (None, "roll"),
        "play": state.intended.play if state.intended else None,
        "moves": [record_to_json(move) for move in still_to_move(state, seen)],
        "misplaced": state.misplaced is not None,
    }


def still_to_move(state: MatchState, seen: Position | None) -> tuple[CheckerMove, ...]:
    """The fewest checkers to move so that the intended play stands on the board."""
    if state.intended is None:
        return ()
    lies = state.misplaced.position if state.misplaced else seen or state.position
    return checker_moves(lies, state.intended.position)


def opponent_headline(state: MatchState) -> Message | None:
    """What happens now, where that differs from what happens between two at the table."""
    seat = state.opponent
    if seat is None:
        return None
    if decision_due(state):
        return Message("{who} is to decide", who=seat.name) if seat.of_plugin else Message("It thinks…")
    if state.phase is Phase.MOVING and state.intended:
        return _played(seat, state.intended.play, moves=state.intended.position != state.position)
    if state.phase is Phase.TO_ROLL and state.player is seat.side:
        return Message("Throw for {who}", who=seat.name) if seat.of_plugin else Message("Throw for it")
    return None


def _played(seat: OpponentSeat, play: str, *, moves: bool) -> Message:
    if seat.of_plugin:
        who = seat.name
        return Message("{who} plays {play}", who=who, play=play) if moves else Message("{who} cannot move", who=who)
    return Message("It plays {play}", play=play) if moves else Message("It cannot move")


def opponent_detail(state: MatchState, seen: Position | None, trouble: str = "") -> str | None:
    """The sentence under it; None where it is the same as between two at the table. trouble: why it does not answer."""
    seat = state.opponent
    if seat is None:
        return None
    if decision_due(state):
        return trouble or (Message("Waiting for the other board.") if seat.of_plugin else Message("A moment, please."))
    if state.phase is Phase.MOVING and state.intended:
        return _while_executing(state, seat, still_to_move(state, seen))
    again = state.kept_rolls or state.source == "entered" or (state.last and isinstance(state.last.event, TurnEdited))
    if state.phase is Phase.MOVING and state.dice and again:
        roll = format_roll(state.dice)
        return Message("This roll is yours: lay the dice so ({roll}), play, and lift them.", roll=roll)
    return _before_roll(state, seat) if state.phase is Phase.TO_ROLL else None


def _before_roll(state: MatchState, seat: OpponentSeat) -> Message | None:
    if state.player is None:
        return Message("Throw one die in each half of the board: yours on your right. The higher number begins.")
    if state.last and isinstance(state.last.event, Taken):
        whose = name_of(state, state.last.event.player)
        return Message("{who} takes: the cube lies on that side now, at {value}.", who=whose, value=state.cube.value)
    if state.player is seat.side:
        return Message("With these dice or its own; the camera reads them.")
    return None


def _while_executing(state: MatchState, seat: OpponentSeat, moves: tuple[CheckerMove, ...]) -> Message:
    if state.misplaced:
        return Message("Not quite: {steps}.", steps=_joined(seat.side, moves, belongs=True))
    if moves and seat.of_plugin:
        steps = _joined(seat.side, moves, belongs=False)
        return Message.counted(
            "One checker to move: {steps}.", "{count} checkers to move: {steps}.", len(moves), steps=steps
        )
    if moves:
        return Message.counted(
            "One checker to move for it: {steps}.",
            "{count} checkers to move for it: {steps}.",
            len(moves),
            steps=_joined(seat.side, moves, belongs=False),
        )
    if seat.dice == "program":
        return Message("Now it lies there.")
    return Message("Now lift the dice.")


def _joined(side: Side, moves: tuple[CheckerMove, ...], *, belongs: bool) -> Message:
    """Each way once, with how many checkers go it; the first few, as the arrows show all."""
    ways = list(Counter(moves).items())
    said = [_counted(_step(side, move, belongs), count) for move, count in ways[:MOST_SAID]]
    return Message.joined(", ", [*said, *(["…"] if len(ways) > MOST_SAID else [])])


def _counted(step: Message, count: int) -> Message:
    return step if count == 1 else Message("{step} ({count} times)", step=step, count=count)


def _step(side: Side, move: CheckerMove, belongs: bool) -> Message:
    """Points are those of whose checker it is, as in the play's own notation."""
    start, end = place_of(move.start), place_of(move.end)
    if move.side is not side:
        return Message("your checker from {start} to {end}", start=start, end=end)
    if belongs:
        return Message("the checker on {start} belongs on {end}", start=start, end=end)
    return Message("{start} to {end}", start=start, end=end)
