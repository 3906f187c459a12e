"""SGF match files (FF[4], GM[6]) as GNU Backgammon writes them: the writer.

One game tree for each game; light is White, dark Black. Points are letters from White's side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from arbiter.plays import accepted_plays
from arbiter.position import BAR, OFF, START, Position, Side
from arbiter.records.mat import clean_name
from arbiter.records.model import (
    NOT_READ,
    RESIGNS,
    CubeTurned,
    GameRecord,
    MatchRecord,
    Played,
    Result,
    check_for_others,
    fitting_roll,
)
from arbiter.rules import Rules

UNSEEN = "The roll was not seen; one that fits stands for it."
ROLL = "The roll was {}."
ILLEGAL = "Illegal play: "
COLOURS = {Side.LIGHT: "W", Side.DARK: "B"}
"""White is GNU Backgammon's player 0, whom its Python calls X."""


def letter(side: Side, place: int) -> str:
    """`a`..`x` are White's 1..24, which are Black's 24..1; `y` is the bar, `z` off."""
    if place in (BAR, OFF):
        return "y" if place == BAR else "z"
    return chr(ord("a") + (place if side is Side.LIGHT else 25 - place) - 1)


def move_letters(side: Side, pairs: Iterable[tuple[int, int]]) -> str:
    """(start, end) of each move, in the side's own numbering, as pairs of letters."""
    return "".join(letter(side, start) + letter(side, end) for start, end in pairs)


def board_properties(position: Position) -> str:
    """Set-up properties for a whole board."""
    text = "AE[a:y]"
    for side in Side:
        row = position.row(side)
        stones = "".join(f"[{letter(side, place)}]" * row[place] for place in range(1, 26))
        text += f"A{COLOURS[side]}{stones}" if stones else ""
    return text


def cube_at_start(game: GameRecord) -> Iterator[str]:
    """Nodes for a cube that is turned, or owned, before anything is played."""
    if game.cube > 1:
        yield f";CV[{game.cube}]"
    if game.owner:
        yield f";CP[{COLOURS[game.owner].lower()}]"


def cube_node(action: CubeTurned) -> str:
    """A beaver is a double by the other side."""
    verb = "double" if action.verb == "beaver" else action.verb
    return f";{COLOURS[action.side]}[{verb}]"


def ruleset(rules: Rules, game: GameRecord) -> str:
    """What RU says; empty where there is nothing to say."""
    cube = "NoCube:" if rules.cube_limit == 1 else ""
    if rules.length:
        return cube + (("Crawford:CrawfordGame" if game.crawford else "Crawford") if rules.crawford else "")
    return cube + ("Jacoby" if rules.jacoby_applies else "")


def result_value(result: Result | None) -> str:
    """What RE says; empty for a game that was broken off."""
    if result is None:
        return ""
    return f"{COLOURS[result.winner]}+{result.points}{'R' if result.ending == 'resign' else ''}"


def write_sgf(match: MatchRecord) -> str:
    """The whole match, plays that were illegal included. Raises NotationError for Abak Evolution."""
    check_for_others(match)
    return "".join(_game(match, number, game) for number, game in enumerate(match.games))


def _game(match: MatchRecord, number: int, game: GameRecord) -> str:
    board = f";{board_properties(game.start)}" if game.start != START else ""
    return game_tree(game, _root(match, number, game), board, _turn)


def game_tree(
    game: GameRecord, root: Iterable[str], board: str, turn: Callable[[Position, Played], Iterable[str]]
) -> str:
    """A game. root: its properties; board: the node of a board that is not the usual one; turn: the nodes of a turn."""
    lines = ["(;" + "".join(root), *filter(None, (board,)), *cube_at_start(game)]
    position = game.start
    for action in game.actions:
        if isinstance(action, CubeTurned):
            lines.append(cube_node(action) + _comment(action.note))
        else:
            lines += turn(position, action)
            position = action.after
    return "\n".join(lines) + ")\n"


def _root(match: MatchRecord, number: int, game: GameRecord) -> Iterator[str]:
    light, dark = game.score
    yield "FF[4]GM[6]CA[UTF-8]AP[Bookgammon Companion:1]"
    yield f"MI[length:{match.rules.length}][game:{number}][ws:{light}][bs:{dark}]"
    for side, key in ((Side.LIGHT, "PW"), (Side.DARK, "PB")):
        yield f"{key}[{_escaped(clean_name(match.name(side), side.capitalize()))}]"
    header = match.header
    known = {
        "EV": header.event,
        "RO": header.round,
        "PC": header.place,
        "DT": header.date.replace(".", "-"),
        "US": header.transcriber,
        "GC": header.comment,
        "RU": ruleset(match.rules, game),
        "RE": result_value(game.result),
    }
    yield from (f"{key}[{_escaped(value)}]" for key, value in known.items() if value)


def _turn(position: Position, action: Played) -> Iterator[str]:
    """The play; and where it is more than the mover's own moves, or lacks a roll, the board or a comment."""
    colour = COLOURS[action.side]
    dice = action.dice or fitting_roll(position, action)
    if action.unplayed:
        ends = RESIGNS if action.play == RESIGNS else ""
        yield f";PL[{colour}]DI[{dice[0]}{dice[1]}]{_comment(ends, action.note)}"
        return
    moves = _moves(position, action, dice)
    known = "" if action.dice else UNSEEN
    if action.dice and action.source in NOT_READ:
        known = ROLL.format(NOT_READ[action.source])
    if moves is not None:
        yield f";{colour}[{dice[0]}{dice[1]}{moves}]{_comment(known, action.note)}"
        return
    yield f";{colour}[{dice[0]}{dice[1]}]{_comment(ILLEGAL + action.play, known, action.note)}"
    yield f";PL[{COLOURS[action.side.other]}]{board_properties(action.after)}"


def _moves(position: Position, action: Played, dice: tuple[int, int]) -> str | None:
    """Pairs of letters; None where the change cannot be determined by the mover's moves alone."""
    own, now = position.row(action.side), action.after.row(action.side)
    alike = [play for play in accepted_plays(position, action.side, dice) if play.result.row(action.side) == now]
    for play in alike:
        if play.result == action.after:
            return move_letters(action.side, [(move.start, move.end) for move in play.moves])
    if alike:
        return None  # a reader would take it for the legal play
    starts = [place for place in range(25, -1, -1) for _ in range(own[place] - now[place])]
    ends = [place for place in range(25, -1, -1) for _ in range(now[place] - own[place])]
    pairs = list(zip(starts, ends, strict=False))
    if not pairs or len(starts) != len(ends) or len(starts) > 4 or any(end >= start for start, end in pairs):
        return None
    return None if _hits_apart(position, action, ends) else move_letters(action.side, pairs)


def _hits_apart(position: Position, action: Played, ends: list[int]) -> bool:
    """Whether the opponent's row is another one than these landings alone would leave."""
    other = list(position.row(action.side.other))
    for place in set(ends) - {OFF, BAR}:
        if other[25 - place] == 1:
            other[25 - place] -= 1
            other[BAR] += 1
    return tuple(other) != action.after.row(action.side.other) or bool(action.after.mixed)


def _comment(*parts: str) -> str:
    """A comment of these: what we have to add to a turn, then what people wrote to it; empty where there is neither."""
    text = "\n".join(filter(None, parts))
    return f"C[{_escaped(text)}]" if text else ""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("]", "\\]")
