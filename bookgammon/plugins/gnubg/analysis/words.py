"""What the figures mean, in a line for each player."""

from __future__ import annotations

from arbiter.message import Message, all_of
from bookgammon.plugins.gnubg.analysis.figures import Figures
from bookgammon.plugins.gnubg.analysis.model import CubeJudged

_SMALL = {
    1: Message("one"),
    2: Message("two"),
    3: Message("three"),
    4: Message("four"),
    5: Message("five"),
    6: Message("six"),
    7: Message("seven"),
    8: Message("eight"),
    9: Message("nine"),
    10: Message("ten"),
}


def player_line(name: str, figures: Figures, length: int) -> Message:
    """One sentence: what this player's mistakes cost and what the dice brought. length: 0 in money play."""
    doubtful, bad, very_bad = figures.marked
    mistakes = doubtful + bad + very_bad
    if not figures.decisions:
        return Message("{name} had nothing to decide.", name=name)
    luck = _short(abs(figures.luck_cost), length)
    dice = Message("the dice gave {luck}", luck=luck)
    if figures.luck_cost < 0:
        dice = Message("the dice took {luck}", luck=luck)
    if not mistakes:
        return Message("{name} made no mistake worth the name; {dice}.", name=name, dice=dice)
    made = Message.counted("{number} mistake", "{number} mistakes", mistakes, number=_SMALL.get(mistakes, mistakes))
    number = _SMALL.get(very_bad, very_bad)
    if very_bad == mistakes:
        made = Message.counted("{number} blunder", "{number} blunders", very_bad, number=number)
    elif very_bad:
        made = Message.counted(
            "{mistakes}, {number} blunder among them", "{mistakes}, {number} blunders among them", very_bad,
            mistakes=made, number=number,
        )  # fmt: skip
    cost = amount(figures.cost, length)
    return Message(
        "{name} made {mistakes}; errors cost {cost}, {dice}.", name=name, mistakes=made, cost=cost, dice=dice
    )


def left_out_line(name: str, figures: Figures) -> str:
    """What of a player is not judged; empty where all is."""
    illegal, unseen, mixed, entered = figures.left_out
    stood = Message.counted(
        "{number} illegal play that stood",
        "{number} illegal plays that stood",
        illegal,
        number=_SMALL.get(illegal, illegal),
    )
    rolls = Message.counted(
        "{number} roll that was not seen",
        "{number} rolls that were not seen",
        unseen,
        number=_SMALL.get(unseen, unseen),
    )
    both = Message.counted(
        "{number} play with both colours on a point",
        "{number} plays with both colours on a point",
        mixed,
        number=_SMALL.get(mixed, mixed),
    )
    changed = Message.counted(
        "{number} play after which the position was entered",
        "{number} plays after which the position was entered",
        entered,
        number=_SMALL.get(entered, entered),
    )
    parts = [text for many, text in ((illegal, stood), (unseen, rolls), (mixed, both), (entered, changed)) if many]
    return Message("Not judged of {name}: {parts}.", name=name, parts=all_of(parts)) if parts else ""


def cube_mistake(decision: CubeJudged) -> str:
    """A cube error's usual name."""
    names = {
        "no double": Message("missed double"),
        "double": Message("wrong double"),
        "take": Message("wrong take"),
        "drop": Message("wrong drop"),
    }
    return names[decision.verb]


def cube_advice(decision: CubeJudged) -> str:
    """What would have been right."""
    match decision.verb:
        case "no double":
            return Message("double")
        case "double" if decision.no_double > decision.double_drop:
            return Message("play on for the gammon")
        case "double":
            return Message("do not double yet")
        case "take":
            return Message("drop")
        case "drop":
            return Message("take")


def amount(cost: float, length: int) -> Message:
    """A cost: per cent of the match, or points for money."""
    if length and cost >= 1:
        return _matches(cost)
    if length:
        return Message("{share:.1f} % of the match", share=100 * cost)
    return Message("{points:.2f} points", points=cost)


def _short(cost: float, length: int) -> str:
    if length and cost >= 1:
        return _matches(cost)
    return f"{100 * cost:.1f} %" if length else f"{cost:.2f}"


def _matches(cost: float) -> Message:
    """Of chances that were given away one after the other, and may be more than one match has."""
    return Message("the chances of {matches:.1f} matches", matches=cost)
