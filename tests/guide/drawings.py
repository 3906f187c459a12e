"""The drawings of the user's guide, made by `python -m tests.guide.drawings`: where the camera and the lamps go."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "web" / "static" / "guide"

INK, WOOD, LIGHT, DARK, GOOD, BAD, GLOW = "#33312e", "#a8794f", "#efe3cd", "#5d4630", "#2f7d4f", "#b3402e", "#f2c14e"


def _svg(width: int, height: int, *parts: str) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' font-family="sans-serif" font-size="15" fill="none" stroke="{INK}" stroke-width="2">'
    )
    return "\n".join([head, f'<rect width="{width}" height="{height}" fill="#fff" stroke="none"/>', *parts, "</svg>\n"])


def _text(x: float, y: float, words: str, anchor: str = "middle", colour: str = INK) -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{colour}" stroke="none">{words}</text>'


def _line(*points: tuple[float, float], colour: str = INK, dashes: bool = False, width: float = 2) -> str:
    way = " ".join(f"{x:g},{y:g}" for x, y in points)
    dash = ' stroke-dasharray="6 5"' if dashes else ""
    return f'<polyline points="{way}" stroke="{colour}" stroke-width="{width:g}"{dash}/>'


def _area(*points: tuple[float, float], fill: str, colour: str = INK) -> str:
    return f'<polygon points="{" ".join(f"{x:g},{y:g}" for x, y in points)}" fill="{fill}" stroke="{colour}"/>'


def _circle(x: float, y: float, radius: float, fill: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"/>'


def _book_from_the_side(x: float, y: float) -> list[str]:
    """The open book on the table, seen from a player's chair: two trays that meet at the ridge."""
    tray = [(x - 130, y), (x - 130, y - 14), (x - 122, y - 14), (x - 122, y - 5), (x - 4, y - 5), (x - 4, y - 14)]
    other = [(2 * x - a, b) for a, b in reversed(tray)]
    return [
        _area(*tray, *other, fill=WOOD),
        *(_circle(x + dx, y - 9, 5, LIGHT if dx < 0 else DARK) for dx in (-100, -88, -40, 30, 42, 96)),
    ]


def _camera(x: float, y: float) -> list[str]:
    return [
        _area((x - 16, y - 22), (x + 16, y - 22), (x + 16, y), (x - 16, y), fill=INK),
        _area((x - 7, y), (x + 7, y), (x + 9, y + 8), (x - 9, y + 8), fill="#8a8a8a"),
    ]


def camera_place() -> str:
    """From the side: the arm, the camera straight above the ridge, and how far it may lean."""
    x, table, top = 300, 380, 90
    cone = [
        _line((x, top + 8), (x - 165, table), dashes=True, colour=GOOD),
        _line((x, top + 8), (x + 165, table), dashes=True, colour=GOOD),
    ]
    leaning = _line((x, table - 20), (x - 125, top + 20), dashes=True)
    return _svg(
        700, 450,
        _line((40, table), (600, table), width=6, colour=WOOD),
        *_book_from_the_side(x, table - 3),
        _line((520, table), (520, 60), (x, 60), (x, 70), width=5),
        *_camera(x, top),
        *cone, leaning,
        _text(x, 40, "straight above the ridge is best"),
        _text(x - 135, top + 5, "leaning a little is fine", colour=GOOD),
        _text(540, 200, "the arm stands", "start"), _text(540, 218, "on the table", "start"),
        _text(540, 236, "or beside it", "start"),
        _text(82, 300, "60 to 100 cm", "start"), _line((70, top), (70, table), width=1),
        _text(x, 425, "the whole open book in the picture, with a hand's breadth around it"),
    )  # fmt: skip


def _book_from_above(x: float, y: float, width: float, slant: float = 0.0) -> list[str]:
    """The open book as the camera sees it; slant narrows its far edge."""
    height, half = 0.62 * width, width / 2
    parts = []
    for side in (-1, 1):
        near, far = side * half, side * half * (1 - slant)
        parts.append(_area((x, y), (x + far, y), (x + near, y + height), (x, y + height), fill=WOOD))
        for point in range(6):
            a, b = (point + 0.1) / 6, (point + 0.9) / 6
            middle = (a + b) / 2
            tip = 0.4 * height
            colour = LIGHT if point % 2 else DARK
            parts.append(
                _area((x + a * near, y + height), (x + b * near, y + height),
                      (x + middle * near * (1 - slant / 2), y + height - tip), fill=colour, colour="none")
            )  # fmt: skip
            parts.append(
                _area((x + a * far, y), (x + b * far, y), (x + middle * far, y + tip), fill=colour, colour="none")
            )
    return parts


def _frame(x: float, y: float, colour: str) -> str:
    return f'<rect x="{x}" y="{y}" width="240" height="150" fill="none" stroke="{colour}" stroke-width="4"/>'


def camera_view() -> str:
    """What the picture should show, and two that it should not."""
    columns = ((150, "good: all of it, straight", GOOD), (420, "a corner is cut off", BAD), (690, "too slanting", BAD))
    parts = [_frame(x - 120, 30, colour) + _text(x, 210, words, colour=colour) for x, words, colour in columns]
    cut = [f'<svg x="302" y="32" width="236" height="146" viewBox="302 32 236 146">{part}</svg>' for part in
           ("".join(_book_from_above(470, 80, 210)),)]  # fmt: skip
    return _svg(840, 230, *_book_from_above(150, 52, 170), *cut, *_book_from_above(690, 62, 190, slant=0.6), *parts)


def light_place() -> str:
    """From the side: lamps beside the board, not above it where the board mirrors them into the camera."""
    x, table = 320, 330
    good = [(70, 120), (570, 120)]
    lamps = [
        part
        for lx, ly in good
        for part in (_circle(lx, ly, 20, GLOW), _line((lx, ly), (x, table - 20), colour=GOOD, dashes=True))
    ]
    wrong = [
        _circle(x + 75, 70, 20, GLOW),
        _line((x + 75, 90), (x + 38, table - 10), (x + 4, 90), colour=BAD, dashes=True),
    ]
    return _svg(
        640, 400,
        _line((40, table), (600, table), width=6, colour=WOOD), *_book_from_the_side(x, table - 3), *_camera(x, 70),
        *lamps, *wrong,
        _text(40, 92, "from both sides", "start", GOOD), _text(600, 92, "from both sides", "end", GOOD),
        _text(x + 105, 50, "beside the camera: mirrored", "start", BAD),
        _text(x + 105, 68, "by the board into the lens", "start", BAD),
        _text(x, 375, "even light, no sun on the board, nobody's head in it"),
    )  # fmt: skip


def drawings() -> Mapping[str, str]:
    """By the name of the file."""
    return {
        "camera-place.svg": camera_place(),
        "camera-view.svg": camera_view(),
        "light-place.svg": light_place(),
    }


if __name__ == "__main__":
    for file, drawn in drawings().items():
        (FOLDER / file).write_text(drawn, encoding="utf-8")
