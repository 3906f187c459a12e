"""What our own player has done at our table and the shared log does not say yet: the next thing to propose.

Pure: the table's state is compared with the log, our waiting proposals counted in. So nothing is proposed twice, and
what was missed while the program was down is proposed when it is back.
"""

from __future__ import annotations

from arbiter.match.state import MatchState, Phase
from arbiter.plays import Dice
from arbiter.position import Side
from two_books.bodies import (
    AcceptedLoss,
    AskedBack,
    AskedScore,
    BeaveredBy,
    Checked,
    Consent,
    DoubledBy,
    DroppedBy,
    GaveUp,
    Opened,
    Played,
    PlaysOn,
    Rolled,
    Said,
    TakenBy,
)
from two_books.own_table import OVER, first_difference, offers, offers_shown, plays_it, result_of, score_entered
from two_books.positions_entered import asked_here
from two_books.shared_match import SharedMatch


def missing(table: MatchState, match: SharedMatch, own: Side) -> Said | None:
    """What is to be proposed next; None where the log has all that our player has done.

    match: as the log will be with what we have proposed already.
    """
    if match.agreed is None or not plays_it(table, match, own):
        return None
    state = match.state
    if table.game != state.game:
        return (
            _end_passed(table, match, own) or asked_here(table, match) or _opening(table, match, own)
            or _ended_otherwise(table, match, own)
        )  # fmt: skip
    differs = first_difference(table, match)
    if differs is not None or len(table.turns) < len(state.turns):
        number = len(table.turns) if differs is None else differs
        return _back(match, number, own)
    if match.asked and match.asked.by is own and isinstance(match.asked.what, AskedBack):
        return Consent(match.asked.number, agrees=False)  # they have made the same play again
    if state.phase in OVER:
        return _end(table, match, own)
    return (
        asked_here(table, match)
        or _opening_again(table, match, own)
        or _offer(table, match, own)
        or _turn(table, match, own)
        or _score(table, match)
    )


def _opening_again(table: MatchState, match: SharedMatch, own: Side) -> Said | None:
    """The opening roll was read better: other dice, or the other player begins after all."""
    state = match.state
    if match.agreed is None or own is not match.agreed.host or state.turns:
        return None
    if state.phase is not Phase.MOVING and (state.phase is not Phase.TO_ROLL or state.player is not None):
        return None
    player, dice = _first_roll(table)
    if player is None or dice is None or dice[0] == dice[1]:
        return None
    same = player is state.player and sorted(dice) == sorted(state.dice or ())
    return None if same else Opened(state.game, player, dice)


def _opening(table: MatchState, match: SharedMatch, own: Side) -> Said | None:
    """The dice that a game begins with are thrown at the host's board."""
    state = match.state
    if match.agreed is None or own is not match.agreed.host or table.game != state.game + 1 or not match.may_open:
        return None
    player, dice = _first_roll(table)
    return Opened(table.game, player, dice) if player and dice else None


def _end_passed(table: MatchState, match: SharedMatch, own: Side) -> Said | None:
    """The end of the game before, at a table that is set up for the next."""
    state = match.state
    next_one = table.game == state.game + 1 and state.phase is Phase.GAME_OVER
    return Checked(state.game, state.score) if next_one and own not in match.checked else None


def _first_roll(table: MatchState) -> tuple[Side | None, Dice | None]:
    if table.turns:
        return table.turns[0].player, table.turns[0].dice
    if table.phase in (Phase.MOVING, Phase.CORRECTING):
        return table.player, table.dice
    return None, None


def _ended_otherwise(table: MatchState, match: SharedMatch, own: Side) -> Said | None:
    """At our table the game was said to be lost, and another one set up."""
    state = match.state
    if table.game <= state.game or state.phase in (*OVER, Phase.SETTING_UP) or state.resignation or not table.result:
        return None
    if table.result.winner is own:
        return None
    return GaveUp(state.game, len(state.turns), table.result.kind)


def _back(match: SharedMatch, number: int, own: Side) -> Said | None:
    """Our own play was taken back, or made anew otherwise."""
    what = AskedBack(match.state.game, number)
    if match.state.turns[number].player is not own or match.asked or match.refused == what:
        return None
    return what


def _end(table: MatchState, match: SharedMatch, own: Side) -> Said | None:
    state = match.state
    if table.phase not in OVER or table.score != state.score or own in match.checked:
        return None
    if state.phase is Phase.MATCH_OVER and table.phase is not Phase.MATCH_OVER:
        return None
    return Checked(state.game, state.score)


def _offer(table: MatchState, match: SharedMatch, own: Side) -> Said | None:
    """To give the game up, and what was said to that."""
    state, offered = match.state, match.state.resignation
    at = (state.game, len(state.turns))
    mine = table.resignation if table.resignation and table.resignation.player is own else None
    if mine and offers_shown(table, own) > offers(match, own):
        return GaveUp(*at, mine.kind)
    if offered is None:
        return _lost(table, match, own)
    if offered.player is own:
        return PlaysOn(*at) if mine is None and table.phase not in OVER else None
    if table.resignation is None and offers_shown(table, own.other) >= offers(match, own.other):
        return AcceptedLoss(*at) if table.phase in OVER else PlaysOn(*at)
    return None


def _lost(table: MatchState, match: SharedMatch, own: Side) -> Said | None:
    """The game was said to be over, lost by our player, without an offer before."""
    state, result = match.state, table.result
    if table.phase not in OVER or result is None or result.winner is own:
        return None
    if len(table.turns) > len(state.turns) or state.phase is Phase.DOUBLED:
        return None
    return GaveUp(state.game, len(state.turns), result.kind)


def _turn(table: MatchState, match: SharedMatch, own: Side) -> Said | None:
    state = match.state
    if state.phase is Phase.DOUBLED:
        return _answer(table, match) if state.answerer is own else None
    if state.player is not own:
        return None
    at = (state.game, len(state.turns))
    if state.phase is Phase.TO_ROLL:
        if table.phase is Phase.DOUBLED and table.player is own and not table.beavered:
            answered = table.cube.value != state.cube.value  # only our table does not know it yet
            return None if answered else DoubledBy(*at)
        dice = _dice(table, len(state.turns), own)
        return Rolled(*at, dice) if dice and not match.thrown_together(own) else None
    if state.phase is Phase.MOVING:
        return _played(table, match, own)
    return None


def _dice(table: MatchState, number: int, own: Side) -> Dice | None:
    """Our roll of that turn, finished or not."""
    if number < len(table.turns):
        return table.turns[number].dice
    rolled = table.phase in (Phase.MOVING, Phase.CORRECTING) and table.player is own
    return table.dice if rolled else None


def _played(table: MatchState, match: SharedMatch, own: Side) -> Said | None:
    state = match.state
    number = len(state.turns)
    dice = _dice(table, number, own)
    if dice and state.dice and sorted(dice) != sorted(state.dice) and not match.thrown_together(own):
        return Rolled(state.game, number, dice) if number else None
    if number >= len(table.turns) or dice is None:
        return None
    turn = table.turns[number]
    result = result_of(match, number, turn)
    return Played(state.game, number, dice, turn.play, result) if result else None


def _answer(table: MatchState, match: SharedMatch) -> Said | None:
    """What our player has said to the double that waits."""
    state = match.state
    at = (state.game, len(state.turns))
    if table.phase is Phase.DOUBLED:
        return BeaveredBy(*at) if table.beavered and not state.beavered else None
    if table.phase in OVER:
        return DroppedBy(*at)
    return TakenBy(*at) if table.cube.value == 2 * state.cube.value else None


def _score(table: MatchState, match: SharedMatch) -> Said | None:
    """Another score was entered just now; one that the log has changed is entered at our table instead."""
    what = AskedScore(table.score)
    if table.score == match.state.score or table.phase in OVER or match.asked or match.refused == what:
        return None
    return what if score_entered(table) else None
