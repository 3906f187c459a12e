"""What a reader has to know of an analysis: by which rules it was made, and what the engine does not know."""

from __future__ import annotations

from arbiter.message import Message
from arbiter.records import MatchRecord
from arbiter.rules import STARTS


def caveats(record: MatchRecord, *, jacoby_assumed: bool = False) -> tuple[Message, ...]:
    """A sentence each. jacoby_assumed: the record does not say whether the Jacoby rule was agreed."""
    found = []
    if record.rules.length == 0:
        found.append(_jacoby(record.rules.jacoby_applies, jacoby_assumed))
    if any(game.start == STARTS["hypergammon"] for game in record.games):
        found.append(
            Message(
                "GNU Backgammon takes the checkers that Hypergammon does without for borne off: it expects no gammons, "
                "so what it says of plays and cube is rough."
            )
        )
    return tuple(found)


def _jacoby(applies: bool, assumed: bool) -> Message:
    if assumed and applies:
        return Message("The file does not say whether the Jacoby rule was agreed: it is analysed with it.")
    if assumed:
        return Message("The file does not say whether the Jacoby rule was agreed: it is analysed without it.")
    return Message("Analysed with the Jacoby rule.") if applies else Message("Analysed without the Jacoby rule.")
