"""What the page says aloud: a sentence for each thing that happens, and how the table stands.

Only sentences are made here; which of them a device speaks, and when, is its own affair (`voice.js`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

from arbiter.match.entered_events import (
    CameraDiffers,
    CorrectionDemanded,
    Paused,
    ResignationRefused,
    Resigned,
    Resumed,
    ScoreCorrected,
    TurnEdited,
    TurnRevised,
    Undone,
)
from arbiter.match.events import (
    BackInStep,
    BadRoll,
    Doubled,
    Dropped,
    Event,
    GameOver,
    GameStarted,
    IllegalPlay,
    IntendedPlay,
    MatchOver,
    Misplaced,
    Note,
    OutOfStep,
    PlayCorrected,
    PlayMade,
    PlayStood,
    RollSeen,
    Taken,
    TimeRanOut,
)
from arbiter.match.stacks import with_classes
from arbiter.match.state import MatchState, Phase, Turn
from arbiter.message import Message
from arbiter.plays import PositionOfOtherGame
from arbiter.position import BAR, OFF, SIDES, Position, Side
from bookgammon.plugins.voice.spoken_words import (
    spoken_place,
    spoken_play,
    spoken_roll,
    spoken_sentence,
    spoken_stack,
)
from web.containment import contained
from web.messages import (
    advice,
    counted_points,
    dice_read,
    headline,
    name_of,
    resigns,
    time_ran_out,
    wins,
)
from web.opponent_view import opponent_detail
from web.recent_events import RecentEvent
from web.state_view import difference_json, question_json, wanted
from web.view import TableView
from web.waiting_for import TABLE

Json = dict[str, Any]
Level = Literal["warnings", "rolls", "all"]
"""From which choice of a device on a sentence is spoken: each choice holds those before it."""
_CRAWFORD = Message("Crawford game, no cube.")


@dataclass(frozen=True, slots=True)
class Sentence:
    """urgent: it cuts off whatever is being said. asks: the answers that can be given follow it."""

    level: Level
    text: str
    urgent: bool = False
    asks: bool = False


def event_sentence(event: Event, state: MatchState) -> Sentence | None:
    """What is said when this happens; None where nothing is. state: the match after it."""
    return (
        _of_dice(event, state)
        or _of_play(event, state)
        or _of_trouble(event, state)
        or _of_cube(event, state)
        or _of_people(event, state)
        or _of_match(event, state)
    )


def _of_dice(event: Event, state: MatchState) -> Sentence | None:
    found: Sentence | None = None
    match event:
        case RollSeen():
            roll = spoken_roll(event.dice)
            if not state.turns:
                roll = Message("{who} begins: {roll}", who=name_of(state, event.player), roll=roll)
            found = Sentence("rolls", roll)
        case BadRoll():
            found = Sentence("warnings", event.message, urgent=True)
    return found


def _of_play(event: Event, state: MatchState) -> Sentence | None:
    found: Sentence | None = None
    match event:
        case IntendedPlay() if event.position == state.position:
            found = Sentence("rolls", Message("It cannot move"))
        case IntendedPlay():
            found = Sentence("rolls", Message("It plays {play}", play=spoken_play(event.play)))
        case PlayMade() if state.opponent and event.player is state.opponent.side:
            found = None  # it was said when it was to be played
        case PlayMade():
            found = Sentence("all", spoken_play(event.play))
        case PlayCorrected(entered=True):
            found = Sentence("all", Message("The position is entered."))
        case PlayCorrected(misread=True):
            found = Sentence("all", Message("It was right: {play}", play=spoken_play(event.play)))
        case PlayCorrected():
            found = Sentence("all", Message("Put right: {play}", play=spoken_play(event.play)))
        case PlayStood():
            found = Sentence("all", Message("It stands: {play}", play=spoken_play(event.play)))
        case Misplaced() if state.misplaced and (words := opponent_detail(state, None)):
            found = Sentence("rolls", words)
    return found


def _of_trouble(event: Event, state: MatchState) -> Sentence | None:
    found: Sentence | None = None
    match event:
        case IllegalPlay(provisional=False) if state.warning and wanted(state, state.warning):
            found = Sentence("warnings", _warning(state, state.warning), urgent=True, asks=True)
        case OutOfStep() if question := question_json(state):
            found = Sentence("warnings", _joined((question["title"], question["text"])), urgent=True, asks=True)
        case BackInStep():
            found = Sentence("all", Message("The board matches the game again."))
        case CameraDiffers() if difference := difference_json(state):
            found = Sentence("all", difference["text"], asks=True)
        case Note():
            found = Sentence("warnings", event.message)
        case TimeRanOut():
            found = Sentence("warnings", time_ran_out(state, event))
    return found


def _of_cube(event: Event, state: MatchState) -> Sentence | None:
    found: Sentence | None = None
    match event:
        case Doubled() if state.beavered:
            found = Sentence("all", headline(state))
        case Doubled():
            who = name_of(state, event.player)
            found = Sentence("all", Message("{who} doubles to {stake}", who=who, stake=event.value))
        case Taken():
            who = name_of(state, event.player)
            found = Sentence("all", Message("{who} takes at {stake}", who=who, stake=event.value))
        case Dropped():
            found = Sentence("all", Message("{who} drops", who=name_of(state, event.player)))
    return found


def _of_people(event: Event, state: MatchState) -> Sentence | None:
    found: Sentence | None = None
    match event:
        case Resigned():
            found = Sentence("warnings", resigns(state, event), urgent=True, asks=True)
        case ResignationRefused():
            found = Sentence("all", Message("The game goes on."))
        case CorrectionDemanded() if state.warning:
            found = Sentence("all", advice(state, state.warning))
        case Undone() | TurnRevised() if event.message:
            found = Sentence("warnings", event.message)
        case TurnEdited():
            edited = Message("Turn {turn} of game {game} is corrected.", turn=event.turn, game=event.game)
            found = Sentence("all", edited)
            if state.warning and not state.warning.provisional and wanted(state, state.warning):  # judged anew by it
                found = Sentence("warnings", _joined((edited, _warning(state, state.warning))), urgent=True, asks=True)
        case ScoreCorrected():
            found = Sentence("all", _score(state))
        case Paused():
            found = Sentence("all", Message("Paused"), asks=True)
        case Resumed():
            found = Sentence("all", Message("The pause is over."))
    return found


def _of_match(event: Event, state: MatchState) -> Sentence | None:
    found: Sentence | None = None
    match event:
        case GameStarted():
            game = Message("Game {game}", game=state.game)
            found = Sentence("all", _joined((_stopped(game), _score(state), _CRAWFORD if state.crawford else "")))
        case GameOver():
            won = wins(name_of(state, event.winner), event.kind)
            found = Sentence("all", _joined((_stopped(won), _stopped(counted_points(event.points)), _score(state))))
        case MatchOver():
            won = Message("{who} wins the match", who=name_of(state, event.winner))
            found = Sentence("all", _joined((_stopped(won), _score(state))), asks=True)
    return found


def _warning(state: MatchState, warning: IllegalPlay) -> str:
    fault = warning.fault
    who = name_of(state, warning.player)
    kind = Message("Is this right?") if warning.doubtful else Message("Illegal play by {who}.", who=who)
    why = (fault.verdict, fault.reason or "") if fault else (warning.message,)
    return _joined((kind, *why, dice_read(warning)))


def _joined(sentences: Iterable[str]) -> str:
    return Message.joined(" ", [each for each in sentences if each])


def _stopped(words: str) -> Message:
    """Words with a full stop, where the voice rests."""
    return Message.joined("", (words, "."))


def _score(state: MatchState) -> Message:
    """Of a chouette everybody's balance."""
    if state.chouette:
        entries: Sequence[tuple[str, int]] = state.chouette.ledger.entries
    else:
        entries = [(name_of(state, side), state.score[side is Side.DARK]) for side in SIDES]
    return _stopped(Message.joined(", ", (f"{name} {points}" for name, points in entries)))


# ------------------------------------------------------------------ how the table stands


def standing(shown: Json, opponent_trouble: str) -> list[Sentence]:
    """What is said once it becomes so. shown: the other fields of `/api/state`."""
    if (waiting := shown["waiting_for"])["page"] != TABLE:
        return [Sentence("warnings", waiting["says"])]
    camera = shown["camera"]["message"]
    found = [Sentence("warnings", camera)] if camera else []
    if any((shown["warning"], shown["question"], shown["paused"], shown["match"]["winner"])):
        return found  # each of these was an event, and is said there
    phase, opponent, coach = shown["phase"], shown["opponent"], shown.get("coach")
    head: str = _stopped(shown["headline"])
    under: str = shown["detail"]
    if opponent and opponent["thinks"]:
        head, under = "", opponent_trouble
    elif phase == Phase.MOVING:
        guided = (opponent and opponent["play"] and not opponent["misplaced"]) or (coach and coach["way_back"])
        head, under = "", spoken_sentence(under) if guided else ""
    elif phase in (Phase.DOUBLED, Phase.GAME_OVER):
        head = ""
    elif phase == Phase.TO_ROLL and shown["player"] and not opponent:
        under = ""
    if text := _joined((head, under)):
        found.append(Sentence("all", text, asks=phase == Phase.DOUBLED))
    return [*found, *_coach(coach)] if coach else found


def _coach(coach: Json) -> list[Sentence]:
    verdicts = [_joined((_stopped(f"{each['name']}: {each['title']}"), each["text"])) for each in coach["says"]]
    plays = Message.joined(". ", (spoken_play(each["play"]) for each in coach["plays"]))
    text = spoken_sentence(_joined((*verdicts, coach["trouble"], coach["text"], plays)))
    return [Sentence("all", text, asks=True)] if text else []


def status(state: MatchState, shown: Json) -> str:
    """Everything that the page shows, board aside. shown: `/api/state`, without what the players agreed not to see."""
    if (waiting := shown["waiting_for"])["page"] != TABLE:
        return str(waiting["says"])
    question, camera = shown["question"], shown["camera"]["message"]
    offered = resigns(state, state.resignation) if state.resignation else ""
    if question:
        now: tuple[str, ...] = (question["title"], question["text"])
    else:
        now = (offered,) if offered else (_stopped(shown["headline"]), shown["detail"])
    warned = state.warning if shown["warning"] else None
    warning = (_warning(state, warned), advice(state, warned)) if warned else ()
    roll = Message("The roll is {roll}.", roll=spoken_roll(state.dice)) if state.dice else ""
    last = state.turns[-1] if state.turns else None
    before = _played(state, last) if last else ""
    length = state.rules.length
    form = Message("Match to {length}.", length=length) if length else ""
    score = _score(state)
    return _joined((camera, *warning, *now, roll, before, form, score, _cube(state)))


def _played(state: MatchState, turn: Turn) -> Message:
    return Message("{who} played {play}.", who=name_of(state, turn.player), play=spoken_play(turn.play))


def _cube(state: MatchState) -> Message:
    cube = state.cube
    if state.crawford:
        return _CRAWFORD
    if cube.owner is None:
        return Message("The cube lies in the middle, at {value}.", value=cube.value)
    return Message("{who} holds the cube at {value}.", who=name_of(state, cube.owner), value=cube.value)


def board_words(state: MatchState, position: Position) -> str:
    """Where the checkers of each player lie, in the numbering of that player, from the bar on; classes where they are
    known and no soldiers."""
    known = with_classes(state, position)
    return _joined(
        Message("{who}: {places}.", who=name_of(state, side), places=Message.joined(", ", _places(known, side)))
        for side in SIDES
    )


def _places(position: Position, side: Side) -> list[Message]:
    row = position.row(side)
    found = [(_checkers(row[place], place), place) for place in range(BAR, OFF - 1, -1) if row[place]]
    return [_with_classes(said, position, side, place) for said, place in found]


def _with_classes(said: Message, position: Position, side: Side, place: int) -> Message:
    """The same with the classes that lie there, from below."""
    if not isinstance(position, PositionOfOtherGame) or place == OFF:
        return said
    stack = spoken_stack(position.possible(_of_light(side, place))[0], side)
    return Message("{checkers} ({stack})", checkers=said, stack=stack) if stack else said


def _of_light(side: Side, place: int) -> int:
    """That place as stacks are numbered: light's points, 0 for light's bar and 25 for dark's."""
    if side is Side.LIGHT:
        return 0 if place == BAR else place
    return BAR if place == BAR else BAR - place


def _checkers(count: int, place: int) -> Message:
    if place == BAR:
        return Message("{count} on the bar", count=count)
    if place == OFF:
        return Message("{count} off", count=count)
    return Message("{count} on {point}", count=count, point=spoken_place(place))


def spoken_in_state(view: TableView, found: Json) -> Json:
    """Adds the field `spoken` to `/api/state`. found: its other fields."""
    now = contained("what is said now", lambda: [*map(_sentence_json, standing(found, view.opponent_trouble))], [])
    return {"spoken": {"events": [said for each in view.happened if (said := _event_json(each))], "now": now}}


@lru_cache(maxsize=64)
def _event_json(happened: RecentEvent) -> Json | None:
    return contained(f"what is said of {happened.event.name}", lambda: _said(happened), None)


def _said(happened: RecentEvent) -> Json | None:
    found = event_sentence(happened.event, happened.state)
    if found is None:
        return None
    return {"number": happened.number, **_sentence_json(replace(found, text=spoken_sentence(found.text)))}


def _sentence_json(sentence: Sentence) -> Json:
    return {
        "level": sentence.level,
        "text": sentence.text,
        "urgent": sentence.urgent,
        "asks": sentence.asks,
    }


def asked_json(state: MatchState, seen: Position | None, shown: Json) -> Json:
    """What is said when somebody asks: `/api/spoken`. seen: the board as last read."""
    return {
        "status": contained("the status by ear", lambda: spoken_sentence(status(state, shown)), ""),
        "board": contained("the board by ear", lambda: board_words(state, seen or state.lies), ""),
    }
