"""Records for people: a plain log, and a list of XGIDs to paste into an analysing program."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arbiter.position import Side
from arbiter.records.model import (
    NOT_READ,
    RESIGNS,
    CubeTurned,
    GameRecord,
    MatchRecord,
    Played,
    Result,
    kind_of_points,
)
from arbiter.xgid import MatchPosition, format_xgid


def write_text(match: MatchRecord) -> str:
    """The whole match, turn by turn."""
    rules = match.rules
    form = f"match to {_points(rules.length)}" if rules.length else "money session"
    lines = [f"{match.names[0]} (light) against {match.names[1]} (dark), {form}"]
    header = match.header
    occasion = (header.event, header.round, header.place, header.date, header.transcriber)
    lines += [", ".join(filter(None, occasion))] if any(occasion) else []
    lines += header.comment.splitlines()
    for number, game in enumerate(match.games, start=1):
        light, dark = game.score
        crawford = ", Crawford game" if game.crawford else ""
        lines += ["", f"Game {number}, score {light}-{dark}{crawford}", *_turns(match, game)]
    light, dark = match.score
    return "\n".join([*lines, "", f"Score {light}-{dark}"]) + "\n"


def _turns(match: MatchRecord, game: GameRecord) -> Iterator[str]:
    width = max(map(len, match.names))
    if game.cube > 1:
        yield f"     The cube begins on {game.cube}."
    stake = game.cube
    for number, action in enumerate(game.actions, start=1):
        name = match.name(action.side).ljust(width)
        if isinstance(action, CubeTurned):
            stake = action.value if action.verb == "take" else stake
            yield f"{number:3d}. {name}  {_cube_words(action)}"
        else:
            dice = "".join(map(str, action.dice)) if action.dice else "??"
            illegal = "   (illegal, and it stood)" if action.illegal else ""
            known = NOT_READ.get(action.source) if action.dice else None
            yield f"{number:3d}. {name}  {dice}: {action.play}{illegal}{f'   (roll {known})' if known else ''}"
    if game.result:
        yield f"     {_end(match, game.result, stake)}"


def _cube_words(action: CubeTurned) -> str:
    return {
        "double": f"doubles to {action.value}",
        "beaver": f"beavers to {action.value}",
        "take": "takes",
        "drop": "drops",
    }[action.verb]


def _end(match: MatchRecord, result: Result, stake: int) -> str:
    winner, loser = match.name(result.winner), match.name(result.winner.other)
    points = _points(result.points)
    kind = kind_of_points(result.points, stake)
    worth = "" if kind == "single" else f" with a {kind}"
    match result.ending:
        case "drop":
            return f"{winner} wins {points}: {loser} dropped."
        case "resign":
            return f"{winner} wins {points}{worth}: {loser} resigned."
        case "off":
            return f"{winner} wins {points}{worth}."


def _points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def write_xgids(match: MatchRecord) -> str:
    """One line for each decision: the XGID before it and what was done."""
    return "".join(f"{line}\n" for game in match.games for line in _decisions(match, game))


def _decisions(match: MatchRecord, game: GameRecord) -> Iterator[str]:
    rules = match.rules
    now = MatchPosition(
        position=game.start,
        cube=game.cube,
        owner=game.owner,
        score=game.score,
        length=rules.length,
        crawford=game.crawford,
        jacoby=not rules.length and rules.jacoby_applies,
        beavers=not rules.length and rules.beavers,
    )
    beaverer: Side | None = None
    for action in game.actions:
        if isinstance(action, Played) and action.play == RESIGNS:
            continue  # no play was chosen
        if isinstance(action, Played):
            yield f"{format_xgid(replace(now, turn=action.side, dice=action.dice))} {action.play}"
            now = replace(now, position=action.after)
        elif action.verb == "double":
            yield f"{format_xgid(replace(now, turn=action.side))} double"
            now = replace(now, turn=action.side)
        else:
            yield f"{format_xgid(replace(now, action='B' if beaverer else 'D'))} {action.verb}"
            if action.verb == "take":
                now = replace(now, cube=action.value, owner=beaverer or action.side)
            beaverer = action.side if action.verb == "beaver" else None
