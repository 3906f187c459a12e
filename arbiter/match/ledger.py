"""Who owes whom: the ledger of a chouette, in points; it always sums to zero."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from arbiter.errors import ArbiterError
from arbiter.message import Message


@dataclass(frozen=True, slots=True)
class Transfer:
    """`payer` gives `payee` so many points."""

    payer: str
    payee: str
    points: int


@dataclass(frozen=True, slots=True)
class Ledger:
    """Everybody who ever took part, with points won (+) or lost (-), in the order they came."""

    entries: tuple[tuple[str, int], ...] = ()

    def balance(self, name: str) -> int:
        """Points won or lost so far; 0 for somebody who never played."""
        return dict(self.entries).get(name, 0)

    def with_player(self, name: str) -> Ledger:
        known = any(entry[0] == name for entry in self.entries)
        return self if known else Ledger((*self.entries, (name, 0)))

    def lost(self, loser: str, winner: str, points: int) -> Ledger:
        """After one more loss. Raises ArbiterError where a player would lose to themselves, or less than nothing."""
        if loser == winner or points < 0:
            raise ArbiterError(
                Message("{loser} cannot lose {points} points to {winner}.", loser=loser, points=points, winner=winner)
            )
        both = self.with_player(loser).with_player(winner)
        change = {loser: -points, winner: points}
        return Ledger(tuple((name, points + change.get(name, 0)) for name, points in both.entries))

    def settled(self) -> tuple[Transfer, ...]:
        """Payments that leave everybody even: the largest debt goes to the largest claim first."""
        open_points = dict(self.entries)
        transfers: list[Transfer] = []
        while any(open_points.values()):
            payer = min(open_points, key=lambda name: open_points[name])
            payee = max(open_points, key=lambda name: open_points[name])
            points = min(-open_points[payer], open_points[payee])
            open_points[payer] += points
            open_points[payee] -= points
            transfers.append(Transfer(payer, payee, points))
        return tuple(transfers)

    def amounts(self, stake: Decimal) -> dict[str, Decimal]:
        """What everybody has won or lost in money, at so much a point (R45, R56)."""
        return {name: points * stake for name, points in self.entries}
