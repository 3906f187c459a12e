"""What follows where people edit an earlier turn, and the line that says so in the log of the match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arbiter.errors import ArbiterError
from arbiter.match.commands import CommandError, ConfirmationNeeded, EditTurn
from arbiter.match.cube_answers import double_refused
from arbiter.match.editing import EditedRecord, RecordedTurn
from arbiter.match.entered_events import TurnEdited, TurnRevised
from arbiter.match.events import Event
from arbiter.match.fold import replay_of
from arbiter.match.shifted_play import board_after
from arbiter.match.state import MatchState
from arbiter.match.undo import standing_edits
from arbiter.message import Message, shown_names
from arbiter.notation import describe_change, format_roll, place_name
from arbiter.play_text import shown_play
from arbiter.plays import position_faults
from arbiter.position import Position, Side
from arbiter.replacing import replace
from arbiter.verdict import CheckerMove, checker_moves, judge

MOST_MISFITS = 3
"""Turns that no longer fit and are named one by one."""


def turn_edited(state: MatchState, command: EditTurn, frame: int, time: float) -> TurnEdited:
    """The event of an edit. Raises CommandError where it cannot be, ConfirmationNeeded where people are asked first."""
    edit = TurnEdited(frame, time, command.game, command.turn, command.dice, "", command.position, command.cube)
    replay = replay_of(state, edit)
    if replay is None:
        raise CommandError(
            Message("Game {game} has no finished turn {turn}.", game=command.game, turn=command.turn)
        )
    turn = replay.turn
    _check_entry(turn, command)
    before = turn.start.position
    if command.play is not None:
        try:
            edit = replace(edit, position=board_after(command.play, before, turn.player))
        except ArbiterError as error:
            raise CommandError(str(error)) from error
    edit = _as_played(turn, edit, before)
    replay = replay_of(state, edit) or replay
    if not replay.changed:
        raise CommandError(Message("That is what the record says already."))
    if not command.confirmed and (questions := tuple(_questions(state, edit, replay, before))):
        raise ConfirmationNeeded(Message.joined(" ", questions))
    return edit


def edit_line(before: MatchState, edit: TurnEdited) -> Message:
    """What an edit has changed, for the log of the match. before: the state that it was made in."""
    replay = replay_of(before, edit)
    changes = tuple(_changes(replay.turn, edit)) if replay else ()
    what = Message.joined("; ", changes)
    if before.game != edit.game:
        return Message("Game {game}, turn {turn} corrected: {what}", game=edit.game, turn=edit.turn, what=what)
    return Message("Turn {turn} corrected: {what}", turn=edit.turn, what=what)


def edit_lines(events: Sequence[Event]) -> tuple[str, ...]:
    """What was corrected afterwards and stands, in the order in which it was corrected."""
    lines: list[str] = []
    for change in standing_edits(events):
        edit = events[change.number]
        if isinstance(edit, TurnRevised):
            lines.append(edit.message)
        elif isinstance(edit, TurnEdited) and (replay := replay_of(change.before, edit)) and replay.changed:
            lines.append(edit_line(change.before, edit))
    return tuple(lines)


def _changes(turn: RecordedTurn, edit: TurnEdited) -> Iterator[Message]:
    if edit.dice and sorted(edit.dice) != sorted(turn.dice or ()):
        yield _instead(format_roll(edit.dice), format_roll(turn.dice) if turn.dice else "?")
    if edit.position and edit.position != turn.position:
        yield _instead(shown_play(edit.play), shown_play(turn.play or "?"))
    if edit.cube and (edit.cube == "taken") is not turn.doubled:
        yield Message("a double, taken, before it") if edit.cube == "taken" else Message("no double before it")


def _instead(new: str, old: str) -> Message:
    return Message("{new} instead of {old}", new=new, old=old)


# ------------------------------------------------------------------ what is entered


def _check_entry(turn: RecordedTurn, command: EditTurn) -> None:
    dice = command.dice or turn.dice
    if command.dice and not all(1 <= die <= 6 for die in command.dice):
        raise CommandError(Message("A die shows a number from 1 to 6."))
    if command.dice and turn.start.player is None and command.dice[0] == command.dice[1]:
        raise CommandError(Message("Equal opening dice are rolled again (R9)."))
    if dice is None and (command.play is not None or command.position):
        raise CommandError(Message("Nobody saw this roll: enter it as well."))
    if command.position and (faults := position_faults(turn.start.position, command.position)):
        raise CommandError(Message("That position cannot be: {fault}.", fault=faults[0]))
    if command.cube:
        _check_cube(turn, command)


def _check_cube(turn: RecordedTurn, command: EditTurn) -> None:
    start = turn.start
    if start.chouette:
        raise CommandError(Message("In a chouette the cube of an earlier turn stays: each player answered alone."))
    if command.cube == "taken" and not turn.doubled:
        if start.player is None:
            raise CommandError(Message("Nobody doubles before the opening roll (R47)."))
        if reason := double_refused(start, start.player):
            raise CommandError(reason)


def _as_played(turn: RecordedTurn, edit: TurnEdited, before: Position) -> TurnEdited:
    """Only what differs from the record; the play in the notation that its board gives it."""
    dice = edit.dice if edit.dice and sorted(edit.dice) != sorted(turn.dice or ()) else None
    position = edit.position if edit.position != turn.position else None
    cube = edit.cube if edit.cube and (edit.cube == "taken") is not turn.doubled else None
    play = ""
    if position:
        rolled = dice or turn.dice
        play = judge(before, turn.player, rolled, position).play if rolled else ""
        play = play or describe_change(before, turn.player, position)
    return replace(edit, dice=dice, position=position, play=play, cube=cube)


# ------------------------------------------------------------------ what is asked first


def _questions(state: MatchState, edit: TurnEdited, replay: EditedRecord, before: Position) -> Iterator[Message]:
    turn = replay.turn
    dice, position = edit.dice or turn.dice, edit.position or turn.position
    if dice and (edit.dice or edit.position):
        verdict = judge(before, turn.player, dice, position)
        if not verdict.legal:
            yield Message("{verdict} It will be recorded as an illegal play that stands.", verdict=verdict.message)
    for misfit in replay.misfits[:MOST_MISFITS]:
        yield misfit.sentence
    if len(replay.misfits) > MOST_MISFITS:
        yield Message.counted(
            "One more turn does not fit either.",
            "{count} more turns do not fit either.",
            len(replay.misfits) - MOST_MISFITS,
        )
    if replay.misfits:
        yield Message("There the board is kept as it was recorded.")
    if replay.state.lies != state.lies:
        moves = ", ".join(_move(state, move) for move in checker_moves(state.lies, replay.state.lies))
        yield Message("The board as it lies now would have to change: {moves}.", moves=moves)


def _move(state: MatchState, move: CheckerMove) -> str:
    name = shown_names(state.names)[0 if move.side is Side.LIGHT else 1]
    places = ("?" if place is None else place_name(place) for place in (move.start, move.end))
    return f"{name} {'/'.join(places)}"
