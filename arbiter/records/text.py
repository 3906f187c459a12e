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
    check_for_others,
    kind_of_points,
)
from arbiter.records.plain_boards import both_colours
from arbiter.rules import ABAK
from arbiter.xgid import MatchPosition, format_xgid

ABAK_LETTERS = (
    "Abak Evolution. G guard, C general, D druid, E even wounded, O odd wounded, no letter: a soldier or not known; "
    "+ is a druid put on an opposing checker."
)


def write_text(match: MatchRecord) -> str:
    """The whole match, turn by turn."""
    rules = match.rules
    form = f"match to {_points(rules.length)}" if rules.length else "money session"
    lines = [f"{match.names[0]} (light) against {match.names[1]} (dark), {form}"]
    lines += [ABAK_LETTERS] if rules.variant == ABAK else []
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
            stake = {"take": action.value, "beaver": action.value // 2}.get(action.verb, stake)
            yield f"{number:3d}. {name}  {_cube_words(action)}"
        else:
            dice = f"{max(action.dice)}{min(action.dice)}" if action.dice else "??"
            illegal = "   (illegal, and it stood)" if action.illegal else ""
            known = NOT_READ.get(action.source) if action.dice else None
            yield f"{number:3d}. {name}  {dice}: {action.play}{illegal}{f'   (roll {known})' if known else ''}"
        yield from (f"       {line}" for line in action.note.splitlines())
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
    """One line for each decision: the XGID before it and what was done.

    Where both colours stood on a point no XGID says so: a comment stands for that decision and names it. Raises
    NotationError for Abak Evolution.
    """
    check_for_others(match)
    games = enumerate(match.games, start=1)
    return "".join(f"{line}\n" for number, game in games for line in _decisions(match, number, game))


def _decisions(match: MatchRecord, number: int, game: GameRecord) -> Iterator[str]:
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
        max_cube=rules.cube_limit or MatchPosition().max_cube,
    )
    beaverer: Side | None = None
    for turn, action in enumerate(game.actions, start=1):
        if isinstance(action, Played):
            if action.play != RESIGNS:  # else no play was chosen
                yield _line(number, turn, replace(now, turn=action.side, dice=action.dice), action.play)
            now = replace(now, position=action.after)
        elif action.verb == "double":
            now = replace(now, turn=action.side)
            yield _line(number, turn, now, "double")
        else:
            yield _line(number, turn, replace(now, action="B" if beaverer else "D"), action.verb)
            if action.verb == "take":
                now = replace(now, cube=action.value, owner=beaverer or action.side)
            beaverer = action.side if action.verb == "beaver" else None


def _line(game: int, turn: int, decided: MatchPosition, what: str) -> str:
    if decided.position.mixed:
        return f"; Game {game}, action {turn}: no XGID, {both_colours(decided.position)}: {what}"
    return f"{format_xgid(decided)} {what}"
