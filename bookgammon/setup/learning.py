"""From two pictures to a board that is known to read right, or to what people should put right first."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arbiter.message import Message
from arbiter.position import START
from bookgammon.boards.board_files import Difference
from bookgammon.setup.places import left_over, problems, stay_unsure
from bookgammon.setup.reading_back import LIMITS, Find, Settle, advice_beside, learned
from calibration.board import Board
from calibration.corners import LeafCorners
from calibration.errors import WrongStart
from calibration.quality import picture_quality
from vision.known_position.start_fit import START_LIMITS, sittings
from vision.reader import Reader
from vision.sources.pictures import Image
from web.setup import SetupProblem

DOUBTFUL = 2.0
"""A place is asked about where it is this much likelier (natural log) to show something else."""
SURELY_THERE = 10.0
"""A place of the empty board holds checkers where that is this much likelier (natural log) than none."""
_UNLIKE_EMPTY = SetupProblem(
    Message("The picture of the empty board does not fit what lies there now: checkers lay on it, or it was too dark.")
)


@dataclass(frozen=True, eq=False)
class SetupLesson:
    """board: None where the picture shows nothing like the starting position; wrong: what people should put right.

    With both, people may say that all lies right; sure: that it does not is hardly in doubt. not_empty: the picture of
    the empty board shows these checkers and has to be taken again. unclear: what may have been learned wrong, and what
    helps then. advice: what would let the board be seen better, and the points that stay unsure.
    """

    board: Board | None
    wrong: tuple[SetupProblem, ...] = ()
    not_empty: tuple[SetupProblem, ...] = ()
    unclear: tuple[str, ...] = ()
    advice: tuple[str, ...] = ()
    sure: bool = False


def learn(
    start: Image, corners: LeafCorners, empty: Image | None, find: Find, settle: Settle, *, by_hand: bool
) -> SetupLesson:
    """Learn the board from a picture of the starting position (and of the empty board), and read both back.

    by_hand: a person placed the corners.
    """
    try:
        lesson = learned(start, corners, empty, find, origin="hand" if by_hand else "found", settle=settle)
    except WrongStart:
        if empty is not None and shows_start(start, corners):
            return SetupLesson(None, not_empty=(_UNLIKE_EMPTY,))
        return SetupLesson(
            None,
            (SetupProblem(Message("Five, three, five and two checkers of each colour, that is not what lies there.")),),
        )
    board = lesson.board
    advice = (*advice_beside(lesson, picture_quality(board)), *stay_unsure(board, lesson.unsure))
    differing = [one for one in lesson.unsure if one.margin > DOUBTFUL]
    if differing:
        sure = any(one.margin > LIMITS.sure for one in differing)
        wrong = problems(board, differing)
        return SetupLesson(board, wrong, unclear=lesson.complaints, advice=advice, sure=sure)
    return SetupLesson(board, not_empty=left_over(board, _leftovers(board)), unclear=lesson.complaints, advice=advice)


def shows_start(picture: Image, corners: LeafCorners) -> bool:
    """Whether a picture shows about the starting position, by nothing but the picture."""
    ways = sittings(picture, corners, empty=None, position=START, near=None, home=None, loose=0.0)
    return max(way.fit for way in ways) > START_LIMITS.half_sure


def _leftovers(board: Board) -> list[Difference]:
    """Checkers in the picture of the empty board, found by the colours that the other picture has taught."""
    if board.empty is None:
        return []
    found = []
    for index, place in enumerate(Reader(replace(board, empty=None)).read(board.empty).places):
        light, dark, _ = place.scores[0]
        margin = place.log_likelihood(light, dark) - place.log_likelihood(0, 0)
        if margin > SURELY_THERE:
            found.append(Difference("", margin, index, (light, dark), (0, 0)))
    return found
