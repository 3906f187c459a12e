"""`.mat` match files, as GNU Backgammon and eXtreme Gammon exchange them: the writer.

Plain `.mat` cannot say that a roll was never seen or not read, that a play was illegal, that both colours stood on a
point, that a game began with automatic doubles, or was taken up in its middle. The first is written with a roll that
fits, the second in the form of GNU Backgammon's Snowie text, the third as the nearest board without it, the fourth
shows in the cube's values, the last begins with an illegal play that sets the board; a comment reports each.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

from arbiter.plays import Dice, accepted_plays
from arbiter.position import BAR, START, Position, Side
from arbiter.records.model import (
    LIKELY_FIRST,
    NOT_READ,
    RESIGNS,
    Action,
    CubeTurned,
    GameRecord,
    MatchRecord,
    Played,
    check_for_others,
    fitting_roll,
)
from arbiter.records.plain_boards import both_colours, plain_board
from arbiter.rules import STARTS

_LEFT_WIDTH = 27
_NAME_WIDTH = 31
_LONGEST_PIECE = 800
"""Characters of a remark in one line: readers take a thousand at most."""
_WINS_COLUMN = {Side.LIGHT: 6, Side.DARK: 34}
_VARIATIONS = {
    START: "",
    STARTS["nackgammon"]: "NackGammon",
    STARTS["longgammon"]: "LongGammon",
    STARTS["hypergammon"]: "HyperGammon",
}
"""By the starting position; as eXtreme Gammon's header names them."""
REMARK_CUBE = "Game {}: automatic doubles set the cube to {} before the first roll."
REMARK_UNSEEN = "Game {}, action {}: this roll was not seen; one that fits stands for it."
REMARK_SOURCE = "Game {}, action {}: this roll was {}."
REMARK_NOTE = "Game {}, action {}, note: {}"
REMARK_NOTE_ON = "Game {}, action {}, note goes on: {}"
REMARK_BOTH = "Game {}, action {}: {}; the nearest board without that stands for it."
REMARK_TAKEN_UP = "Game {}: taken up in its middle, the cube at {} {}; its first turn only sets the board."
CUBE_PLACES = {None: "in the middle", Side.LIGHT: "with light", Side.DARK: "with dark"}

Cell = tuple[Side, str]


def write_mat(match: MatchRecord) -> str:
    """The whole match; a money session says `0 point match`. Raises NotationError for Abak Evolution."""
    check_for_others(match)
    lines = [*_header(match), "", f" {match.rules.length} point match", ""]
    for number, game in enumerate(match.games, start=1):
        lines += [f" Game {number}", _score_line(match, game), *_game_lines(match, game), ""]
    return "\n".join(lines) + "\n"


def clean_name(name: str, fallback: str) -> str:
    """A name that every reader survives: GNU Backgammon 1.07 crashes on a colon; a comma with a number is a rating."""
    kept = "".join(letter if letter.isprintable() and letter not in ":;" else " " for letter in name)
    kept = " ".join(kept.split())[:_NAME_WIDTH].strip(" ,")
    return (kept.replace(",", " ") if re.search(r",\s*\d[\d.]*$", kept) else kept) or fallback


# ------------------------------------------------------------------ header


def _header(match: MatchRecord) -> Iterator[str]:
    header, rules = match.header, match.rules
    cleaned = (clean_name(name, "") == name for name in match.names)
    names = ("", "") if all(cleaned) else match.names
    known = {
        "Player 1": names[0],
        "Player 2": names[1],
        "Site": header.place,
        "Event": header.event,
        "Round": header.round,
        "EventDate": header.date,
        "Variation": _VARIATIONS[_usual_start(match)],
        "Transcriber": header.transcriber,
        "Crawford": ("On" if rules.crawford else "Off") if rules.length else "",
        "Jacoby": "On" if rules.jacoby_applies else "Off",
        "Beaver": "On" if rules.beavers else "Off",
        "CubeLimit": str(rules.cube_limit or ""),
    }
    for key, value in known.items():
        if value:
            yield f'; [{key} "{_one_line(value)}"]'
    for comment in (piece for line in header.comment.splitlines() for piece in _pieces(line.replace('"', "'"))):
        yield f"; {comment}"
    for remark in _remarks(match):
        yield f"; {remark}"


def _pieces(line: str) -> list[str]:
    """What people wrote, in pieces that a reader's line has room for."""
    return wrap(_shown(line), _LONGEST_PIECE) or [""]


def _usual_start(match: MatchRecord) -> Position:
    """The board that the games begin with, unless they were taken up in their middle."""
    start = match.games[0].start if match.games else START
    return start if start in _VARIATIONS else START


def _one_line(text: str) -> str:
    return _shown(text.replace('"', "'"))


def _shown(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _remarks(match: MatchRecord) -> Iterator[str]:
    """What the turns themselves cannot say; our own reader takes these lines back."""
    for number, game in enumerate(match.games, start=1):
        if _taken_up(match, game):
            yield REMARK_TAKEN_UP.format(number, game.cube, CUBE_PLACES[game.owner])
        elif game.cube > 1:
            yield REMARK_CUBE.format(number, game.cube)
        for turn, action in enumerate(game.actions, start=1):
            if isinstance(action, Played) and action.after.mixed:
                yield REMARK_BOTH.format(number, turn, both_colours(action.after))
            if isinstance(action, Played) and action.dice is None:
                yield REMARK_UNSEEN.format(number, turn)
            elif isinstance(action, Played) and action.source in NOT_READ:
                yield REMARK_SOURCE.format(number, turn, NOT_READ[action.source])
            for line in action.note.splitlines():
                first, *more = _pieces(line)
                yield REMARK_NOTE.format(number, turn, first)
                yield from (REMARK_NOTE_ON.format(number, turn, piece) for piece in more)


def _taken_up(match: MatchRecord, game: GameRecord) -> bool:
    return game.start != _usual_start(match)


def _score_line(match: MatchRecord, game: GameRecord) -> str:
    light, dark = (
        f"{clean_name(match.name(side), side.capitalize())} : {points}"
        for side, points in zip(Side, game.score, strict=True)
    )
    return f" {light.ljust(_NAME_WIDTH - 1)} {dark}"


# ------------------------------------------------------------------ games


def _game_lines(match: MatchRecord, game: GameRecord) -> Iterator[str]:
    cells = _columns(list(_GameCells(match, game).cells()))
    result = game.result
    wins = f"Wins {result.points} point{'' if result.points == 1 else 's'}" if result else ""
    if result and result.ending == "drop" and result.winner is Side.DARK:
        left, _ = cells.pop()
        cells.append((left, f" {wins} "))
        wins = ""
    for number, (left, right) in enumerate(cells, start=1):
        yield f"{number:3d}) {left.ljust(_LEFT_WIDTH)} {right}" if right else f"{number:3d}) {left}"
    if result and wins:
        yield " " * _WINS_COLUMN[result.winner] + wins


def _columns(cells: list[Cell]) -> list[tuple[str, str]]:
    """Rows of left and right cells; light stands left."""
    rows: list[tuple[str, str]] = []
    for side, text in cells:
        if side is Side.LIGHT:
            rows.append((text, ""))
        elif rows and not rows[-1][1]:
            rows[-1] = (rows[-1][0], text)
        else:
            rows.append(("", text))
    return rows


class _GameCells:
    """The cells of one game, with the board and the cube as they were at each."""

    def __init__(self, match: MatchRecord, game: GameRecord) -> None:
        self._match, self._game = match, game
        self._position = plain_board(game.start)
        """As a reader has it by now."""
        self._cube = game.cube
        self._owner = game.owner

    def cells(self) -> Iterator[Cell]:
        before: Action | None = None
        if _taken_up(self._match, self._game):
            first = next((action.side for action in self._game.actions), Side.DARK)
            yield first.other, f"{_dice_text(LIKELY_FIRST[0])}: {self._board_set(0, first.other, self._position)}"
        for at, action in enumerate(self._game.actions):
            if isinstance(action, CubeTurned):
                yield from self._cube_cells(action, before)
            else:
                yield action.side, self._turn(at, action)
                self._position = plain_board(action.after)
            before = action

    def _cube_cells(self, action: CubeTurned, before: Action | None) -> Iterator[Cell]:
        beaver = before if isinstance(before, CubeTurned) and before.verb == "beaver" else None
        if action.verb == "take":
            self._cube, self._owner = action.value, beaver.side if beaver else action.side
        # the next roll accepts a beaver: a take of its own would put two cells of one player in a row
        if action.verb != "take" or not beaver:
            yield action.side, _cube_text(action)

    def _turn(self, at: int, action: Played) -> str:
        dice = action.dice or fitting_roll(self._position, action)
        if action.unplayed:
            return f"{_dice_text(dice)}: {'????' if action.play == RESIGNS else ''}"
        after = plain_board(action.after)
        plays = accepted_plays(self._position, action.side, dice)
        play = next((play for play in plays if play.result == after), None)
        if play is None:
            return f"{_dice_text(dice)}: {self._board_set(at + 1, action.side, after)}"
        moves = (f"{move.start}/{move.end}{'*' if move.hit else ''} " for move in play.moves)
        return f"{_dice_text(dice)}: {''.join(moves)}"

    def _board_set(self, at: int, side: Side, board: Position) -> str:
        """An illegal play of `side` that left this board: 40 fields in the view of the player who rolls next.

        at: of the action from which that roll is looked for. Bars as gnubg's importer takes them.
        """
        match, game, following = self._match, self._game, side.other
        own, other = board.row(following), board.row(side)
        owner = 0 if self._owner is None else 1 if self._owner is following else -1
        score = game.score if following is Side.LIGHT else game.score[::-1]
        points = [own[point] - other[25 - point] for point in range(1, 25)]
        later = (each.dice for each in game.actions[at:] if isinstance(each, Played) and each.dice)
        fields = [
            match.rules.length, int(match.rules.jacoby_applies), 0, int(not match.rules.length),
            int(side is Side.DARK), clean_name(match.name(following), following),
            clean_name(match.name(side), side), int(game.crawford), *score, self._cube, owner,
            other[BAR], *points, own[BAR], *next(later, LIKELY_FIRST[0]),
        ]  # fmt: skip
        return f"Illegal play ({';'.join(map(str, fields))};) "


def _cube_text(action: CubeTurned) -> str:
    match action.verb:
        case "double":
            return f" Doubles => {action.value}"
        case "beaver":
            return f" Beavers => {action.value}"
        case "take":
            return " Takes"
        case "drop":
            return " Drops"


def _dice_text(dice: Dice) -> str:
    return f"{max(dice)}{min(dice)}"
