"""Players with figures as long as they get, for the pages of players and dice."""

from __future__ import annotations

from dataclasses import replace

from bookgammon.plugins.players.pages import (
    DiceLine,
    DicePage,
    KindLine,
    MatchLine,
    OpponentLine,
    PlayerLine,
    PlayerList,
    PlayerPage,
    PlayRates,
    Results,
    SpanLine,
)

_DAYS = tuple(f"2026-{month:02d}-0{day}T20:00:00+00:00" for month in range(1, 7) for day in (2, 5, 9))
_SELDOM = "Bo"
"""Who played here once."""
_MATCH = MatchLine(
    1, _DAYS[0], "", 7, 7, 5, True, 1512.3, 12.3, 9, 412, 33, 3.121, 0.4, -0.83, 2, 1, 430, 8123.4
)  # fmt: skip


def dice(name: str, level: str = "uneven") -> DiceLine:
    return DiceLine(
        name, 12_345, (4001, 4123, 4170, 4099, 4100, 4197), 2067, "uneven" if level == "uneven" else "even", 0.0075,
        "More uneven than dice are: 8 in 1,000 fair pairs look so uneven.",
        "The camera read 12345, and people corrected 123 of them (1.0 %): these count as corrected.",
        "Not counted: 1034 opening rolls, 23 entered by hand, 18 inferred from the plays.",
    )  # fmt: skip


def page(name: str, other: str) -> PlayerPage:
    spans = tuple(
        SpanLine(day, day, 12, 7, 5, 1500 + 13.7 * number * (-1) ** number, 11.2, 9.0 + number % 4, 0.3 * number - 2)
        for number, day in enumerate(_DAYS)
    )
    return PlayerPage(
        name, Results(1234, 700, 500, 4000, 3500, 7000, 6100), 30, 4, -17, 1687.4, 6400, 1200,
        PlayRates(6000, 181_000, 8.43, 7.9, 12.1, -12.34), 31, 12, 42_000, 812_345.6,
        (
            OpponentLine(other, True, Results(900, 500, 390, 3000, 2500, 5000, 4100)),
            OpponentLine("GNU Backgammon (grandmaster)", False, Results(200, 10, 190, 100, 900, 200, 1800)),
            OpponentLine("", False, Results(1, 1, 0, 1, 0, 1, 0)),
        ),
        (KindLine("Bear-off against contact", 7800, 912, 123.45), KindLine("Opening", 9000, 120, 20.05)),
        spans, dice(name), tuple(replace(_MATCH, match=number, opponent=other) for number in (1, 2)), 17,
    )  # fmt: skip


class Careers:
    """Fulfils `bookgammon.plugins.players.pages.Players`. asked: what was asked to be done, in its order."""

    def __init__(self, names: tuple[str, str]) -> None:
        self.names = names
        self.asked: list[tuple[object, ...]] = []

    def players(self) -> PlayerList:
        lines = (PlayerLine(name, 1234, _DAYS[-1], 1687.4) for name in self.names)
        return PlayerList((*lines, PlayerLine(_SELDOM, 1, _DAYS[0])), 17)

    def player(self, name: str) -> PlayerPage | None:
        if name not in (*self.names, _SELDOM):
            return None
        return page(name, next(other for other in self.names if other != name))

    def dice(self) -> DicePage:
        named = [f"The old book from the attic: thrown by {side}" for side in ("light", "dark")]
        return DicePage((dice(named[0]), dice(named[1], "even")), 200, 0.01)

    def is_player(self, name: str) -> bool:
        return name in self.names

    def rename(self, name: str, new: str) -> None:
        self.asked.append(("rename", name, new))

    def remove(self, name: str, *, matches: bool) -> None:
        self.asked.append(("remove", name, matches))
