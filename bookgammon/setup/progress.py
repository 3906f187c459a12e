"""How far the wizard has come, and what each thing learned or entered makes of that: no threads, no cameras."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.message import Message
from bookgammon.setup.learning import SetupLesson
from calibration.board import Board
from calibration.corners import LeafCorners, Quad
from calibration.errors import BadCorners, NoBook
from calibration.finding import FoundLeaves
from vision.sources.pictures import Image
from web.errors import NotNowError
from web.setup import STEPS, SetupProblem, Step

SURE = 0.5
"""Confidence from which on the corners found are taken without asking."""
SAME_CORNER = 0.006
"""Part of the picture's width by which two finds may differ and still agree."""

_ORDER = [step for step, _ in STEPS]


@dataclass(frozen=True, eq=False)
class Progress:
    """Everything the wizard knows.

    corners: as found last or placed by a person (own); sure: they need no asking.
    empty: the picture of the empty board; without_empty: people go on without one.
    doubted: what was learned from a picture that may show the starting position; surely_wrong: it hardly does.
    no_book: why no book was found in the last picture that was looked at.
    unclear: what of the learned board may be wrong; advice: what would let it be seen better.
    again: the empty board has to be shown a second time; full: a picture that showed it was not empty.
    turn: grows with everything that people do; what was learned for an earlier turn is void.
    """

    step: Step = "camera"
    corners: LeafCorners | None = None
    sure: bool = False
    own: bool = False
    empty: Image | None = None
    without_empty: bool = False
    again: bool = False
    full: Image | None = None
    board: Board | None = None
    doubted: Board | None = None
    surely_wrong: bool = False
    known: Board | None = None
    name: str = ""
    problems: tuple[SetupProblem, ...] = ()
    unclear: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    no_book: NoBook | None = None
    turn: int = 0


def camera_picked(now: Progress) -> Progress:
    return Progress(step="board", turn=now.turn + 1)


def book_found(now: Progress, found: FoundLeaves, width: int) -> Progress:
    """Two finds that agree, and are sure of themselves, need no person."""
    agreed = now.corners is not None and _close(now.corners, found.corners, SAME_CORNER * width)
    sure = found.confidence >= SURE
    after = replace(now, corners=found.corners, sure=sure, no_book=None)
    return replace(after, step="empty") if sure and agreed else after


def no_book(now: Progress, why: NoBook) -> Progress:
    return replace(now, corners=None, sure=False, no_book=why)


def placed(now: Progress, left: Quad, right: Quad, size: tuple[int, int]) -> Progress:
    """A person says where the book lies. Raises RequestError where that is no book."""
    width, height = size
    try:
        corners = LeafCorners(left, right)
    except BadCorners as error:
        raise NotNowError(str(error)) from error
    if any(not (0 <= x <= width - 1 and 0 <= y <= height - 1) for x, y in left + right):
        raise NotNowError(Message("A corner lies outside the picture: move the camera until all of the book is in it."))
    return replace(_decided(now), step="board", corners=corners, own=True, sure=False, empty=None, board=None)


def find_again(now: Progress) -> Progress:
    return replace(_decided(now), step="board", corners=None, own=False, sure=False, empty=None, board=None)


def empty_taken(now: Progress, picture: Image) -> Progress:
    return replace(now, step="start", empty=picture, without_empty=False, problems=())


def not_empty(now: Progress, problems: tuple[SetupProblem, ...]) -> Progress:
    return replace(now, problems=problems)


def start_read(now: Progress, lesson: SetupLesson, picture: Image) -> Progress:
    """The board is learned; or something is to be put right; or the empty board was not empty."""
    if lesson.not_empty:
        return replace(now, step="empty", again=True, empty=None, full=picture, problems=lesson.not_empty)
    now = replace(now, unclear=lesson.unclear, advice=lesson.advice)
    if lesson.wrong or lesson.board is None:
        return replace(now, problems=lesson.wrong, doubted=lesson.board, surely_wrong=lesson.sure)
    return replace(now, step="match", board=lesson.board, corners=lesson.board.corners, problems=())


def recognised(now: Progress, board: Board) -> Progress:
    """A board learned before lies where it lay; it is offered, not forced."""
    return replace(now, known=board, name=now.name or board.name)


def named_like(now: Progress, name: str) -> Progress:
    """A board learned before, but it lies elsewhere: it is learned anew under its name."""
    return replace(now, name=now.name or name)


def can_confirm(now: Progress) -> bool:
    return (now.step == "board" and now.corners is not None) or (now.step == "start" and now.doubted is not None)


def can_retake(now: Progress) -> bool:
    """The starting position is not understood, and what is wrong may be the picture that it is compared with."""
    return now.step == "start" and now.empty is not None and bool(now.problems)


def confirmed(now: Progress) -> Progress:
    """The corners shown are right, or the checkers that were doubted are. Raises RequestError."""
    if now.step == "board" and now.corners is not None:
        return replace(_decided(now), step="empty", sure=True)
    if now.step == "start" and now.doubted is not None:
        return replace(_decided(now), step="match", board=now.doubted, corners=now.doubted.corners)
    raise NotNowError(Message("There is nothing to confirm just now."))


def known_used(now: Progress) -> Progress:
    if now.known is None:
        raise NotNowError(Message("No board that was learned before is in view."))
    known = now.known
    named = replace(_decided(now), name=known.name, unclear=(), advice=())
    return replace(named, step="match", board=known, corners=known.corners)


def skipped(now: Progress) -> Progress:
    """Go on without the empty board. Raises RequestError for what cannot be done without."""
    if now.step != "empty":
        raise NotNowError(Message("This step cannot be left out."))
    return replace(_decided(now), step="start", empty=None, without_empty=True)


def gone_back(now: Progress, step: Step) -> Progress:
    """An earlier step once more; what came after it is forgotten. Raises RequestError for a later one."""
    if now.step == "done" or _ORDER.index(step) >= _ORDER.index(now.step):
        raise NotNowError(Message("One step after the other."))
    match step:
        case "camera":
            return Progress(turn=now.turn + 1)
        case "board":
            return replace(_decided(now), step="board", own=now.corners is not None, sure=False, empty=None, board=None)
        case "empty":
            return replace(_decided(now), step="empty", empty=None, board=None, without_empty=False, again=False)
        case _:
            return replace(_decided(now), step="start", board=None)


def _decided(now: Progress) -> Progress:
    """What a person decided wipes what was said about the step before."""
    return replace(now, problems=(), no_book=None, doubted=None, turn=now.turn + 1)


def _close(one: LeafCorners, other: LeafCorners, most: float) -> bool:
    pairs = zip(one.left + one.right, other.left + other.right, strict=True)
    return all(abs(a[0] - b[0]) <= most and abs(a[1] - b[1]) <= most for a, b in pairs)
