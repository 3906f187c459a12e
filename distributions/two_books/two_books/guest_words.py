"""What a guest at the page may say now, and what that comes to in the log. Pure: it follows from the shared match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, get_args

from arbiter.match.cube_answers import beaver_refused, double_refused
from arbiter.match.state import MatchState, Phase
from arbiter.position import BAR, OFF, Side
from arbiter.scoring import Kind
from two_books.bodies import (
    AcceptedLoss,
    AskedBack,
    AtMoment,
    BeaveredBy,
    Checked,
    DiceShown,
    DoubledBy,
    DroppedBy,
    GaveUp,
    PlaysOn,
    Said,
    TakenBy,
)
from two_books.own_table import OVER
from two_books.shared_dice import digest_of
from two_books.shared_match import SharedMatch

Act = Literal["throw", "double", "take", "drop", "beaver", "accept", "refuse", "withdraw", "ask_back"]
"""What is said by one tap; giving up says how much, too."""
ACTS: tuple[Act, ...] = get_args(Act)
KINDS: tuple[Kind, ...] = get_args(Kind)
_SAYS: dict[Act, Callable[[int, int], AtMoment]] = {
    "double": DoubledBy, "take": TakenBy, "drop": DroppedBy, "beaver": BeaveredBy,
    "accept": AcceptedLoss, "refuse": PlaysOn, "withdraw": PlaysOn,
}  # fmt: skip


def acts(match: SharedMatch, own: Side) -> tuple[Act, ...]:
    """What the guest may say now, the likeliest first."""
    state, asked = match.state, match.asked
    if state.phase is Phase.MATCH_OVER or match.agreed is None:
        return ()
    if offered := state.resignation:
        return ("withdraw",) if offered.player is own else ("accept", "refuse")
    found = list[Act]()
    if state.phase is Phase.TO_ROLL and state.player is own and not match.hidden:
        found.append("throw")
        if double_refused(state, own) is None:
            found.append("double")
    if state.answerer is own:
        found += ["take", "drop"] if beaver_refused(state) else ["take", "drop", "beaver"]
    if asked is None and not match.hidden and _may_ask_back(state, own):
        found.append("ask_back")
    return tuple(found)


def kinds(match: SharedMatch, own: Side) -> tuple[Kind, ...]:
    """At which values the guest may offer to give the game up now; none where they may not."""
    state = match.state
    if match.agreed is None or state.phase not in (Phase.TO_ROLL, Phase.MOVING) or state.resignation:
        return ()
    if state.player is not own or not state.turns:
        return ()
    row = state.position.row(own)
    if row[OFF]:
        return ("single",)
    return KINDS if row[BAR] or sum(row[19:BAR]) else ("single", "gammon")


def said_by_act(act: Act, match: SharedMatch) -> Said | None:
    """The entry for it; None for throwing, which takes a share that nobody else knows."""
    at = (match.state.game, len(match.state.turns))
    if act == "ask_back":
        own = match.side("guest")
        last = max((number for number, turn in enumerate(match.state.turns) if turn.player is own), default=0)
        return AskedBack(match.state.game, last)
    return _SAYS[act](*at) if act in _SAYS else None


def gives_up(kind: Kind, match: SharedMatch) -> GaveUp:
    return GaveUp(match.state.game, len(match.state.turns), kind)


def due(match: SharedMatch, own: Side, share: str) -> Said | None:
    """What the guest's program says by itself: the end of a game seen, and the last step of a roll."""
    state = match.state
    if state.phase in OVER:
        return None if own in match.checked else Checked(state.game, state.score)
    if state.phase is not Phase.TO_ROLL or state.player is not own or not match.shared:
        return None
    return DiceShown(state.game, len(state.turns), share) if hides(share, match) else None


def hides(share: str, match: SharedMatch) -> bool:
    """Whether that share is the one hidden behind the roll that is being thrown."""
    return bool(share) and digest_of(share) == match.hidden


def _may_ask_back(state: MatchState, own: Side) -> bool:
    """Their own last play, also where the other has played since; but not once they have thrown again."""
    thrown_again = state.phase is Phase.MOVING and state.player is own
    played = any(turn.player is own for turn in state.turns[-2:])
    return played and state.phase in (Phase.TO_ROLL, Phase.MOVING) and not thrown_again
