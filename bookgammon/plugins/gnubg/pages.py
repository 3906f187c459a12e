"""What the play of a match was worth: its page, and the same as a file of its own.

What is known comes from `Analyses`, which has the engine behind it; this room only shows it. Nothing of a match that
is being played for points is shown before it is over: aids are barred while playing.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Protocol

from flask import Flask, Response, jsonify, redirect, render_template, url_for
from jinja2 import Environment, FileSystemLoader
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

import web
from arbiter.position import Position, Side
from arbiter.seats import Seats
from translation.catalogue import Catalogue
from web.board_drawing import CubeDrawn, Drawing, Move, draw
from web.language import speak, viewers_catalogue
from web.plot import Chance, Plot, plot_of_chances
from web.plugged import add_folder
from web.shares import large_answers

_WEB, _HERE = Path(web.__file__).parent, Path(__file__).parent
_STYLES = ("colours.css", "tokens.css", "components.css", "controls.css", "pages.css", "analysis.css")

State = Literal["none", "hidden", "waiting", "working", "ready", "trouble"]
GamePicture = Callable[[int], bytes | None]
"""The camera's picture of a frame."""


@dataclass(frozen=True, slots=True)
class Status:
    """How far the analysis of a match has come. done: games, `of` so many. sentence: what people read of it.

    none: nobody asked for it yet. hidden: the match is being played. waiting: for the end of the game being played.
    """

    state: State
    done: int = 0
    of: int = 0
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """One player's part. line: what it comes to in words. left_out: what is not judged, or nothing.

    figures: names and values of what can be compared.
    """

    side: Side
    name: str
    line: str
    left_out: str
    figures: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class MistakeReport:
    """One of the worst decisions. number: from 1, the dearest first. what: the decision in notation or words.

    better: what would have been right. lost: what it cost. position: where it was decided, seats: as people sat.
    played_moves, better_moves: the mover's, for the arrows. cube, situation: turn, cube and score then.
    frame: names the camera's picture of what was played.
    """

    number: int
    game: int
    side: Side
    name: str
    what: str
    better: str
    lost: str
    position: Position
    seats: Seats
    played_moves: tuple[Move, ...]
    better_moves: tuple[Move, ...]
    cube: CubeDrawn
    situation: str
    xgid: str
    frame: int | None

    @property
    def drawing(self) -> Drawing:
        return draw(self.position, self.seats, self.side, self.played_moves, self.better_moves)


@dataclass(frozen=True, slots=True)
class DecisionReport:
    """One line of the list of all decisions; mark: "", "doubtful", "bad" or "very bad"."""

    side: Side
    dice: str
    what: str
    better: str
    lost: str
    luck: str
    chance: str
    mark: str


@dataclass(frozen=True, slots=True)
class GameReport:
    """One game. chances: light's after each play."""

    number: int
    score: tuple[int, int]
    chances: tuple[Chance, ...]
    decisions: tuple[DecisionReport, ...]


@dataclass(frozen=True, slots=True)
class AnalysisReport:
    """A match as far as it is analysed. names: (light, dark). chance_of: which chance the curve shows.

    caveats: what a reader has to know of it, a sentence each.
    """

    title: str
    names: tuple[str, str]
    players: tuple[PlayerReport, PlayerReport]
    games: tuple[GameReport, ...]
    worst: tuple[MistakeReport, ...]
    chance_of: str
    made_with: str
    caveats: tuple[str, ...] = ()

    @property
    def curve(self) -> Plot:
        return plot_of_chances([(game.number, game.chances) for game in self.games])


class Analyses(Protocol):
    """What the page needs behind it. None for a match that is not there; raises RequestError, one sentence."""

    def newest(self) -> int | None:
        """The match played last."""
        ...

    def status(self, match: int) -> Status | None: ...

    def report(self, match: int) -> AnalysisReport | None:
        """None too where nothing is known of it, or may not be shown yet."""
        ...

    def begin(self, match: int) -> Status | None:
        """Somebody asks for it."""
        ...

    def picture(self, match: int, frame: int) -> bytes | None: ...


def add_analysis(app: Flask, analyses: Analyses) -> None:
    """Adds `/history/ID/analysis` and the addresses behind it. Only a paired device starts the engine."""
    add_folder(app, "gnubg", Path(__file__).parent)
    large = large_answers(app)

    @app.get("/history/last/analysis")
    def newest_analysis() -> AnyResponse:
        newest = analyses.newest()
        if newest is None:
            raise NotFound
        return redirect(url_for("analysis", match=newest))

    @app.get("/history/<int:match>/analysis")
    def analysis(match: int) -> Response:
        status = analyses.status(match)
        if status is None:
            raise NotFound
        answer = Response(
            render_template(
                "analysis.html", match=match, status=status, report=analyses.report(match), picture_of=_address
            )
        )
        answer.headers["Cache-Control"] = "no-store"
        return answer

    @app.get("/history/<int:match>/analysis.html")
    def analysis_report(match: int) -> Response:
        report = analyses.report(match)
        if report is None:
            raise NotFound
        language = viewers_catalogue()
        # made once it is sent: who finds no place has cost nothing
        pages = (report_of(each, lambda frame: analyses.picture(match, frame), language) for each in (report,))
        attached = {"Content-Disposition": f'attachment; filename="analysis-{match}.html"'}
        return large.respond(pages, "text/html", attached)

    @app.get("/api/history/<int:match>/analysis")
    def api_analysis(match: int) -> Response:
        return _status_response(analyses.status(match))

    @app.post("/api/history/<int:match>/analysis")
    def begin_analysis(match: int) -> Response:
        return _status_response(analyses.begin(match))

    def _address(match: int, frame: int) -> str:
        return url_for("past_picture", match=match, frame=frame)


def report_of(report: AnalysisReport, picture: GamePicture, language: Catalogue) -> str:
    """The same in one HTML file that needs nothing else: pictures and styles are in it."""
    pages = Environment(loader=FileSystemLoader([_HERE / "templates", _WEB / "templates"]), autoescape=True)
    speak(pages, lambda: language)
    folders = (_WEB / "static", _HERE / "static")
    found = (next(folder / name for folder in folders if (folder / name).exists()) for name in _STYLES)
    styles = "\n".join(path.read_text(encoding="utf-8") for path in found)

    def inside(_: int, frame: int) -> str:
        found = picture(frame)
        return f"data:image/jpeg;base64,{b64encode(found).decode()}" if found else ""

    return pages.get_template("analysis_report.html").render(
        report=report, styles=styles, picture_of=inside, match=0, language=language.language
    )


def _status_response(status: Status | None) -> Response:
    if status is None:
        raise NotFound
    report: dict[str, Any] = {
        "state": status.state,
        "done": status.done,
        "of": status.of,
        "sentence": status.sentence,
    }
    answer = jsonify(report)
    answer.headers["Cache-Control"] = "no-store"
    return answer
