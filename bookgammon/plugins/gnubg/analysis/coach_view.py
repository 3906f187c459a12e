"""What the coach says, as the JSON of `/api/state`: only while it is about what the match stands at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from arbiter.match.coaching import JudgedDecision, JudgedPlay, coached, judged_decisions, may_play_again
from arbiter.match.entered_events import HintTaken
from arbiter.match.event_json import position_to_json, record_to_json
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.notation import format_roll
from arbiter.plays import Dice
from arbiter.position import Position, Side
from arbiter.verdict import CheckerMove, checker_moves
from web.messages import name_of, place_of
from web.view import AddedToState, TableView

Json = dict[str, Any]
Mark = Literal["", "doubtful", "bad", "very bad"]
"""How bad a decision was, by GNU Backgammon's marks; empty where it was fine."""
MARKS: tuple[Mark, ...] = ("", "doubtful", "bad", "very bad")


@dataclass(frozen=True, slots=True)
class AskedHint:
    """A question: who asked, and for what roll on what board."""

    event: HintTaken
    position: Position
    dice: Dice | None


CoachQuestion = AskedHint | tuple[JudgedDecision, ...]
"""A hint that was asked for, or the decisions to be judged; empty where there is nothing to say."""


@dataclass(frozen=True, slots=True)
class CoachVerdict:
    """Of one decision. title: a word or two. text: what it cost and what was better. facts: the engine's figures.

    played, better: what was played and what was best, where that is another play.
    """

    decision: JudgedDecision
    mark: Mark
    title: str
    text: str
    facts: str = ""
    played: tuple[CheckerMove, ...] = ()
    better: tuple[CheckerMove, ...] = ()


@dataclass(frozen=True, slots=True)
class SuggestedPlay:
    """One of the best plays. worth: its equity, and how far it is behind the best."""

    play: str
    worth: str
    moves: tuple[CheckerMove, ...]


@dataclass(frozen=True, slots=True)
class CoachWords:
    """The answer to a question. text: of a hint about the cube, or where nothing can be said. plays: the best first.

    trouble: why there is no answer, or nothing.
    """

    question: CoachQuestion = ()
    verdicts: tuple[CoachVerdict, ...] = ()
    text: str = ""
    facts: str = ""
    plays: tuple[SuggestedPlay, ...] = ()
    trouble: str = ""


NOTHING = CoachWords()
MOST_SAID = 2
"""Checkers' ways back that a sentence names; the arrows show all."""


def coach_question(state: MatchState) -> CoachQuestion:
    """What the coach has to say something about now."""
    if coached(state) and state.hint:
        return AskedHint(state.hint, state.position, state.dice)
    return () if state.again else judged_decisions(state)


class CoachOnPage:
    """What the coach said last, for the page."""

    def __init__(self) -> None:
        self._words = NOTHING

    def say(self, words: CoachWords) -> None:
        """From any thread."""
        self._words = words

    def added(self) -> AddedToState:
        """On the table's thread: with each view goes what the coach had said by then."""
        return CoachInState(self._words)


@dataclass(frozen=True, slots=True)
class CoachInState:
    """What the coach adds to `/api/state`."""

    words: CoachWords

    def __call__(self, view: TableView, found: Json) -> Json:
        del found
        return coach_shown(view.state, self.words, view.seen) if view.state.rules.coach else {"coach": None}


def coach_shown(state: MatchState, words: CoachWords, seen: Position | None) -> Json:
    """The fields of `/api/state` that a match with a coach has, or has otherwise. seen: the board as last read."""
    detail = again_detail(state, seen)
    return {"coach": coach_json(state, words, seen), **({"detail": detail} if detail else {})}


def coach_json(state: MatchState, words: CoachWords, seen: Position | None) -> Json | None:
    """None where there is no coach."""
    if not coached(state):
        return None
    question = coach_question(state)
    answered = words.question == question
    hint = isinstance(question, AskedHint)
    return {
        "busy": bool(question) and not answered,
        "hint": hint,
        "player": question.event.player.value if isinstance(question, AskedHint) else None,
        "says": [_verdict_json(state, each) for each in words.verdicts] if answered else [],
        "text": words.text if answered else "",
        "facts": words.facts if answered else "",
        "plays": [_suggested_json(each) for each in words.plays] if answered else [],
        "board": _board(words) if answered else None,
        "again": answered and _offers_again(state, words.verdicts),
        "trouble": words.trouble if answered else "",
        "way_back": [record_to_json(move) for move in way_back(state, seen)],
    }


def _offers_again(state: MatchState, verdicts: Sequence[CoachVerdict]) -> bool:
    agreed = state.rules.play_again
    if agreed == "never" or not may_play_again(state):
        return False
    return any(isinstance(each.decision, JudgedPlay) and MARKS.index(each.mark) >= MARKS.index(agreed)
               for each in verdicts)  # fmt: skip


def _verdict_json(state: MatchState, verdict: CoachVerdict) -> Json:
    return {
        "player": verdict.decision.side.value,
        "name": name_of(state, verdict.decision.side),
        "mark": verdict.mark,
        "title": verdict.title,
        "text": verdict.text,
        "facts": verdict.facts,
    }


def _suggested_json(play: SuggestedPlay) -> Json:
    return {"play": play.play, "worth": play.worth, "moves": [record_to_json(move) for move in play.moves]}


def _board(words: CoachWords) -> Json | None:
    """The board on which something better is drawn; a hint's arrows stand on the table's own."""
    for each in words.verdicts:
        if each.better:
            return {
                "position": position_to_json(each.decision.at.position),
                "dice": list(each.decision.at.dice or ()),
                "player": each.decision.side.value,
                "played": [record_to_json(move) for move in each.played],
                "better": [record_to_json(move) for move in each.better],
            }
    return None


def way_back(state: MatchState, seen: Position | None) -> tuple[CheckerMove, ...]:
    """The fewest checkers to move so that the turn that is played again stands at its beginning."""
    if not state.again or state.phase is not Phase.MOVING or seen is None or not seen.playable:
        return ()
    return checker_moves(seen, state.position)


def again_detail(state: MatchState, seen: Position | None) -> Message | None:
    """What to do while a play is made again; None where none is."""
    if not state.again or state.phase is not Phase.MOVING or state.dice is None:
        return None
    roll = format_roll(state.dice)
    if steps := way_back(state, seen):
        said = [_step(state.player, move) for move in steps[:MOST_SAID]]
        more = ["…"] if len(steps) > MOST_SAID else []
        return Message("First {steps}; then {roll} once more.", steps=Message.joined(", ", [*said, *more]), roll=roll)
    return Message("Once more: lay the dice so ({roll}), play, and lift them.", roll=roll)


def _step(player: Side | None, move: CheckerMove) -> Message:
    start, end = place_of(move.start), place_of(move.end)
    if move.side is player:
        return Message("{start} back to {end}", start=start, end=end)
    return Message("the other's checker from {start} to {end}", start=start, end=end)
