"""The state of the table in plain words: a headline, and a sentence under it where there is more to say."""

from __future__ import annotations

from dataclasses import replace

from arbiter.match.cube_answers import beaver_refused, double_refused
from arbiter.match.endings import Ending
from arbiter.match.entered_events import Resigned
from arbiter.match.events import IllegalPlay, OutOfStep, TimeRanOut
from arbiter.match.play_fault import PlayFault
from arbiter.match.state import MatchState, Phase
from arbiter.message import Message, shown_names
from arbiter.notation import format_roll
from arbiter.position import BAR, OFF, Position, Side
from arbiter.scoring import match_winner
from arbiter.verdict import CheckerMove
from web.offers import team_answers

HARDLY_SEEN = Message("Some of these checkers can hardly be seen; more, and more even, light helps.")


def name_of(state: MatchState, side: Side) -> str:
    return shown_names(state.names)[0 if side is Side.LIGHT else 1]


def other_name(state: MatchState) -> str:
    """Who is not on turn."""
    return name_of(state, state.player.other) if state.player else Message("The other")


def as_shown(state: MatchState) -> MatchState:
    """Where an illegal play is only recorded, it is the other player's turn to roll: nobody is told of it."""
    if state.phase is Phase.CORRECTING and state.shown_warning is None and state.player and not state.legal_only:
        return replace(state, phase=Phase.TO_ROLL, player=state.player.other)
    return state


def headline(state: MatchState) -> str:
    """What happens now, short enough to be read from across the room."""
    state = as_shown(state)
    who = name_of(state, state.player) if state.player else ""
    if offered := _waiting_resignation(state):
        return Message("{who} resigns", who=name_of(state, offered.player))
    match state.phase:
        case Phase.SETTING_UP:
            text = Message("Set the board up")
        case Phase.TO_ROLL:
            text = Message("{who} to roll", who=who) if who else Message("Roll to begin")
        case Phase.MOVING:
            text = Message("{who} to play", who=who)
        case Phase.CORRECTING:
            doubtful = state.warning is not None and state.warning.doubtful
            text = Message("Is this right?") if doubtful else Message("Illegal play")
        case Phase.DOUBLED:
            text = (
                Message("{who} beavers", who=other_name(state)) if state.beavered else Message("{who} doubles", who=who)
            )
        case Phase.GAME_OVER:
            text = _game_over(state)
        case Phase.MATCH_OVER:
            text = _match_over(state)
    return text


def detail(state: MatchState, seen: Position | None = None, hand: bool = False, doubt: str = "") -> str:
    """The sentence under the headline; may be empty.

    seen: the board as last read. hand: something covers part of it. doubt: why a board that seems to be set up does
    not begin a game.
    """
    state = as_shown(state)
    if offered := _waiting_resignation(state):
        return Message("{who}: accept, or play on?", who=name_of(state, offered.player.other))
    match state.phase:
        case Phase.SETTING_UP:
            text = _still_to_set_up(state.rules.start, seen, hand, doubt)
        case Phase.TO_ROLL:
            text = _before_the_roll(state)
        case Phase.MOVING:
            text = _while_playing(state)
        case Phase.CORRECTING:
            text = Message("{who} can correct it.", who=name_of(state, state.player)) if state.player else ""
        case Phase.DOUBLED:
            stake = state.cube.value * 2
            if state.beavered and state.player:
                who = name_of(state, state.player)
                text = Message("{who}: roll on at {stake}, or drop?", who=who, stake=stake)
            elif team_answers(state):
                text = Message("Each of the team: take at {stake}, or drop?", stake=stake)
            elif beaver_refused(state):
                text = Message("{who}: take at {stake}, or drop?", who=other_name(state), stake=stake)
            else:
                text = Message("{who}: take at {stake}, beaver, or drop?", who=other_name(state), stake=stake)
        case Phase.GAME_OVER:
            text = _after_the_game(state)
        case Phase.MATCH_OVER:
            text = ""
    return text


def time_ran_out(state: MatchState, event: TimeRanOut) -> str:
    """What a run-out clock has cost; state: the match after it."""
    who, other = name_of(state, event.player), name_of(state, event.player.other)
    if event.points == 0:
        seconds = state.rules.overtime
        return Message("{who} has used all the time up and has {seconds} seconds more.", who=who, seconds=seconds)
    if match_winner(state.rules, state.score):
        return Message("{who} has used all the time up: {other} wins the match.", who=who, other=other)
    return Message("{who} has used all the time up: a point for {other}.", who=who, other=other)


def advice(state: MatchState, warning: IllegalPlay) -> str:
    """What can be done about an illegal play (R59, R62, R63)."""
    who = name_of(state, warning.player)
    if warning.provisional:
        return Message("{who} can still correct it: the dice have not been lifted.", who=who)
    if state.rules.must_be_legal:
        return Message("{who} must correct it, with the same dice; a roll before that does not count.", who=who)
    other = name_of(state, warning.player.other)
    if state.demanded:
        return Message("{other} wants it put right; a roll before that does not count.", other=other)
    if state.rules.correction_window == "play":
        return Message("Correct it with the same dice. It stands once {other} has played.", other=other)
    return Message("Correct it with the same dice. It stands once {other} rolls.", other=other)


def dice_read(warning: IllegalPlay) -> str:
    """The roll by which a play was judged, where it comes from, and whether the checkers can be seen at all."""
    roll = format_roll(warning.dice)
    if warning.dice_sure is None:
        read = Message("The dice show {roll}.", roll=roll)
    else:
        read = Message("The camera read {roll}.", roll=roll)
    return Message.joined(" ", (read, HARDLY_SEEN)) if warning.unseen else read


def way_back(fault: PlayFault) -> str:
    """How a legal play comes to stand on the board: what goes back to where it began, and then a legal play."""
    back, then = (Message.joined(", ", map(_step, moves)) for moves in (fault.put_back, fault.then or fault.way_back))
    if fault.put_back and fault.then:
        return Message("Put back: {back}. Then: {then}.", back=back, then=then)
    if fault.put_back:
        return Message("Put back: {back}.", back=back)
    return Message("To a legal play: {steps}.", steps=then) if then else ""


def _step(shift: CheckerMove) -> Message:
    start, end = place_of(shift.start), place_of(shift.end)
    if shift.side is Side.LIGHT:
        return Message("light {start} to {end}", start=start, end=end)
    return Message("dark {start} to {end}", start=start, end=end)


def place_of(place: int | None) -> str:
    """A place in the numbering of whose checker it is, for a sentence."""
    names = {None: Message("beside the board"), BAR: Message("the bar"), OFF: Message("off")}
    return names.get(place, str(place))


_LOSES = {"single": Message("a single game"), "gammon": Message("a gammon"), "backgammon": Message("a backgammon")}


def _waiting_resignation(state: MatchState) -> Resigned | None:
    """It comes before whose turn it is; an illegal play is put right first."""
    return None if state.phase is Phase.CORRECTING else state.resignation


def resigns(state: MatchState, offered: Resigned) -> str:
    """A resignation that waits for its answer."""
    who, other = name_of(state, offered.player), name_of(state, offered.player.other)
    loses = _LOSES[offered.kind]
    return Message("{who} offers to lose {loses}. {other}: accept, or play on?", who=who, loses=loses, other=other)


def question_words(asked: OutOfStep, known: Position) -> tuple[str, str]:
    """The question that is asked while board and game do not match, and a sentence under it. known: by the game."""
    if asked.asks == "ending":
        return Message("How did the game end?"), Message("The board was cleared or set up anew. One tap is enough.")
    if asked.position.playable and not asked.position.out_of_sight(known):
        text = Message("Put the checkers back as marked, or say what is right. Until then nothing is called illegal.")
    else:
        text = Message(
            "Put the checkers back as marked: not all of them are in sight. Until then nothing is called illegal."
        )
    return Message("The board does not match the game"), text


def ending_label(state: MatchState, ending: Ending) -> str:
    """One answer to how the game ended."""
    if ending.winner is None:
        return Message("Nobody scores")
    return Message.joined(" · ", (wins(name_of(state, ending.winner), ending.kind), counted_points(ending.points)))


def wins(who: str, kind: str) -> Message:
    """Who has won a game, and whether it counts more than once."""
    if kind == "gammon":
        return Message("{who} wins a gammon", who=who)
    if kind == "backgammon":
        return Message("{who} wins a backgammon", who=who)
    return Message("{who} wins the game", who=who)


def counted_points(points: int) -> Message:
    """`1 point`, `2 points`."""
    return Message.counted("{count} point", "{count} points", points)


def _still_to_set_up(start: Position, seen: Position | None, hand: bool, doubt: str) -> str:
    if seen is None:
        return Message("The game begins when the camera sees all checkers in place.")
    wrong = sum(seen.counts(point) != start.counts(point) for point in range(1, 25))
    if wrong:
        return Message.counted("One point is not right yet.", "{count} points are not right yet.", wrong)
    if hand:
        return Message("Hands off the board, please.")
    return doubt or Message("All checkers are in place.")


def _while_playing(state: MatchState) -> str:
    if state.pressed:
        return Message("{who}'s time runs. The play is judged when the dice are lifted.", who=other_name(state))
    if state.source == "inferred" and state.dice:
        return Message("The dice were hard to read; by the play they show {roll}.", roll=format_roll(state.dice))
    return Message("Lifting the dice ends the turn.")


def _before_the_roll(state: MatchState) -> str:
    if state.player is None:
        return Message("One die each; the higher number begins.")
    return Message("Or to double.") if state.turns and not double_refused(state, state.player) else ""


def _game_over(state: MatchState) -> Message:
    if state.result:
        return wins(name_of(state, state.result.winner), state.result.kind)
    if state.player:
        return Message("{who} drops", who=name_of(state, state.player.other))
    return Message("The game is over")


def _after_the_game(state: MatchState) -> str:
    said = [Message("Set the board up for the next game.")]
    if state.result and state.assumed:
        said.insert(0, Message("Nobody said how it ended: this is assumed."))
    if state.result:
        points = state.result.points
        said.insert(0, Message.counted("{count} point.", "{count} points.", points))
    return Message.joined(" ", said)


def _match_over(state: MatchState) -> Message:
    light, dark = state.score
    return Message("{who} wins the match", who=name_of(state, Side.LIGHT if light > dark else Side.DARK))
