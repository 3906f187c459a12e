"""GNU Backgammon's text export of a match, taken by itself, and our analysis told in the same tokens."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from arbiter.position import SIDES
from arbiter.xgid import MatchPosition, format_xgid
from bookgammon.plugins.gnubg.analysis.figures import Figures, figures
from bookgammon.plugins.gnubg.analysis.model import Chances, CubeJudged, GameAnalysis, LeftOut, PlayJudged, RatedPlay

Token = tuple[str, ...]
"""What was printed of one thing: its kind and its numbers, digit for digit."""

TIE = 1e-6
"""GNU Backgammon reckons in 32 bits. So near to the border between two printed digits either may be printed: of
0.156500007 version 1.07 prints +0.157, 1.08 +0.156."""

_CHANCE = r" *(-?\d\.\d+)"
_LINES = (
    ("luck", re.compile(r"^Rolled \d\d \((.\d+\.\d+)\):$")),
    ("play", re.compile(r"^(\*?) +(?:\d+\.|\?\?) +Cubeful \d-ply +\S.*? +Eq\.: (.\d+\.\d+)(?: \( ?(.\d+\.\d+)\))?$")),
    ("chances", re.compile(rf"^ +{_CHANCE} {_CHANCE} {_CHANCE} - +-?\d\.\d+ {_CHANCE} {_CHANCE}$")),
    ("cube", re.compile(r"^\d\. ((?:No (?:re)?double|(?:Double|Redouble), (?:take|pass|beaver))) +(.\d+\.\d+)")),
)
_NUMBER = re.compile(r"[+-]?\d+\.\d+")
_ALL_GAMES = re.compile("(?:Match|Session) statistics")
_COUNTED = {
    "Total moves": "plays",
    "Unforced moves": "unforced",
    "Close or actual cube decisions": "close_cube",
}


def gnubg_exports(file: Path, folder: Path, plies: int) -> list[str]:
    """GNU Backgammon's text export of each game, after analysing the whole match it has read by itself."""
    shutil.copy(file, folder / file.name)
    verb = f'load match "{file.name}"' if file.suffix == ".sgf" else f'import mat "{file.name}"'
    commands = [
        "set confirm save off",
        "set confirm new off",
        f"set analysis chequerplay evaluation plies {plies}",
        f"set analysis cubedecision evaluation plies {plies}",
        "set beavers 0",
        verb,
        "analyse match",
        'export match text "printed.txt"',
    ]
    (folder / "commands").write_text("\n".join(commands) + "\n")
    arguments = [_program(), "-t", "-q", "-r", "-c", "commands"]
    subprocess.run(arguments, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=300)
    return [
        path.read_text() for path in sorted(folder.glob("printed*.txt"), key=lambda path: (len(path.name), path.name))
    ]


def gnubg_hints(asked: Sequence[MatchPosition], folder: Path, most: int, settings: Sequence[str] = ()) -> list[Token]:
    """What GNU Backgammon's own `hint` prints of each of these positions by itself, as it analyses whole matches."""
    filters = [f"set evaluation movefilter {plies} 0 0 16 0.32" for plies in (1, 2)]
    hints = [command for at in asked for command in ("clear cache", f"set xgid {format_xgid(at)}", f"hint {most}")]
    (folder / "hints").write_text("\n".join(["set confirm new off", *filters, *settings, *hints]) + "\n")
    done = subprocess.run(
        [_program(), "-t", "-q", "-r", "-c", "hints"], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
        check=True, timeout=300, text=True,
    )  # fmt: skip
    return list(printed_tokens(done.stdout))


def _program() -> str:
    return shutil.which("gnubg") or "/usr/games/gnubg"


def printed_tokens(text: str) -> Iterator[Token]:
    """What stands in one game's export, in its order."""
    for line in text.partition("Game statistics")[0].splitlines():
        for kind, pattern in _LINES:
            found = pattern.match(line)
            if found:
                yield (kind, *(group or "" for group in found.groups()))


def told_tokens(game: GameAnalysis, shift: float = 0.0) -> Iterator[Token]:
    """The same of ours, each equity so much higher before it is rounded."""
    for decision in game.decisions:
        match decision:
            case PlayJudged():
                yield "luck", _equity(decision.luck + shift)
                yield from _plays(decision, shift)
            case CubeJudged():
                yield from told_cube(decision, shift)
            case LeftOut():
                raise AssertionError("every play of these matches can be judged")


def _plays(decision: PlayJudged, shift: float) -> Iterator[Token]:
    yield from told_plays(decision.candidates, decision.played, shift)


def told_plays(plays: Sequence[RatedPlay], played: int | None = None, shift: float = 0.0) -> Iterator[Token]:
    """Plays, best first; which of them was played."""
    for rank, candidate in enumerate(plays):
        behind = -(plays[0].equity - candidate.equity)
        star = "*" if rank == played else ""
        yield "play", star, _equity(candidate.equity + shift), _equity(behind + shift) if rank else ""
        yield _chances(candidate.chances)


def told_cube(decision: CubeJudged, shift: float) -> Iterator[Token]:
    """To who answers a double, everything is told from their own side."""
    answers = decision.verb in ("take", "drop")
    sign = -1 if answers else 1
    yield _chances(_turned(decision.chances) if answers else decision.chances)
    equities = {
        "No double": decision.no_double,
        "Double, take": decision.double_take,
        "Double, pass": decision.double_drop,
    }
    for name, equity in equities.items():
        yield "cube", name, _equity(sign * equity + shift)


def cube_sorted(tokens: Iterator[Token]) -> list[Token]:
    """Cube equities in one order, whatever they were called and however they were ranked."""
    names = {"No": "no", "ke": "take", "er": "take", "ss": "pass"}
    told: list[Token] = []
    waiting: list[Token] = []
    for token in tokens:
        if token[0] == "cube":
            waiting.append(("cube", names["No" if token[1].startswith("No") else token[1][-2:]], token[2]))
            if len(waiting) == 3:
                told += sorted(waiting)
                waiting = []
        else:
            told.append(token)
    return told


def printed_statistics(text: str, of: str = "Game") -> dict[str, list[str]]:
    """The numbers behind each of the statistics' lines that we tell too, both players'.

    of: "Game", "Match" or "Session"; the match's stand in its last game's export.
    """
    found: dict[str, list[str]] = {}
    part = ""
    for line in _ALL_GAMES.split(text.partition(f"{of} statistics")[2])[0].splitlines():
        if line.endswith("statistics"):
            part = line.partition(" ")[0]
        if line.startswith(("Error total", "Error rate", "Luck total")):
            found[f"{part} {' '.join(line.split()[:2])}"] = _NUMBER.findall(line)
        for name in _COUNTED:
            if line.startswith(name):
                found[name] = line[len(name) :].split()
    return found


def told_statistics(games: Sequence[GameAnalysis], match: bool) -> dict[str, list[str]]:
    """The same of ours, over these games."""
    both = [figures(games, side) for side in SIDES]
    told = {name: [str(getattr(each, field)) for each in both] for name, field in _COUNTED.items()}
    told["Chequerplay Error total"] = _sums(both, "play_error", "play_cost", match)
    told["Cube Error total"] = _sums(both, "cube_error", "cube_cost", match)
    told["Overall Error total"] = _sums(both, "error", "cost", match)
    told["Luck Luck total"] = _sums(both, "luck", "luck_cost", match, sign=1)
    told["Overall Error rate"] = [
        text
        for each in both
        for text in (f"{-each.rate:+.1f}", f"{-each.cost * (100 if match else 1) / max(each.decisions, 1):+.3f}")
    ]
    return told


def _sums(both: list[Figures], equity: str, cost: str, match: bool, sign: int = -1) -> list[str]:
    """Equity and cost of each player as GNU Backgammon prints them: errors are negative, chances per cent."""
    texts = []
    for each in both:
        texts.append(f"{sign * getattr(each, equity):+.3f}")
        texts.append(f"{sign * getattr(each, cost) * (100 if match else 1):+.3f}")
    return texts


def _equity(value: float) -> str:
    return f"{value:+.3f}"


def _chances(chances: Chances) -> Token:
    row = (
        chances.win,
        chances.win_gammon,
        chances.win_backgammon,
        chances.lose_gammon,
        chances.lose_backgammon,
    )
    return ("chances", *(f"{value:.3f}" for value in row))


def _turned(chances: Chances) -> Chances:
    return Chances(
        1 - chances.win,
        chances.lose_gammon,
        chances.lose_backgammon,
        chances.win_gammon,
        chances.win_backgammon,
    )
