"""A board under a camera, ready to be played on: known already and in view, or after the wizard."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

from arbiter.message import Message
from arbiter.rules import Rules
from bookgammon.boards.known_boards import KnownBoards, known_boards
from bookgammon.cameras.address import kept_camera, whole_address
from bookgammon.cameras.opening import camera_opener
from bookgammon.setup.agreement import ASK, Answer
from bookgammon.setup.before import before
from bookgammon.setup.serving import Place, set_up
from bookgammon.setup.wizard import Outcome
from bookgammon.terminal.answers import say
from calibration.board import Board
from calibration.board_file import load_board
from vision.errors import SourceError
from vision.sources.phone import PHONE
from vision.sources.pictures import Image, board_picture
from vision.sources.sources import Frame, Source, open_source

_IN_VIEW_S = 2.5
"""Seconds for which a board may be hidden by hands before it counts as not in view."""
_TRIES = 8


def table_ready(
    folder: Path,
    board_file: Path | None,
    address: str | None,
    place: Place,
    rules: Rules,
    *,
    new: bool,
    answer: Answer = ASK,
) -> Outcome:
    """The board that lies in view and the source that shows it; asks people where nothing is known.

    board_file: of the board, where it was named: then nothing is asked. address: of the camera, where it was
    named; new: the match that is open does not go on; answer: who plays, where the command line says so, else it is
    asked on the page. Raises BadBoardFile, SourceError and the page's errors.
    """
    wanted = whole_address(folder, address) if address else kept_camera(folder) or "0"
    open_camera = camera_opener(folder, place.telephone, place.workers)
    earlier = before(folder, new=new)
    answered, agreement = answer.to(match_is_open=earlier.last is not None and earlier.last.is_open)
    if board_file is not None:
        return Outcome(load_board(board_file, board_picture), open_camera(wanted), wanted, agreement)
    boards = known_boards(folder)
    for sentence in boards.torn:
        say(sentence)
    source = None
    if boards.boards or address is not None:
        try:
            source = open_camera(wanted)
        except SourceError:
            if address is not None:
                raise
    if source is None:
        return set_up(folder, None, "", place, rules, earlier, answer=answer)
    if wanted == PHONE:  # its pictures come by way of the page
        return set_up(folder, source, wanted, place, rules, earlier, known_at_once=True, answer=answer)
    found = board_in_view(boards, source)
    if found is not None:
        say(Message("This is the board {name}.", name=found.name))
        if answered:
            return Outcome(found, source, wanted, agreement)
        return set_up(folder, source, wanted, place, rules, earlier, known=found, answer=answer)
    if boards.boards:
        say(Message("No board that is known lies in view as it did: the page helps to set it up."))
    return set_up(folder, source, wanted, place, rules, earlier, answer=answer)


def board_in_view(boards: KnownBoards, source: Source) -> Board | None:
    """The known board that one of the source's first pictures shows."""
    if not boards.boards:
        return None
    for picture in _pictures(source):
        found = boards.lying_there(picture)
        if found is not None:
            return found
    return None


def _pictures(source: Source) -> Iterator[Image]:
    """A few pictures over a moment; a recording is looked at apart, so that none of its frames is lost."""
    end, shown = time.monotonic() + _IN_VIEW_S, 0
    opened = source if source.live else open_source(source.name)
    try:
        for item in opened.items():
            if isinstance(item, Frame):
                yield item.image
                shown += 1
            if time.monotonic() > end or shown >= _TRIES:
                return
    finally:
        if opened is not source:
            opened.close()
