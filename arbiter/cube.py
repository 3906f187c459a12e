"""When the doubling cube may be turned (R46, R51, R52, R55): one rule for games, matches and chouettes."""

from __future__ import annotations

from arbiter.message import Message
from arbiter.position import Side
from arbiter.rules import Rules


def limit_refusal(rules: Rules, value: int) -> Message | None:
    """Why the cube may not show `value`; None where it may (R51)."""
    limit = rules.cube_limit
    if limit == 0 or value <= limit:
        return None
    return Message("The cube goes no higher than {limit} by these rules (R51).", limit=limit)


def double_refusal(rules: Rules, side: Side, value: int, owner: Side | None, *, crawford: bool) -> Message | None:
    """Why `side` may not double a cube that shows `value` at the start of their turn; None where they may."""
    if crawford:
        return Message("The cube is not used in the Crawford game (R55).")
    if rules.length == 1:
        return Message("The cube is not used in a match to one point (R55).")
    if owner is side.other:
        return Message("Only the owner of the cube may double (R46).")
    return limit_refusal(rules, 2 * value)


def beaver_refusal(rules: Rules, offered: int, *, beavered: bool) -> Message | None:
    """Why a double to `offered` may not be beavered; None where it may (R52). beavered: it is a beaver itself."""
    if not rules.beavers or rules.length:
        return Message("Beavers are for money sessions in which they were agreed (R52).")
    if beavered:
        return Message("A beaver is not beavered: go on or drop (R52).")
    return limit_refusal(rules, 2 * offered)


def turned_by_tie(rules: Rules, value: int, *, crawford: bool) -> bool:
    """Whether a tie on the opening roll turns a cube that shows `value` (R53)."""
    return not crawford and 2 * value <= 2**rules.automatic_doubles and limit_refusal(rules, 2 * value) is None
