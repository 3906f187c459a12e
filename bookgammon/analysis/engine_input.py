"""A game of a record as GNU Backgammon is given it: SGF, without names, in which only what can be judged is a play.

An illegal play that stood is written as its roll and the board it left; a roll that was never seen, as the board
alone. The engine then finds nothing to judge in either, so neither counts in its error rates nor in ours.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.plays import Play, accepted_plays
from arbiter.position import START, Position, Side
from arbiter.records import GameRecord, Played
from arbiter.records.sgf import COLOURS, board_properties, game_tree, move_letters, result_value, ruleset
from arbiter.rules import Rules


def game_to_sgf(rules: Rules, game: GameRecord) -> str:
    """One game tree, as if it were its match's first: the engine's Python reports no other."""
    first = next((action.side for action in game.actions), None)
    board = _board(game.start, first) if game.start != START and first else ""
    return game_tree(game, _root(rules, game), board, _turn)


def legal_play(position: Position, action: Played) -> Play | None:
    """The play of an action that can be judged; None where it was illegal or its roll was not seen."""
    if action.dice is None or action.illegal:
        return None
    plays = accepted_plays(position, action.side, action.dice)
    return next((play for play in plays if play.result == action.after), None)


def _root(rules: Rules, game: GameRecord) -> Iterator[str]:
    light, dark = game.score
    yield "FF[4]GM[6]CA[UTF-8]AP[Bookgammon Companion:1]"
    yield f"MI[length:{rules.length}][game:0][ws:{light}][bs:{dark}]PW[Light]PB[Dark]"
    for key, value in (("RU", ruleset(rules, game)), ("RE", result_value(game.result))):
        if value:
            yield f"{key}[{value}]"


def _turn(position: Position, action: Played) -> Iterator[str]:
    colour = COLOURS[action.side]
    play = legal_play(position, action)
    if play is not None and action.dice is not None:
        moves = move_letters(action.side, [(move.start, move.end) for move in play.moves])
        yield f";{colour}[{action.dice[0]}{action.dice[1]}{moves}]"
        return
    if action.dice:
        yield f";PL[{colour}]DI[{action.dice[0]}{action.dice[1]}]"
    yield _board(action.after, action.side.other)


def _board(position: Position, turn: Side) -> str:
    return f";PL[{COLOURS[turn]}]{board_properties(position)}"
