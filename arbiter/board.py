"""A position drawn: as text for a terminal, as SVG for a page or a notebook. Light sits at the bottom."""

from __future__ import annotations

from collections.abc import Iterator

from arbiter.position import BAR, OFF, Position, Side

_ROWS = 5
_ASCII = {Side.LIGHT: "O", Side.DARK: "X"}
_UNICODE = {Side.LIGHT: "○", Side.DARK: "●"}
_TOP, _BOTTOM = tuple(range(13, 25)), tuple(range(12, 0, -1))
_WIDTH = 4
_UNIT = 40  # of the SVG: the width of a point, and of a checker


def board_text(position: Position, unicode: bool = False) -> str:
    """Thirteen lines: the points of light's far side, then of the near side. O is light, X is dark.

    More than five checkers in one place are shown by their number.
    """
    marks = _UNICODE if unicode else _ASCII
    lines = [_edge(_TOP)]
    lines += [_line(position, _TOP, Side.DARK, height, marks) for height in range(_ROWS)]
    lines.append("|" + "BAR".center(7 * _WIDTH + 6 * _WIDTH) + "|")
    lines += [_line(position, _BOTTOM, Side.LIGHT, height, marks) for height in reversed(range(_ROWS))]
    lines.append(_edge(_BOTTOM))
    return "\n".join(
        f"{line}  {_off(position, side, marks)}" if place in (0, len(lines) - 1) else line
        for place, line in enumerate(lines)
        for side in [Side.LIGHT if place else Side.DARK]
    )


def _edge(points: tuple[int, ...]) -> str:
    numbers = [f"{point:-^{_WIDTH}}" for point in points]
    return "+" + "".join(numbers[:6]) + "-" * _WIDTH + "".join(numbers[6:]) + "+"


def _line(position: Position, points: tuple[int, ...], bar: Side, height: int, marks: dict[Side, str]) -> str:
    cells = [_cell(*_holder(position, point), height, marks).center(_WIDTH) for point in points]
    middle = _cell(bar, position.row(bar)[BAR], height, marks).center(_WIDTH)
    return "|" + "".join(cells[:6]) + middle + "".join(cells[6:]) + "|"


def _cell(side: Side, count: int, height: int, marks: dict[Side, str]) -> str:
    if height == _ROWS - 1 and count > _ROWS:
        return str(count)
    return marks[side] if height < count else ""


def _holder(position: Position, point: int) -> tuple[Side, int]:
    light, dark = position.counts(point)
    return (Side.LIGHT, light) if light >= dark else (Side.DARK, dark)


def _off(position: Position, side: Side, marks: dict[Side, str]) -> str:
    return f"{marks[side]} {side}: {position.pips(side)} pips, {position.row(side)[OFF]} off"


# ------------------------------------------------------------------ SVG


def board_svg(position: Position) -> str:
    """A drawing of 14 by 12 checkers, without scripts or outside references."""
    width, height = 14 * _UNIT, 12 * _UNIT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">',
        f"<title>{_title(position)}</title>",
        f'<rect width="{width}" height="{height}" fill="#3b5d50"/>',
        f'<rect x="{6 * _UNIT}" width="{_UNIT}" height="{height}" fill="#2a2420"/>',
        *_triangles(height),
        *_checkers(position, height),
        "</svg>",
    ]
    return "\n".join(parts)


def _title(position: Position) -> str:
    light, dark = position.pips(Side.LIGHT), position.pips(Side.DARK)
    return f"Backgammon position: light {light} pips, dark {dark} pips"


def _column(point: int) -> int:
    across = point - 13 if point > 12 else 12 - point
    return across + (across >= 6)


def _triangles(height: int) -> Iterator[str]:
    for point in range(1, 25):
        x, colour = _column(point) * _UNIT, "#c9a26b" if point % 2 else "#8a4b3a"
        base, tip = (0, 5 * _UNIT) if point > 12 else (height, height - 5 * _UNIT)
        yield f'<path d="M{x} {base}h{_UNIT}L{x + _UNIT // 2} {tip}z" fill="{colour}"/>'


def _checkers(position: Position, height: int) -> Iterator[str]:
    places = [(_column(point), point > 12, *_holder(position, point)) for point in range(1, 25)]
    places += [(6, side is Side.DARK, side, position.row(side)[BAR]) for side in Side]
    places += [(13, side is Side.DARK, side, position.row(side)[OFF]) for side in Side]
    for column, top, side, count in places:
        fill, edge = ("#f4ecd8", "#333") if side is Side.LIGHT else ("#222", "#ddd")
        x = column * _UNIT + _UNIT // 2
        for place in range(min(count, _ROWS)):
            along = place * _UNIT + _UNIT // 2
            y = along if top else height - along
            yield f'<circle cx="{x}" cy="{y}" r="{_UNIT // 2 - 1}" fill="{fill}" stroke="{edge}"/>'
        if count > _ROWS:
            y = (4 * _UNIT + _UNIT // 2) if top else height - 4 * _UNIT - _UNIT // 2
            yield f'<text x="{x}" y="{y + 5}" text-anchor="middle" font-size="16" fill="{edge}">{count}</text>'
