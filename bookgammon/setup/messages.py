"""What the wizard says at each step: one thing to do, and a sentence under it."""

from __future__ import annotations

from dataclasses import dataclass

from arbiter.message import Message
from bookgammon.setup.progress import Progress
from calibration.errors import Edge, NoBook, PartOfBook

WAITS_FOR_PHONE = (
    Message("Waiting for the telephone."),
    Message("Open its page there, as it says below; then it goes on by itself."),
)


@dataclass(frozen=True, slots=True)
class SetupSituation:
    """What the camera shows. busy: a picture is being understood; blank: the board is still empty;
    black: it shows nothing at all.

    hold: how much of the time to lie still is over, 0..1.
    """

    moving: bool = True
    busy: bool = False
    blank: bool = False
    hold: float = 0.0
    black: bool = False


def words(now: Progress, situation: SetupSituation) -> tuple[str, str]:
    """(what to do, a sentence under it)."""
    match now.step:
        case "camera":
            return (
                Message("Which camera looks down on the board?"),
                Message("Touch its picture. All of the open book should be in it."),
            )
        case "board" | "empty" | "start":
            return _looking(now, situation)
        case "match":
            return Message("Who plays, and for what?"), Message("The board is learned. Names may stay empty.")
        case "done":
            return Message("All set."), Message("The page of the match follows by itself.")


def _looking(now: Progress, situation: SetupSituation) -> tuple[str, str]:
    if situation.black:
        return (
            Message("The picture is black."),
            Message("Take the cap off the lens, switch a lamp on, or go back and pick another camera."),
        )
    if now.step == "board":
        return _board(now, situation)
    return _empty(now, situation) if now.step == "empty" else _start(now, situation)


def _board(now: Progress, situation: SetupSituation) -> tuple[str, str]:
    if now.own:
        return (
            Message("Are all eight corners right?"),
            Message(
                "Each mark belongs on the outermost corner of the points, down on the board itself, not up on the rim."
            ),
        )
    if now.corners is None:
        if situation.busy:
            return Message("Looking for the book…"), Message("Lay it open and empty under the camera.")
        if now.no_book is not None:
            return _without_book(now.no_book)
        return Message("Lay the book open, without checkers."), Message(
            "Then take your hands away: it is found by itself."
        )
    if now.sure:
        return Message("There it is."), Message("Once more, to be sure…")
    return (
        Message("Is the book found right?"),
        Message("The program is not sure. Drag what is off to its corner, or move the light or the camera a little."),
    )


_BEYOND: dict[Edge, Message] = {
    "left": Message("It goes on beyond the picture's left edge: move the camera that way, or hold it higher."),
    "right": Message("It goes on beyond the picture's right edge: move the camera that way, or hold it higher."),
    "far": Message("It goes on beyond the picture's upper edge: move the camera that way, or hold it higher."),
    "near": Message("It goes on beyond the picture's lower edge: move the camera that way, or hold it higher."),
}


def _without_book(why: NoBook) -> tuple[str, str]:
    if isinstance(why, PartOfBook):
        anywhere = Message("Move the camera, or hold it higher, until all of it can be seen.")
        return Message("Only a part of the book is in the picture."), _BEYOND[why.beyond] if why.beyond else anywhere
    return (
        Message("There is no open book in this picture."),
        Message("Turn the camera to the board, lay the book flat and give it light, or pick another camera."),
    )


def _empty(now: Progress, situation: SetupSituation) -> tuple[str, str]:
    if now.again:
        return (
            Message("Take all checkers off once more."),
            Message("In the picture of the empty board something was left lying."),
        )
    if situation.moving:
        return (
            Message("Leave the board empty."),
            Message("Checkers off, dice off, hands away: then its picture is taken by itself."),
        )
    if now.problems:
        return Message("That is not the empty board."), Message("Put it right: it is looked at again by itself.")
    return Message("Hold still…"), Message("Taking the picture of the empty board.")


def _start(now: Progress, situation: SetupSituation) -> tuple[str, str]:
    if situation.busy:
        return Message("Reading the checkers…"), Message("That takes a few seconds.")
    if now.doubted is not None and now.surely_wrong:
        return Message("Not quite the starting position."), Message(
            "Put it right and take your hands away. If it is right as it lies, say so: the game goes on with that."
        )
    if now.doubted is not None:
        return Message("Is that the starting position?"), Message(
            "Not sure. Straighten the checkers, or say all is right."
        )
    if now.problems:
        return (
            Message("Not quite the starting position."),
            Message("Put it right and take your hands away: it is looked at again."),
        )
    if situation.blank or situation.moving:
        return (
            Message("Set up the starting position."),
            Message("Take your hands away when all thirty checkers lie on their points."),
        )
    return Message("Hold still…"), Message("Taking the picture of the starting position.")
