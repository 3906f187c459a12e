"""The set-up wizard's page: what it shows, what can be done on it, and the addresses that carry both.

What is behind it (cameras, finding the book, learning the board) stands in `bookgammon.setup`; this package knows
only the types below. Every address belongs to the paired device alone, the live picture too: before
somebody has said yes nobody else sees the room.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Literal, Protocol

from flask import Flask, Response, jsonify, redirect, render_template
from werkzeug.wrappers import Response as AnyResponse

from arbiter.match.beginnings import NO_COACH_IN_CHOUETTE, NO_COMPUTER_IN_ABAK
from arbiter.match.event_json import EventError, opponent_from_json, rules_from_json
from arbiter.match.opponent import OpponentSeat
from arbiter.message import Message
from arbiter.rules import ABAK, Rules
from arbiter.values import plain_name
from web.drawing_colours import DrawingColours, colours_json
from web.errors import Refused
from web.guard import json_body, needs_control
from web.waiting_for import Awaited, WaitingFor, waiting_json

_NUMBERS = {each.name for each in fields(Rules) if type(each.default) is int}
"""The rules that are whole numbers."""

Step = Literal["camera", "board", "empty", "start", "match", "done"]
Kind = Literal["match", "money", "chouette", "open"]
Quad = tuple[tuple[float, float], ...]
Json = dict[str, Any]

STEPS: tuple[tuple[Step, str], ...] = (
    ("camera", Message("Camera")),
    ("board", Message("Book")),
    ("empty", Message("Empty board")),
    ("start", Message("Checkers")),
    ("match", Message("Match")),
)
LONGEST_NAME = 40
PAGE = "/setup"
_AWAITED: dict[Step, tuple[Awaited, Message | str]] = {
    "camera": ("camera", Message("Pick a camera")),
    "board": ("board", Message("Set the board up")),
    "empty": ("board", Message("Set the board up")),
    "start": ("start", Message("Set the board up")),
    "match": ("who plays", Message("Say who plays")),
    "done": ("nothing", ""),
}
"""What each step waits for, and what takes people to it."""


@dataclass(frozen=True, slots=True)
class CameraChoice:
    """One camera that can be picked. live: its thumbnail changes by itself.

    sizes: what its driver offers, as `1920x1080`, and how it is shown; size: the one that is used, as in `sizes`.
    """

    key: str
    name: str
    detail: str
    live: bool = True
    sizes: tuple[tuple[str, str], ...] = ()
    size: str = ""


@dataclass(frozen=True, slots=True)
class SetupProblem:
    """What is wrong with what lies on the board; at: where in the picture (pixels), None for all of it."""

    text: str
    at: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class BookOutline:
    """The two leaves, TL, TR, BR, BL each, in pixels of the picture. own: a person has placed them."""

    left: Quad
    right: Quad
    own: bool = False


@dataclass(frozen=True, slots=True)
class MatchForm:
    """What the players agreed, as entered. near, far: names. players: of a chouette, in the order they rolled.

    box: on which side the first box of a chouette sits; nobody else can know.

    kind: "open" goes on with the match that is open. rules: their length is 0 for money and a chouette.
    opponent: who plays without sitting at the table, None where two sit there.
    """

    kind: Kind
    near: str
    far: str
    board: str
    rules: Rules = field(default_factory=Rules)
    players: tuple[str, ...] = ()
    box: Literal["near", "far", ""] = ""
    opponent: OpponentSeat | None = None


@dataclass(frozen=True, slots=True)
class SetupState:
    """Everything the wizard's page shows.

    says: what to do now; more: a sentence under it; trouble: what went wrong, or nothing.
    size: (width, height) of the picture; hold: how much of the time to lie still is over, 0..1;
    advice: what would let the learned board be seen better, a sentence each.
    busy: a picture is being understood. can_confirm, can_skip, can_retake: whether these buttons make sense now, the
    last of which takes the picture of the empty board again.
    asks_phone: a telephone may become the camera now. recognised: the name of a board learned before that lies where
    it lay. form: what the match form starts with; last: the match before. players: who played here before, the last
    first. look: the learned board's own colours.
    """

    step: Step
    says: str
    more: str = ""
    trouble: str = ""
    cameras: tuple[CameraChoice, ...] = ()
    searching: bool = False
    size: tuple[int, int] | None = None
    outline: BookOutline | None = None
    problems: tuple[SetupProblem, ...] = ()
    advice: tuple[str, ...] = ()
    hold: float = 0.0
    busy: bool = False
    can_confirm: bool = False
    can_skip: bool = False
    can_retake: bool = False
    recognised: str = ""
    near: Literal["light", "dark"] = "light"
    home: Literal["left", "right"] = "right"
    asks_phone: bool = False
    form: MatchForm | None = None
    last: OpenMatch | None = None
    players: tuple[str, ...] = ()
    look: DrawingColours | None = None


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """The last match played on this machine. names, score: (light, dark). is_open: it may be gone on with.

    line: everybody of a chouette, else empty. named: its players have names, so that they can play once more.
    opponent: who played without sitting at the table.
    """

    names: tuple[str, str]
    score: tuple[int, int]
    length: int
    is_open: bool = True
    line: tuple[str, ...] = ()
    named: bool = False
    opponent: OpponentSeat | None = None


class Setup(Protocol):
    """What the page needs behind it. What cannot be done raises RequestError, one sentence."""

    def state(self) -> SetupState: ...

    def picture(self) -> bytes | None:
        """The newest picture of the chosen camera as JPEG, None where there is none yet."""
        ...

    def thumbnail(self, key: str) -> bytes | None: ...
    def choose(self, key: str) -> None: ...

    def resize(self, key: str, size: str) -> None:
        """Another of the sizes that a webcam offers."""
        ...

    def add(self, address: str) -> None:
        """Try a phone's or network camera's address as one more camera; never a path."""
        ...

    def search(self) -> None:
        """Look for cameras once more."""
        ...

    def place(self, left: Quad, right: Quad) -> None:
        """The book lies there, says the person."""
        ...

    def find_again(self) -> None:
        """Forget the corners and let the program look for the book."""
        ...

    def confirm(self) -> None:
        """What the step shows is right: go on."""
        ...

    def use_known(self) -> None:
        """The board that was recognised is used as it is."""
        ...

    def skip(self) -> None:
        """Go on without what the step asks for."""
        ...

    def back(self, step: Step) -> None:
        """Do an earlier step again."""
        ...

    def begin(self, form: MatchForm) -> None:
        """The board is learned and the match agreed: begin it."""
        ...


def waiting_in(step: Step, says: str, last: OpenMatch | None) -> WaitingFor:
    """What set-up waits for. Once all is said it is nothing, until the page of the match stands at its address."""
    awaited, button = _AWAITED[step]
    if step == "match" and last is not None and last.is_open:
        return WaitingFor("go on", Message("Go on with the match?"), Message("Go on"), PAGE)
    return WaitingFor(awaited, says, button, PAGE)


def add_no_setup(app: Flask, again: Callable[[], None] | None = None) -> None:
    """During a match the set-up is over: whoever has its address comes to the table.

    again: leaves the match for set-up, after which it goes on; None where nothing can be set up.
    """
    if again is not None:

        @app.post("/api/setup/again")
        def setup_again() -> Response:
            again()
            return _fresh(jsonify({}))

    @app.get("/setup")
    def setup_is_over() -> AnyResponse:
        return redirect("/")


def add_setup(app: Flask, setup: Setup) -> None:
    """Adds `/setup` and `/api/setup…` to the application."""

    def act(does: Callable[[Json], None]) -> Response:
        does(json_body())
        return _fresh(jsonify(setup_json(setup.state())))

    @app.get("/setup")
    @needs_control
    def setup_page() -> str:
        return render_template("setup.html", steps=STEPS, longest=LONGEST_NAME)

    @app.get("/api/setup")
    @needs_control
    def setup_state() -> Response:
        return _fresh(jsonify(setup_json(setup.state())))

    @app.get("/api/setup/picture.jpg")
    @needs_control
    def setup_picture() -> Response:
        return _jpeg(setup.picture())

    @app.get("/api/setup/cameras/<key>.jpg")
    @needs_control
    def setup_thumbnail(key: str) -> Response:
        return _jpeg(setup.thumbnail(key))

    @app.post("/api/setup/camera")
    def setup_camera() -> Response:
        return act(lambda body: setup.choose(_text(body, "key")))

    @app.post("/api/setup/size")
    def setup_size() -> Response:
        return act(lambda body: setup.resize(_text(body, "key"), _text(body, "size")))

    @app.post("/api/setup/address")
    def setup_address() -> Response:
        return act(lambda body: setup.add(_text(body, "address", 400)))

    @app.post("/api/setup/search")
    def setup_search() -> Response:
        return act(lambda _: setup.search())

    @app.post("/api/setup/corners")
    def setup_corners() -> Response:
        return act(lambda body: setup.place(_quad(body, "left"), _quad(body, "right")))

    @app.post("/api/setup/find")
    def setup_find() -> Response:
        return act(lambda _: setup.find_again())

    @app.post("/api/setup/confirm")
    def setup_confirm() -> Response:
        return act(lambda _: setup.confirm())

    @app.post("/api/setup/known")
    def setup_known() -> Response:
        return act(lambda _: setup.use_known())

    @app.post("/api/setup/retake")
    def setup_retake() -> Response:
        return act(lambda _: setup.back("empty"))

    @app.post("/api/setup/skip")
    def setup_skip() -> Response:
        return act(lambda _: setup.skip())

    @app.post("/api/setup/back")
    def setup_back() -> Response:
        return act(lambda body: setup.back(_step(body)))

    @app.post("/api/setup/begin")
    def setup_begin() -> Response:
        return act(lambda body: setup.begin(parse_form(body)))


def setup_json(state: SetupState) -> Json:
    """The JSON object of `/api/setup`: the fields of SetupState, drawn colours, what it waits for."""
    waiting = waiting_in(state.step, state.says, state.last)
    return {**asdict(state), "look": colours_json(state.look), "waiting_for": waiting_json(waiting)}


def parse_form(body: Json) -> MatchForm:
    """The match form as posted. Raises Refused naming what is missing."""
    kind = body.get("kind")
    if kind not in ("match", "money", "chouette", "open"):
        raise Refused(400, Message("Say what is played: a match, for money, or a chouette."))
    players = body.get("players", [])
    if not isinstance(players, list) or len(players) > 12:
        raise Refused(400, Message("A chouette has three to twelve players."))
    names = tuple(_name(name) for name in players)
    box = body.get("box", "")
    if kind == "chouette" and box not in ("near", "far"):
        raise Refused(400, Message("Say on which side the box sits."))
    try:
        rules = rules_from_json(body.get("rules", {}))
    except EventError as error:
        raise Refused(400, _why_no_rules(body.get("rules"))) from error
    if fault := rules.fault():
        raise Refused(400, fault)
    if rules.variant == ABAK and body.get("opponent") is not None and kind in ("match", "money"):
        raise Refused(400, NO_COMPUTER_IN_ABAK)
    if kind == "chouette" and rules.coach:
        raise Refused(400, NO_COACH_IN_CHOUETTE)
    if kind == "match" and not rules.length:
        raise Refused(400, Message("Say to how many points the match is played."))
    form = MatchForm(
        kind=kind,
        opponent=_opponent(body) if kind in ("match", "money") else None,
        near=_name(body.get("near", "")),
        far=_name(body.get("far", "")),
        board=_name(body.get("board", "")),
        rules=rules if kind == "match" else replace(rules, length=0),
        players=tuple(name for name in names if name),
        box=box if kind == "chouette" else "",
    )
    if kind == "chouette" and len(form.players) < 3:
        raise Refused(400, Message("A chouette needs at least three players: enter their names."))
    entered = form.players if kind == "chouette" else tuple(filter(None, (form.near, form.far)))
    if len(set(map(str.casefold, entered))) < len(entered):
        raise Refused(400, Message("Two players have the same name: tell them apart, so that the record can."))
    return form


def _why_no_rules(given: object) -> str:
    """A number out of its bounds has a sentence of its own."""
    if isinstance(given, dict):
        numbers = {name: given[name] for name in _NUMBERS & given.keys() if type(given[name]) is int}
        if fault := replace(Rules(), **numbers).fault():
            return fault
    return Message("These rules are not understood.")


def _opponent(body: Json) -> OpponentSeat | None:
    try:
        return opponent_from_json(body.get("opponent"))
    except EventError as error:
        raise Refused(400, Message("This opponent is not understood.")) from error


def _fresh(answer: Response) -> Response:
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _text(body: Json, key: str, longest: int = 80) -> str:
    text = body.get(key)
    if not isinstance(text, str) or not text.strip() or len(text) > longest:
        raise Refused(
            400, Message("Nothing was entered there.") if not text else Message("What was entered there is too long.")
        )
    return text.strip()


def _name(text: object) -> str:
    """A name as text; what cannot be printed is left out."""
    if not isinstance(text, str):
        raise Refused(400, Message("A name is made of letters."))
    return plain_name(text)[:LONGEST_NAME].strip()


def _quad(body: Json, leaf: str) -> Quad:
    try:
        corners = tuple((float(x), float(y)) for x, y in body[leaf])
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise Refused(400, Message("A corner is a pair of numbers.")) from error
    if len(corners) != 4:
        raise Refused(400, Message("Each leaf has four corners."))
    return corners


def _step(body: Json) -> Step:
    for step, _ in STEPS:
        if body.get("step") == step:
            return step
    raise Refused(400, Message("There is no such step."))


def _jpeg(data: bytes | None) -> Response:
    if data is None:
        return Response("There is no picture yet.", 404, mimetype="text/plain")
    return _fresh(Response(data, mimetype="image/jpeg"))
