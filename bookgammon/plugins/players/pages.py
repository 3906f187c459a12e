"""Players: the list of who plays here, a page for each, and the dice; the addresses behind these pages.

Everybody may look and take figures away; only a paired device renames, merges and removes a player. What there is to
know comes from `Players`, which has the journal behind it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol

from flask import Flask, Response, jsonify, render_template, request
from werkzeug.exceptions import NotFound

from arbiter.message import NAMELESS, Message
from arbiter.values import plain_name
from web.errors import Refused
from web.guard import json_body
from web.plot import Plot, plot_of
from web.plugged import add_folder
from web.setup import LONGEST_NAME

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PlayRates:
    """How well somebody played, as far as it is analysed; None where nothing is.

    rates: equity lost in thousandths, for each decision, play with a choice, close or actual cube decision. luck: the
    sum, in equity. decisions, games: how many it rests on.
    """

    games: int = 0
    decisions: int = 0
    error_rate: float | None = None
    play_rate: float | None = None
    cube_rate: float | None = None
    luck: float = 0.0

    @property
    def performance(self) -> float | None:
        """About what eXtreme Gammon calls PR."""
        return None if self.error_rate is None else self.error_rate / 2


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """One player in the list. last: when they played last, ISO 8601. rating: None before the first rated match."""

    name: str
    matches: int
    last: str
    rating: float | None = None


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The last to play first. waiting: how many matches are not counted yet."""

    players: tuple[PlayerLine, ...] = ()
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Results:
    """Against one opponent, or in all. points, against: of matches and money sessions."""

    matches: int = 0
    won: int = 0
    lost: int = 0
    games_won: int = 0
    games_lost: int = 0
    points: int = 0
    against: int = 0


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """name: empty where they gave none. page: whether they are a player with a page of their own."""

    name: str
    page: bool
    results: Results


@dataclass(frozen=True, slots=True)
class KindLine:
    """A kind of decision. name: in players' words. lost: equity, of all decisions of that kind."""

    name: str
    decisions: int
    mistakes: int
    lost: float


@dataclass(frozen=True, slots=True)
class SpanLine:
    """A match, or some in a row: when they began, ISO 8601, and what is plotted of them.

    recent_rate: the error rate over this and the spans before it that the line is smoothed over. luck: in all so far.
    """

    first: str
    last: str
    matches: int
    won: int
    lost: int
    rating: float | None
    error_rate: float | None
    recent_rate: float | None
    luck: float | None


@dataclass(frozen=True, slots=True)
class DiceLine:
    """Rolls counted and judged. verdict: one sentence. rolls: those that it rests on; faces of them, 1 to 6.

    level: of the verdict. share: of fair pairs that look at least as uneven, None where there is no verdict.
    reading: how sure reading is, one sentence. apart: what is not counted, one sentence, or nothing.
    """

    name: str
    rolls: int
    faces: tuple[int, ...]
    doubles: int
    level: Literal["too few", "even", "in doubt", "uneven"]
    share: float | None
    verdict: str
    reading: str
    apart: str = ""

    @property
    def doubles_expected(self) -> float:
        return self.rolls / 6


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A player's part of one match, for files. Numbers as in `PlayerPage`."""

    match: int
    started: str
    opponent: str
    length: int
    points: int
    against: int
    won: bool | None
    rating: float | None
    rating_change: float | None
    games_analysed: int
    plays_with_choice: int
    cube_decisions: int
    play_error: float
    cube_error: float
    luck: float
    illegal: int
    stood: int
    plays_timed: int
    seconds: float


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """Everything of one player. experience: points of all rated matches. seconds: of their plays, in all.

    chouettes, chouette_points: how many they took part in, and the balance of all. matches: oldest first, for files.
    kinds: the costliest first. waiting: how many matches are not counted yet.
    """

    name: str
    results: Results
    sessions: int
    chouettes: int
    chouette_points: int
    rating: float | None
    experience: int
    rated_matches: int
    play: PlayRates
    illegal: int
    stood: int
    timed: int
    seconds: float
    opponents: tuple[OpponentLine, ...]
    kinds: tuple[KindLine, ...]
    spans: tuple[SpanLine, ...]
    dice: DiceLine
    matches: tuple[MatchLine, ...] = field(default=(), repr=False)
    waiting: int = 0

    @property
    def seconds_a_play(self) -> float | None:
        return self.seconds / self.timed if self.timed else None

    @property
    def rating_plot(self) -> Plot:
        return plot_of([span.rating for span in self.spans])

    @property
    def error_plot(self) -> Plot:
        return plot_of([span.recent_rate for span in self.spans])

    @property
    def luck_plot(self) -> Plot:
        return plot_of([span.luck for span in self.spans])


@dataclass(frozen=True, slots=True)
class DicePage:
    """The dice of each board and side that rolls are known of. fair_called_uneven: the share of fair pairs, claimed."""

    sets: tuple[DiceLine, ...]
    fewest: int
    fair_called_uneven: float
    waiting: int = 0


class Players(Protocol):
    """What the pages need behind them. Raises RequestError, one sentence."""

    def players(self) -> PlayerList: ...

    def player(self, name: str) -> PlayerPage | None:
        """None for a name that nobody has."""
        ...

    def dice(self) -> DicePage: ...

    def is_player(self, name: str) -> bool: ...

    def rename(self, name: str, new: str) -> None:
        """Where somebody has the new name, both are one player then. Raises NotNowError where they are two people."""
        ...

    def remove(self, name: str, *, matches: bool) -> None:
        """Takes the name out of every match; matches: deletes these instead, with all that is kept of them."""
        ...


def add_players(app: Flask, players: Players) -> None:
    """Adds `/players`, `/players/player?name=`, `/dice` and the addresses behind them."""
    add_folder(app, "players", Path(__file__).parent)

    def found() -> PlayerPage:
        page = players.player(request.args.get("name", ""))
        if page is None:
            raise NotFound
        return page

    @app.get("/players")
    def player_list() -> Response:
        return _fresh(render_template("players.html", found=players.players(), known_pages=set(app.view_functions)))

    @app.get("/players/player")
    def player() -> Response:
        return _fresh(render_template("player.html", player=found()))

    @app.get("/dice")
    def dice() -> Response:
        return _fresh(render_template("dice.html", found=players.dice()))

    @app.get("/api/players")
    def api_players() -> Response:
        return _fresh(jsonify(asdict(players.players())))

    @app.get("/api/players/player")
    def api_player() -> Response:
        return _fresh(jsonify(asdict(found())))

    @app.get("/api/dice")
    def api_dice() -> Response:
        return _fresh(jsonify(asdict(players.dice())))

    @app.get("/players/player.csv")
    def player_csv() -> Response:
        page = found()
        rows = [asdict(match) for match in page.matches]
        return _attached(csv_of(list(MatchLine.__dataclass_fields__), rows), "matches.csv")

    @app.get("/dice.csv")
    def dice_csv() -> Response:
        rows = [
            {**asdict(one), **{f"face_{face}": count for face, count in enumerate(one.faces, 1)}}
            for one in players.dice().sets
        ]
        columns = ["name", "rolls", *(f"face_{face}" for face in range(1, 7)), "doubles", "level", "share"]
        return _attached(csv_of(columns, rows), "dice.csv")

    @app.post("/api/players/rename")
    def rename_player() -> Response:
        body = json_body()
        name, new = _text(body, "name"), plain_name(_text(body, "new"))
        if not new or len(new) > LONGEST_NAME or new in NAMELESS:
            raise Refused(400, Message("Enter a name of at most {most} characters.", most=LONGEST_NAME))
        if players.is_player(new) and body.get("confirmed") is not True:
            raise Refused(409, Message("{new} plays here already: shall both be one player?", new=new), asks=True)
        players.rename(name, new)
        return _fresh(jsonify({}))

    @app.post("/api/players/remove")
    def remove_player() -> Response:
        body = json_body()
        players.remove(_text(body, "name"), matches=body.get("matches") is True)
        return _fresh(jsonify({}))


def _text(body: Json, key: str) -> str:
    found = body.get(key)
    return found if isinstance(found, str) else ""


def csv_of(columns: Sequence[str], rows: Sequence[Json]) -> str:
    """A table as CSV with a head. A text that a spreadsheet would take for a formula is quoted with an apostrophe."""
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, extrasaction="ignore")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: _plain(value) for name, value in row.items()})
    return text.getvalue()


def _plain(value: object) -> object:
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{value}"
    return value


def _attached(text: str, name: str) -> Response:
    return Response(
        text, mimetype="text/csv; charset=utf-8", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


def _fresh(content: str | Response) -> Response:
    answer = content if isinstance(content, Response) else Response(content)
    answer.headers["Cache-Control"] = "no-store"
    return answer
