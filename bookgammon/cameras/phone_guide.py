"""What the telephone shows over its picture: the wizard's words during set-up, few once the match goes on."""

from __future__ import annotations

from collections.abc import Callable

from arbiter.message import Message
from bookgammon.cameras.telephone import Guide
from calibration.board import Board
from calibration.corners import LeafCorners, parse_corners
from calibration.framing import framing_hints
from vision.sources.pictures import Image, same_shape
from web.phone import Corner, Guidance
from web.setup import SetupState
from web.waiting_for import WaitingFor

_SIDEWAYS = Message("Turn the telephone sideways: the book fills the picture better.")


def guide_through(state: Callable[[], SetupState]) -> Guide:
    """While the board is set up."""

    def guide(image: Image) -> Guidance:
        now = state()
        height, width = image.shape[:2]
        corners = None
        if now.outline is not None and now.size == (width, height):
            corners = parse_corners({"left": now.outline.left, "right": now.outline.right})
        hints = framing_hints(image, corners)
        if height > width:
            hints = (_SIDEWAYS, *hints)
        found = now.step not in ("camera", "board")
        more = now.trouble or (now.problems[0].text if now.problems else now.more)
        return Guidance(now.says, more, hints, _outline(corners, width, height), hold=found, acts=_acts(now))

    return guide


def guide_at(board: Board, waiting: Callable[[], WaitingFor]) -> Guide:
    """While a match is followed on that board. waiting: what the program waits for."""

    def guide(image: Image) -> Guidance:
        if not same_shape(image, board.size):
            turn_back = Message("Turn the telephone back as it lay.")
            return Guidance(Message("The picture lies another way than at set-up."), turn_back)
        outline = _outline(board.corners, *board.size)
        hints = framing_hints(image, None)
        says = waiting().says or Message("The match is followed.")
        more = Message("Leave the telephone as it lies.")
        return Guidance(says, more, hints, outline, hold=not hints)

    return guide


def _acts(now: SetupState) -> tuple[tuple[str, str], ...]:
    """The set-up's own buttons, so that nobody has to walk over to the computer."""
    acts: list[tuple[str, str]] = []
    if now.recognised and now.step == "board":
        acts.append(("known", Message("Use {board} as it is", board=now.recognised)))
    if now.can_confirm:
        corners = now.step == "board"
        acts.append(("confirm", Message("The corners are right") if corners else Message("Everything is right")))
    if now.can_skip:
        acts.append(("skip", Message("Go on without this picture")))
    if now.can_retake:
        acts.append(("retake", Message("Take the empty picture again")))
    return tuple(acts)


def _outline(corners: LeafCorners | None, width: int, height: int) -> tuple[tuple[Corner, ...], ...]:
    if corners is None:
        return ()
    return tuple(
        tuple((round(x / width, 4), round(y / height, 4)) for x, y in leaf) for leaf in (corners.left, corners.right)
    )
