"""What the guest's page shows, as JSON beside the fields of the core's `/api/state`. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from arbiter.errors import NotationError
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message
from arbiter.notation import find_play
from arbiter.position import Side
from arbiter.position_json import position_to_json
from arbiter.seats import Seats
from two_books.asked_words import asked_words, was_declined
from two_books.guest_client import GuestMatch
from two_books.guest_turn import TurnUnderWay
from two_books.guest_words import acts, kinds
from two_books.link import Difference
from two_books.own_table import OVER
from two_books.shared_match import SharedMatch
from two_books.shown import PHRASES, difference_words, why_it_waits
from web.messages import headline
from web.view import TableView

Json = dict[str, Any]
NOBODY: Json = {"joined": False}


@dataclass(frozen=True, slots=True)
class GuestInState:
    """Adds `guest` to the page's state, and shows the turn under way on its board."""

    shown: Json

    def __call__(self, view: TableView, found: Json) -> Json:
        del view
        position = self.shown.get("position")
        board = {**found["board"], "position": position} if position else found["board"]
        return {"guest": self.shown, "board": board}


def guest_view(shown: GuestMatch | None, *, trouble: str = "") -> TableView:
    """shown: None before anybody has joined. trouble: why the program cannot join, one sentence, or nothing."""
    if shown is None:
        added = GuestInState({**NOBODY, "trouble": trouble})
        return TableView(SharedMatch().state, Seats(Side.LIGHT), added=(added,))
    own = shown.own or Side.LIGHT
    return TableView(shown.match.state, Seats(own), added=(GuestInState(guest_json(shown)),))


def guest_json(shown: GuestMatch) -> Json:
    match, own, turn = shown.match, shown.own, shown.turn
    parted = shown.peer.difference is not None  # then nothing that is said gets into the log
    declined = own is not None and was_declined(match, own)
    return {
        "joined": True,
        "side": own and own.value,
        "other": shown.other_name,
        "says": Message("The match cannot go on.") if parted else _says(shown),
        "status": _status(shown),
        "trouble": shown.trouble,
        "difference": _difference(shown.peer.difference),
        "refused": shown.refused,
        "declined": Message("{name} does not agree.", name=shown.other_name) if declined else None,
        "phrase": PHRASES.get(shown.phrase),
        "acts": list(acts(match, own)) if own and not parted else [],
        "kinds": list(kinds(match, own)) if own and not parted else [],
        "asked": None if parted else _asked(shown),
        "over": match.over,
        "last": _last(match),
        **_turn(None if parted else turn),
    }


def _difference(difference: Difference | None) -> Message | None:
    words = difference_words(difference)
    if words is None:
        return None
    ends = Message("Nothing is added to either log any more: begin a new match with a new invitation.")
    return Message.joined(" ", [words, ends])


def _last(match: SharedMatch) -> list[Json]:
    """The moves of the last play of this game."""
    turns, before = match.state.turns, match.before
    if not turns or not before or (dice := turns[-1].dice) is None:
        return []
    turn, (state, _) = turns[-1], before[-1]
    try:
        play = find_play(turn.play, state.position, turn.player, dice)
    except NotationError:
        return []
    return [{"side": turn.player.value, "from": move.start, "to": move.end} for move in play.moves]


def _turn(turn: TurnUnderWay | None) -> Json:
    if turn is None:
        return {"position": None, "moves": {}, "left": [], "made": [], "whole": False, "back": False}
    moves: dict[str, list[int]] = {}
    for move in turn.moves:
        ends = moves.setdefault(str(move.start), [])
        if move.end not in ends:
            ends.append(move.end)
    return {
        "position": position_to_json(turn.position),
        "moves": moves,
        "left": list(turn.left),
        "made": [{"side": turn.side.value, "from": move.start, "to": move.end} for move in turn.made],
        "whole": turn.whole is not None,
        "back": bool(turn.made),
    }


def _asked(shown: GuestMatch) -> Json | None:
    asked = shown.match.asked
    if asked is None:
        return None
    words = asked_words(shown.match, shown.own, shown.other_name)
    return {"number": asked.number, "ours": shown.own is asked.by, "what": words}


def _says(shown: GuestMatch) -> str:
    """What the guest is to do now, or what is waited for."""
    match, own, name = shown.match, shown.own, shown.other_name
    state = match.state
    if own is None:
        return Message("Wait for the other player: then the match begins.")
    if state.resignation and state.resignation.player is own:
        return Message("{name} is asked whether they accept.", name=name)
    if state.resignation or state.phase is Phase.MATCH_OVER:
        return headline(state)
    if state.phase is Phase.DOUBLED:
        return _doubled(state.answerer is own, beavered=state.beavered, stake=state.cube.value * 2, name=name)
    if state.player is own and state.phase not in OVER:
        return _own_turn(shown.turn, rolling=bool(match.hidden))
    return _others_turn(state, name)


def _others_turn(state: MatchState, name: str) -> str:
    if state.phase in (Phase.SETTING_UP, *OVER):
        return Message("{name} throws the opening dice for both of you.", name=name)
    if state.phase is Phase.MOVING:
        return Message("{name} plays.", name=name)
    return Message("{name} throws the dice.", name=name)


def _doubled(ours: bool, *, beavered: bool, stake: int, name: str) -> str:
    if not ours:
        return Message("You double: {name} takes or drops.", name=name)
    if beavered:
        return Message("{name} beavers: play on at {stake}, or drop?", name=name, stake=stake)
    return Message("{name} doubles: do you play on at {stake}, or drop?", name=name, stake=stake)


def _own_turn(turn: TurnUnderWay | None, *, rolling: bool) -> str:
    if turn is None:
        return Message("The dice are rolling…") if rolling else Message("Your turn: throw the dice.")
    if turn.whole is None:
        return Message("Move your checkers: tap one, then where it goes.")
    if not turn.made:
        return Message("No checker can move with these dice.")
    return Message("Is that your play? Then tap Done.")


def _status(shown: GuestMatch) -> str:
    name = shown.other_name
    waits = why_it_waits(name, shown.peer, shown.match, in_step=shown.other_in_step)
    return waits or Message("{name} is there.", name=name)

