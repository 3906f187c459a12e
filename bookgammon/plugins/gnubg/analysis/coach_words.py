"""What the coach says, in a sentence or two: facts from the engine's own figures, and no reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arbiter.match.coaching import JudgedCube, JudgedPlay
from arbiter.message import Message
from arbiter.position import Side
from arbiter.verdict import CheckerMove
from bookgammon.plugins.gnubg.analysis.coach_view import CoachVerdict, Mark, SuggestedPlay
from bookgammon.plugins.gnubg.analysis.figures import BAD, DOUBTFUL, VERY_BAD
from bookgammon.plugins.gnubg.analysis.grading import Graded
from bookgammon.plugins.gnubg.analysis.model import Chances, CubeJudged, PlayJudged, RatedPlay
from bookgammon.plugins.gnubg.analysis.words import amount

_SHOWN = 0.0005
"""Equity that shows in its third digit."""
_TOLD = 0.005
"""A difference in chances that is worth naming: half a per cent."""


def mark_of(error: float) -> Mark:
    """As GNU Backgammon marks it."""
    if error < DOUBTFUL:
        return ""
    if error < BAD:
        return "doubtful"
    return "bad" if error < VERY_BAD else "very bad"


_TITLES: dict[Mark, Message] = {
    "": Message("Fine"),
    "doubtful": Message("Doubtful"),
    "bad": Message("A mistake"),
    "very bad": Message("A blunder"),
}


def play_verdicts(judged: JudgedPlay, graded: Sequence[Graded]) -> Iterator[CoachVerdict]:
    """Of the play, and before it of a double that was missed."""
    length = judged.at.length
    for each in graded:
        decision = each.decision
        mark = mark_of(decision.error)
        if isinstance(decision, PlayJudged):
            yield _play_verdict(judged, decision, mark, _lost(each, length))
        elif mark:
            text = Message("Doubling was right before this roll; not to cost {lost}.", lost=_lost(each, length))
            yield CoachVerdict(judged, mark, Message("Missed double"), text, cube_facts(decision))


def _play_verdict(judged: JudgedPlay, decision: PlayJudged, mark: Mark, lost: Message) -> CoachVerdict:
    title, made = _TITLES[mark], decision.chosen
    if made is None or not decision.unforced:
        return CoachVerdict(judged, mark, title, Message("There was no choice."))
    best = decision.candidates[0]
    if decision.error < _SHOWN:
        return CoachVerdict(judged, mark, title, Message("The best play."))
    moves = checkers(judged.side, made), checkers(judged.side, best)
    if not mark:
        text = Message("{play} is worth {lost} more.", play=best.play, lost=f"{decision.error:.3f}")
        return CoachVerdict(judged, mark, title, text, "", *moves)
    text = Message("{better} was better: {play} cost {lost}.", better=best.play, play=made.play, lost=lost)
    return CoachVerdict(judged, mark, title, text, play_facts(made.chances, best.chances), *moves)


def cube_verdict(judged: JudgedCube, graded: Graded) -> CoachVerdict | None:
    decision, lost = graded.decision, _lost(graded, judged.at.length)
    if not isinstance(decision, CubeJudged):
        return None
    mark = mark_of(decision.error)
    facts = cube_facts(decision)
    if decision.error < _SHOWN:
        return CoachVerdict(judged, mark, _TITLES[mark], _right(judged), facts)
    if not mark:
        text = Message("Close: the other way is worth {lost} more.", lost=f"{decision.error:.3f}")
        return CoachVerdict(judged, mark, _TITLES[mark], text, facts)
    return CoachVerdict(judged, mark, _TITLES[mark], _wrong(judged, decision, lost), facts)


def _right(judged: JudgedCube) -> Message:
    match judged.verb:
        case "double":
            return Message("The double is right.")
        case "take":
            return Message("Taking is right.")
        case "drop":
            return Message("Dropping is right.")


def _wrong(judged: JudgedCube, decision: CubeJudged, lost: Message) -> Message:
    match judged.verb:
        case "double" if decision.no_double > decision.double_drop:
            return Message("Too good to double: playing on for the gammon was right. This cost {lost}.", lost=lost)
        case "double":
            return Message("Too early to double. This cost {lost}.", lost=lost)
        case "take":
            return Message("Dropping was right; taking cost {lost}.", lost=lost)
        case "drop":
            return Message("Taking was right; dropping cost {lost}.", lost=lost)


def _lost(graded: Graded, length: int) -> Message:
    """Equity, and what that is in this match."""
    equity = f"{graded.decision.error:.3f}"
    return Message("{equity} ({cost})", equity=equity, cost=amount(graded.cost, length))


def play_facts(made: Chances, best: Chances) -> str:
    """How a play's chances differ from the best one's; empty where they hardly do."""
    said = [
        *_more_or_less(made.win - best.win, Message("wins {share:.1f} % more"), Message("wins {share:.1f} % less")),
        *_more_or_less(
            made.win_gammon - best.win_gammon,
            Message("wins {share:.1f} % more gammons"),
            Message("wins {share:.1f} % fewer gammons"),
        ),
        *_more_or_less(
            made.lose_gammon - best.lose_gammon,
            Message("loses {share:.1f} % more gammons"),
            Message("loses {share:.1f} % fewer gammons"),
        ),
    ]
    return Message("It {facts}.", facts=Message.joined(", ", said)) if said else ""


def _more_or_less(difference: float, more: Message, less: Message) -> Iterator[Message]:
    if abs(difference) >= _TOLD:
        yield (more if difference > 0 else less).filled(share=100 * abs(difference))


def cube_facts(decision: CubeJudged) -> Message:
    """The three equities, the doubler's."""
    return Message(
        "No double {no_double}; double and take {take}; double and drop {drop}.",
        no_double=f"{decision.no_double:+.3f}",
        take=f"{decision.double_take:+.3f}",
        drop=f"{decision.double_drop:+.3f}",
    )


# ------------------------------------------------------------------ hints


def suggested(side: Side, plays: Sequence[RatedPlay]) -> tuple[SuggestedPlay, ...]:
    """The best plays with their worth."""
    best = plays[0].equity if plays else 0.0
    return tuple(
        SuggestedPlay(
            each.play,
            f"{each.equity:+.3f}" if not rank else f"{each.equity:+.3f} ({each.equity - best:+.3f})",
            checkers(side, each),
        )
        for rank, each in enumerate(plays)
    )


def cube_hint(decision: CubeJudged, *, answering: bool) -> Message:
    """What is right for whoever asks: the doubler, or who answers."""
    drops = decision.double_drop < decision.double_take
    if answering:
        return Message("Drop") if drops else Message("Take")
    if min(decision.double_take, decision.double_drop) > decision.no_double:
        return Message("Double; dropping it is right") if drops else Message("Double; taking it is right")
    if decision.no_double > decision.double_drop:
        return Message("Too good to double: play on for the gammon")
    return Message("Do not double yet")


def checkers(side: Side, play: RatedPlay) -> tuple[CheckerMove, ...]:
    """A play's moves as arrows."""
    return tuple(CheckerMove(side, start, end) for start, end in play.moves)
