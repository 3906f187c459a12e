"""A board as other seats number its points."""

from __future__ import annotations

from dataclasses import replace

from arbiter.position import BAR, OFF, Position
from arbiter.seats import Seats
from calibration.board import Board, Visibility


def seated(board: Board, seats: Seats) -> Board:
    """The same board, with the same checkers in its start picture, as those seats number its points."""
    light, dark = [0] * 26, [0] * 26
    numbers = {spot: number for number, spot in enumerate(seats.track(), 1)}
    for was, spot in enumerate(board.seats.track(), 1):
        light[numbers[spot]], dark[25 - numbers[spot]] = board.position.counts(was)
    for row, own in ((light, board.position.light), (dark, board.position.dark)):
        row[OFF], row[BAR] = own[OFF], own[BAR]
    position = Position(tuple(light), tuple(dark))
    return replace(board, seats=seats, position=position, visibility=_renumbered(board, seats))


def _renumbered(board: Board, seats: Seats) -> Visibility | None:
    if board.visibility is None:
        return None
    was = {spot: number for number, spot in enumerate(board.seats.track())}
    order = [was[spot] for spot in seats.track()]
    odds, contrast = board.visibility.odds, board.visibility.contrast
    return Visibility((*(odds[one] for one in order), *odds[len(order) :]), tuple(contrast[one] for one in order))
