"""Things over a board, painted over finished pictures: sleeves, somebody who leans over it, paper, a glass.

Each is a function of a picture (BGR uint8), the board's outline in it (8 by 2 pixels) and chance. The renderer draws
hands with their arms itself (`lab.simulator.hands`).
"""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import numpy.typing as npt
from numpy.random import Generator

from lab.simulator.art import Bytes

Doubles = npt.NDArray[np.float64]
Cover = Callable[[Bytes, Doubles, Generator], Bytes]
CLOTHS = ((20, 20, 22), (36, 32, 30), (60, 40, 30), (30, 30, 90), (50, 70, 60), (190, 196, 200), (110, 110, 116))
"""Colours of clothes, BGR: most are dark."""


def sleeve(picture: Bytes, outline: Doubles, rng: Generator) -> Bytes:
    """A forearm in a sleeve, from one side of the picture to somewhere over the board."""
    width = _board_width(outline)
    end = _on_board(outline, rng)
    side = np.array((rng.uniform(-0.3, 1.3) * picture.shape[1], rng.choice((-0.2, 1.2)) * picture.shape[0]))
    thick = max(3, round(width * rng.uniform(0.09, 0.16)))
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.line(mask, _whole(side), _whole(end), 255, thick, cv2.LINE_AA)
    return _painted(picture, mask, _cloth(picture.shape[:2], rng), rng.uniform(0.6, 2.5))


def leaning(picture: Bytes, outline: Doubles, rng: Generator) -> Bytes:
    """Head and shoulders of somebody who leans over the board, dark, large and out of focus."""
    width = _board_width(outline)
    middle = _on_board(outline, rng)
    from_near = bool(rng.random() < 0.7)
    mask = np.zeros(picture.shape[:2], np.uint8)
    head = width * rng.uniform(0.12, 0.28)
    cv2.ellipse(mask, _whole(middle), _whole(head * np.array((1, 1.25))), float(rng.uniform(-20, 20)), 0, 360, 255, -1)
    edge = picture.shape[0] * (1.3 if from_near else -0.3)
    shoulders = np.array((middle[0] + rng.normal(0, head), edge))
    cv2.line(mask, _whole(middle), _whole(shoulders), 255, max(3, round(1.5 * head)), cv2.LINE_AA)
    dark = np.clip(np.array((24, 22, 20)) + rng.uniform(0, 40) + rng.normal(0, 6, 3), 4, 120)
    return _painted(picture, mask, _cloth(picture.shape[:2], rng, tuple(dark)), width * rng.uniform(0.004, 0.02))


def paper(picture: Bytes, outline: Doubles, rng: Generator) -> Bytes:
    """A score sheet with lines of writing."""
    width = _board_width(outline)
    middle, turn = _on_board(outline, rng), rng.uniform(0, np.pi)
    half = width * rng.uniform(0.12, 0.25)
    across, down = np.array((np.cos(turn), np.sin(turn))) * half, np.array((-np.sin(turn), np.cos(turn))) * half * 0.7
    corners = np.array([middle - across - down, middle + across - down, middle + across + down, middle - across + down])
    sheet = np.full((210, 300, 3), rng.uniform(215, 250), np.float32)
    for line in range(18, 200, 14):
        x = 14
        while x < 280:
            word = int(rng.integers(8, 40))
            if rng.random() < 0.8:
                cv2.line(sheet, (x, line), (min(288, x + word), line + int(rng.integers(-1, 2))), (70, 60, 60), 2)
            x += word + 6
    corners_of_sheet = np.array([(0, 0), (300, 0), (300, 210), (0, 210)], np.float32)
    there = cv2.getPerspectiveTransform(corners_of_sheet, corners.astype(np.float32))
    size = (picture.shape[1], picture.shape[0])
    mask = np.asarray(cv2.warpPerspective(np.full(sheet.shape[:2], 255, np.uint8), there, size), np.uint8)
    return _painted(picture, mask, np.asarray(cv2.warpPerspective(sheet, there, size), np.float32), 0.7)


def glass(picture: Bytes, outline: Doubles, rng: Generator) -> Bytes:
    """A glass with a drink: what is under it shows tinted, moved and blurred; its rim mirrors the light."""
    width = _board_width(outline)
    middle, radius = _on_board(outline, rng), width * rng.uniform(0.06, 0.1)
    mask = np.zeros(picture.shape[:2], np.uint8)
    axes = _whole(radius * np.array((1, rng.uniform(0.8, 1))))
    cv2.ellipse(mask, _whole(middle), axes, 0, 0, 360, 255, -1, cv2.LINE_AA)
    moved = np.array(((1, 0, radius * rng.uniform(-0.5, 0.5)), (0, 1, radius * rng.uniform(-0.5, 0.5))))
    through = cv2.warpAffine(picture, moved, (picture.shape[1], picture.shape[0]), borderMode=cv2.BORDER_REPLICATE)
    through = cv2.GaussianBlur(through, (0, 0), radius * 0.12).astype(np.float32)
    drink = np.array(((60, 110, 200), (40, 40, 140), (150, 160, 165))[int(rng.integers(3))], np.float32)
    share = rng.uniform(0.25, 0.7)
    shown = _painted(picture, mask, (1 - share) * through + share * drink, 1.0)
    cv2.ellipse(shown, _whole(middle), axes, 0, 0, 360, (225, 230, 232), max(1, round(radius * 0.06)), cv2.LINE_AA)
    return shown


COVERS: dict[str, Cover] = {"sleeve": sleeve, "leaning": leaning, "paper": paper, "glass": glass}


def _painted(picture: Bytes, mask: Bytes, paint: npt.NDArray[np.float32], soft: float) -> Bytes:
    """soft: standard deviation of the edge's blur, in pixels; a shadow falls beside it."""
    near = cv2.GaussianBlur(mask, (0, 0), 4 + 3 * soft).astype(np.float32)[..., None] / 255
    share = cv2.GaussianBlur(mask, (0, 0), max(0.3, soft)).astype(np.float32)[..., None] / 255
    under = picture * (1 - np.float32(0.35) * near)
    return np.clip(np.round(under * (1 - share) + paint * share), 0, 255).astype(np.uint8)


def _cloth(shape: tuple[int, ...], rng: Generator, colour: tuple[float, ...] | None = None) -> npt.NDArray[np.float32]:
    """(h, w, 3): a cloth with folds, of one colour or, now and then, in stripes."""
    base = np.array(colour or CLOTHS[int(rng.integers(len(CLOTHS)))], np.float32)
    folds = cv2.resize(rng.normal(0, 1, (shape[0] // 24 + 2, shape[1] // 24 + 2)).astype(np.float32), shape[::-1])
    cloth = base * (1 + np.float32(0.18) * folds[..., None])
    if colour is None and rng.random() < 0.25:
        rows, columns = np.mgrid[: shape[0], : shape[1]]
        stripes = np.sin((rows * rng.uniform(-1, 1) + columns) * rng.uniform(0.2, 0.6)) > 0
        cloth = np.where(stripes[..., None], cloth, cloth + 60)
    return np.asarray(cloth, np.float32)


def _board_width(outline: Doubles) -> float:
    return float(np.ptp(outline[:, 0]))


def _on_board(outline: Doubles, rng: Generator) -> Doubles:
    """A place on the board, not at its very edge."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    return np.asarray(low + (high - low) * rng.uniform(0.15, 0.85, 2))


def _whole(place: Doubles) -> tuple[int, int]:
    return round(float(place[0])), round(float(place[1]))
