"""What the figures mean, in a line for each player."""

from __future__ import annotations

from bookgammon.analysis.figures import Figures
from bookgammon.analysis.model import CubeJudged

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def player_line(name: str, figures: Figures, length: int) -> str:
    """One sentence: what this player's mistakes cost and what the dice brought. length: 0 in money play."""
    doubtful, bad, very_bad = figures.marked
    mistakes = doubtful + bad + very_bad
    if not figures.decisions:
        return f"{name} had nothing to decide."
    dice = f"the dice {'gave' if figures.luck_cost >= 0 else 'took'} {_short(abs(figures.luck_cost), length)}"
    if not mistakes:
        return f"{name} made no mistake worth the name; {dice}."
    blunders = f", {counted(very_bad, 'blunder')} among them" if very_bad else ""
    return f"{name} made {counted(mistakes, 'mistake')}{blunders}; errors cost {amount(figures.cost, length)}, {dice}."


def left_out_line(name: str, figures: Figures) -> str:
    """What of a player is not judged; empty where all is."""
    illegal, unseen = figures.left_out
    parts = [
        text
        for many, text in (
            (illegal, f"{counted(illegal, 'illegal play')} that stood"),
            (
                unseen,
                f"{counted(unseen, 'roll')} that was not seen" if unseen == 1 else f"{unseen} rolls that were not seen",
            ),
        )
        if many
    ]
    return f"Not judged of {name}: {' and '.join(parts)}." if parts else ""


def cube_mistake(decision: CubeJudged) -> str:
    """A cube error's usual name."""
    names = {"no double": "missed double", "double": "wrong double", "take": "wrong take", "drop": "wrong drop"}
    return names[decision.verb]


def cube_advice(decision: CubeJudged) -> str:
    """What would have been right."""
    match decision.verb:
        case "no double":
            return "double"
        case "double" if decision.no_double > decision.double_drop:
            return "play on for the gammon"
        case "double":
            return "do not double yet"
        case "take":
            return "drop"
        case "drop":
            return "take"


def amount(cost: float, length: int) -> str:
    """A cost: per cent of the match, or points for money."""
    return f"{100 * cost:.1f} % of the match" if length else f"{cost:.2f} points"


def _short(cost: float, length: int) -> str:
    return f"{100 * cost:.1f} %" if length else f"{cost:.2f}"


def counted(many: int, what: str) -> str:
    """A number in words and its noun."""
    number = _NUMBERS[many] if many < len(_NUMBERS) else str(many)
    return f"{number} {what}{'' if many == 1 else 's'}"
