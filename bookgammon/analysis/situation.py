"""What a decision was made in, beside the board: whose turn, the cube, the score."""

from __future__ import annotations

from arbiter.message import Message
from arbiter.position import Side
from arbiter.records import CubeTurned, GameRecord, MatchRecord
from bookgammon.analysis.model import CubeJudged, Judged


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
