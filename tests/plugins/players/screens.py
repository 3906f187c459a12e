"""The pages of players and dice among all screens (`tests.plugged`)."""

from __future__ import annotations

from collections.abc import Iterable

from flask import Flask

from bookgammon.plugins.players.pages import add_players
from tests.plugged import StagePart
from tests.plugins.players.careers import Careers
from tests.web.screens import LONG_NAMES, OPEN_ALL, Screen

_PLAYER = f"/players/player?name={LONG_NAMES[0]}"


class PlayersPart(StagePart):
    def screens(self) -> Iterable[Screen]:
        return (
            Screen("players", "/players"),
            Screen("dice", "/dice"),
            Screen("player", _PLAYER, within="main", after=OPEN_ALL),
            Screen("rename a player", _PLAYER, within="dialog[open]", after="document.all.rename.click()"),
            Screen("remove a player", _PLAYER, within="dialog[open]", after="document.all.remove.click()"),
        )

    def add(self, app: Flask, names: tuple[str, str]) -> None:
        add_players(app, Careers(names))


PART = PlayersPart
