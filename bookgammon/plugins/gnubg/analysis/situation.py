"""What a reader has to know beside the numbers: in what a decision was made (whose turn, the cube, the score), by which
rules the analysis was made, and what the engine does not know."""

from __future__ import annotations

from arbiter.message import Message
from arbiter.position import Side
from arbiter.records import CubeTurned, GameRecord, MatchRecord
from arbiter.rules import STARTS
from bookgammon.plugins.gnubg.analysis.model import CubeJudged, Judged


def is_answer(decision: Judged) -> bool:
    """Whether somebody took or dropped."""
    return isinstance(decision, CubeJudged) and decision.verb in ("take", "drop")


def cube_owner(game: GameRecord, decision: Judged) -> Side | None:
    """Who held the cube before the decision; None: it lay in the middle."""
    turned = [each for each in game.actions[: decision.action] if isinstance(each, CubeTurned)]
    return next((each.side for each in reversed(turned) if each.verb == "take"), game.owner)


def cube_shown(game: GameRecord, decision: Judged) -> tuple[int, Side | None]:
    """The cube as it lay there, value and where; one that was offered lies turned in the middle."""
    if is_answer(decision):
        return 2 * decision.cube, None
    return decision.cube, cube_owner(game, decision)


def situation(record: MatchRecord, game: GameRecord, decision: Judged) -> Message:
    """Two sentences: who had to decide what, and the score."""
    return Message.joined(" ", (_turn(record, game, decision), _score(record, game)))


def _turn(record: MatchRecord, game: GameRecord, decision: Judged) -> Message:
    name, other = record.name(decision.side), record.name(decision.side.other)
    if is_answer(decision):
        return Message("{other} doubles to {value}; {name} answers.", other=other, value=2 * decision.cube, name=name)
    owner = cube_owner(game, decision)
    if owner is None:
        return Message("{name} on turn, the cube in the middle at {value}.", name=name, value=decision.cube)
    holder = record.name(owner)
    return Message("{name} on turn, {holder} holds the cube at {value}.", name=name, holder=holder, value=decision.cube)


def _score(record: MatchRecord, game: GameRecord) -> Message:
    light, dark = game.score
    names = {"one": record.names[0], "other": record.names[1], "light": light, "dark": dark}
    if not record.rules.length:
        return Message("For money.")
    if game.crawford:
        return Message(
            "{one} {light}, {other} {dark}, to {length}; Crawford game.", length=record.rules.length, **names
        )
    return Message("{one} {light}, {other} {dark}, to {length}.", length=record.rules.length, **names)


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
