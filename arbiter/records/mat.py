"""`.mat` match files, as GNU Backgammon and eXtreme Gammon exchange them: the writer.

Plain `.mat` cannot say that a roll was never seen or not read, that a play was illegal, or that a game began
with automatic doubles. The first is written with a roll that fits, the second in the form of GNU
Backgammon's Snowie text, the third shows in the cube's values; a comment reports each.
"""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.errors import NotationError
from arbiter.message import Message
from arbiter.plays import Dice, accepted_plays
from arbiter.position import BAR, START, Side
from arbiter.records.model import (
    LIKELY_FIRST,
    NOT_READ,
    RESIGNS,
    Action,
    CubeTurned,
    GameRecord,
    MatchRecord,
    Played,
    fitting_roll,
)
from arbiter.rules import STARTS

_LEFT_WIDTH = 27
_NAME_WIDTH = 31
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

Cell = tuple[Side, str]


def write_mat(match: MatchRecord) -> str:
    """The whole match. Raises NotationError where a game did not begin at the starting position."""
    for number, game in enumerate(match.games, start=1):
        if game.start not in _VARIATIONS or game.start != match.games[0].start:
            raise NotationError(
                Message("Game {number} was taken up in its middle, which .mat cannot hold; use SGF.", number=number)
            )
    lines = [*_header(match), "", f" {match.rules.length} point match", ""]
    for number, game in enumerate(match.games, start=1):
        lines += [f" Game {number}", _score_line(match, game), *_game_lines(match, game), ""]
    return "\n".join(lines) + "\n"


def clean_name(name: str, fallback: str) -> str:
    """A name that every reader survives: GNU Backgammon 1.07 crashes on a colon, and a comma ends a name."""
    kept = "".join(letter if letter.isprintable() and letter not in ":,;" else " " for letter in name)
    return " ".join(kept.split())[:_NAME_WIDTH].strip() or fallback


# ------------------------------------------------------------------ header


def _header(match: MatchRecord) -> Iterator[str]:
    header, rules = match.header, match.rules
    known = {
        "Site": header.place,
        "Event": header.event,
        "Round": header.round,
        "EventDate": header.date,
        "Variation": _VARIATIONS[match.games[0].start] if match.games else "",
        "Transcriber": header.transcriber,
        "Crawford": ("On" if rules.crawford else "Off") if rules.length else "",
        "Jacoby": "On" if rules.jacoby_applies else "Off",
        "Beaver": "On" if rules.beavers else "Off",
    }
    for key, value in known.items():
        if value:
            yield f'; [{key} "{_one_line(value)}"]'
    for comment in (*header.comment.splitlines(), *_remarks(match)):
        yield f"; {_one_line(comment)}"


def _one_line(text: str) -> str:
    return " ".join(text.replace('"', "'").split())


def _remarks(match: MatchRecord) -> Iterator[str]:
    """What the turns themselves cannot say; our own reader takes these lines back."""
    for number, game in enumerate(match.games, start=1):
        if game.cube > 1:
            yield REMARK_CUBE.format(number, game.cube)
        for turn, action in enumerate(game.actions, start=1):
            if isinstance(action, Played) and action.dice is None:
                yield REMARK_UNSEEN.format(number, turn)
            elif isinstance(action, Played) and action.source in NOT_READ:
                yield REMARK_SOURCE.format(number, turn, NOT_READ[action.source])


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
        self._position = game.start
        self._cube = game.cube
        self._owner: Side | None = None

    def cells(self) -> Iterator[Cell]:
        before: Action | None = None
        for at, action in enumerate(self._game.actions):
            if isinstance(action, CubeTurned):
                yield from self._cube_cells(action, before)
            else:
                yield action.side, self._turn(at, action)
                self._position = action.after
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
        plays = accepted_plays(self._position, action.side, dice)
        play = next((play for play in plays if play.result == action.after), None)
        if play is None:
            return f"{_dice_text(dice)}: {self._illegal(at, action)}"
        moves = (f"{move.start}/{move.end}{'*' if move.hit else ''} " for move in play.moves)
        return f"{_dice_text(dice)}: {''.join(moves)}"

    def _illegal(self, at: int, action: Played) -> str:
        """40 fields in the view of the player who rolls next; bars as gnubg's importer takes them."""
        match, game, following = self._match, self._game, action.side.other
        own, other = action.after.row(following), action.after.row(action.side)
        if action.after.mixed:
            raise NotationError(
                Message("A play that left both colours on one point cannot be written to a .mat file.")
            )
        owner = 0 if self._owner is None else 1 if self._owner is following else -1
        score = game.score if following is Side.LIGHT else game.score[::-1]
        points = [own[point] - other[25 - point] for point in range(1, 25)]
        later = (each.dice for each in game.actions[at + 1 :] if isinstance(each, Played) and each.dice)
        fields = [
            match.rules.length, int(match.rules.jacoby_applies), 0, int(not match.rules.length),
            int(action.side is Side.DARK), clean_name(match.name(following), following),
            clean_name(match.name(action.side), action.side), int(game.crawford), *score, self._cube, owner,
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
