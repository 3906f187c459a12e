"""Dice in any picture, with no board and nothing known beforehand.

Whatever stands out from its surroundings and is as large all around may be a die: such spots are found at many sizes.
Each is then cut out at the size that the network of dice knows, its surroundings' colour standing in for the bare
board, and read from several sides. A single pip looks like a small die with a one on it, so of dice that
overlap those with more pips go first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from calibration.colours import to_lab
from vision.crops import DIE_PIXELS, as_input
from vision.nets import log_softmax, run
from vision.sources.pictures import Image

Floats = npt.NDArray[np.float32]

SMALLEST, LARGEST, STEP = 0.03, 0.2, 1.25
"""Sides of dice looked for, as shares of the picture's longer side, and from one to the next."""
SPOT = 12
"""Pixels of a die's side where spots are looked for."""
AROUND = 41
"""Pixels of surroundings whose median is the ground."""
CLEAR = 30.0
"""Lab distance from the ground that stands out as much as anything can."""
STANDS_OUT = 0.22
DIE_SIDE = DIE_PIXELS / 2
"""Pixels of a die's side in the network's cut-outs."""
SIZES, TURNS = (0.87, 1.1), (0.0, 0.7)
LIKELY, SURE = 0.3, 0.95
"""Probability of one value: of a spot that is looked at more closely, and of a die."""
SHIFTS, FINER = (-0.14, 0.0, 0.14), (0.85, 1.0, 1.18)
"""Places and sizes of the closer look, as shares of the side."""
ROUNDS = 2
"""Closer looks: the first one moves to the die's middle and size."""
ONE = 0.75
"""What a one's probability is worth where dice overlap."""
APART, PIP_APART, PIP_SIDE = 0.4, 0.62, 0.65
"""Middles of two dice are this share of both sides apart at the least; more, where a one is this much smaller."""
LIKE_OTHERS = 0.45
"""A one with less than this share of the other dice's side is a pip."""
CLEARLY, LARGER = 0.85, 1.7
"""Dice of one picture are not more than this many times as large as those that are clearly dice usually are."""
AS_LARGE, RATHER_SURE = 1.15, 0.85
"""A die about as large as the usual one is believed sooner: most pictures hold dice of one size."""
BATCH = 64


@dataclass(frozen=True, slots=True)
class AnyDie:
    """A die somewhere in a picture. center: of its body, pixels; side: pixels; probability: of its value."""

    value: int
    center: tuple[float, float]
    side: float
    probability: float


@dataclass(frozen=True, slots=True)
class _Spot:
    x: float
    y: float
    side: float


def find_dice(image: Image, least: float = 0.0, most: float = float("inf")) -> list[AnyDie]:
    """Every die in a picture (BGR uint8), surest first; least, most: sides in pixels to look for."""
    longest = max(image.shape[0], image.shape[1])
    first, last = max(least, SMALLEST * longest), min(most, LARGEST * longest)
    spots: list[_Spot] = []
    side = max(first, float(SPOT))
    while side <= last:
        spots += _standing_out(image, side)
        side *= STEP
    seen = zip(spots, _values(image, spots, SIZES, TURNS), strict=True)
    likely = [spot for spot, share in seen if share[1:].max() > LIKELY]
    closer = _apart([_settled(image, spot) for spot in _few(likely)])
    return [die for die in closer if least <= die.side * 1.2 and die.side <= 1.2 * most]


def _standing_out(image: Image, side: float) -> Iterator[_Spot]:
    """Spots about as large as a die with that side that differ from what lies around them."""
    scale = SPOT / side
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    ground = np.asarray(cv2.medianBlur(small, AROUND), np.uint8)
    away = np.minimum(np.linalg.norm(to_lab(small) - to_lab(ground), axis=2), CLEAR).astype(np.float32) / CLEAR
    inner, outer, whole = (np.asarray(cv2.blur(away, (n, n)), np.float32) for n in (9, 15, 23))
    response = inner - (whole * 23**2 - outer * 15**2) / (23**2 - 15**2)
    peaks = (response >= cv2.dilate(response, np.ones((5, 5), np.uint8))) & (response > STANDS_OUT)
    for y, x in zip(*np.nonzero(peaks), strict=True):
        yield _Spot((float(x) + 0.5) / scale - 0.5, (float(y) + 0.5) / scale - 0.5, side)


def _values(image: Image, spots: Sequence[_Spot], sizes: Sequence[float], turns: Sequence[float]) -> Floats:
    """(n, 7) shares of no die and of the values 1 to 6, each spot looked at in all these sizes and turns."""
    looks = [(spot, size, turn) for spot in spots for size in sizes for turn in turns]
    if not looks:
        return np.zeros((0, 7), np.float32)
    halves = _halves(image)
    cuts = [_cut_out(halves, spot, size, turn) for spot, size, turn in looks]
    parts = [cuts[k : k + BATCH] for k in range(0, len(cuts), BATCH)]
    said = np.concatenate([run("any_die", np.stack(part))[:, :7] for part in parts])
    shares = np.exp(log_softmax(said)).reshape(len(spots), -1, 7)
    return np.asarray(shares.mean(axis=1), np.float32)


def _halves(image: Image) -> list[Image]:
    """The picture, and ever again half of it."""
    found = [image]
    while min(found[-1].shape[:2]) >= 2 * DIE_PIXELS:
        size = (found[-1].shape[1] // 2, found[-1].shape[0] // 2)
        found.append(np.asarray(cv2.resize(found[-1], size, interpolation=cv2.INTER_AREA), np.uint8))
    return found


def _cut_out(halves: Sequence[Image], spot: _Spot, size: float, turn: float) -> Floats:
    """(6, DIE_PIXELS, DIE_PIXELS): what lies around a spot, its side become DIE_SIDE; and the colour around that."""
    side = spot.side * size
    level = min(len(halves) - 1, max(0, int(np.log2(side / DIE_SIDE))))
    scale = 0.5**level
    x, y = (spot.x + 0.5) * scale - 0.5, (spot.y + 0.5) * scale - 0.5
    step, middle = side * scale / DIE_SIDE, (DIE_PIXELS - 1) / 2
    c, s = float(np.cos(turn)) * step, float(np.sin(turn)) * step
    matrix = np.array([[c, -s, x - (c - s) * middle], [s, c, y - (s + c) * middle]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(halves[level], matrix, (DIE_PIXELS, DIE_PIXELS), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    edge = np.concatenate([cut[0], cut[-1], cut[:, 0], cut[:, -1]])
    ground = np.broadcast_to(np.median(edge, axis=0).astype(np.uint8), cut.shape)
    return as_input(np.asarray(cut, np.uint8), np.ascontiguousarray(ground))


def _few(spots: Sequence[_Spot]) -> list[_Spot]:
    """Without spots that nearly repeat another one."""
    kept: list[_Spot] = []
    for spot in spots:
        near = (k for k in kept if np.hypot(spot.x - k.x, spot.y - k.y) < 0.25 * min(spot.side, k.side))
        if not any(max(spot.side, k.side) < 1.2 * min(spot.side, k.side) for k in near):
            kept.append(spot)
    return kept


def _settled(image: Image, spot: _Spot) -> AnyDie:
    """What a spot shows once it was moved to where, and made as large as, a die is seen best."""
    for _ in range(ROUNDS - 1):
        die = _look_closer(image, spot)
        spot = _Spot(*die.center, die.side)
    return _look_closer(image, spot)


def _look_closer(image: Image, spot: _Spot) -> AnyDie:
    """The spot with places and sizes around it: the best of them, and where they are best on average."""
    tried = [
        _Spot(spot.x + dx * spot.side, spot.y + dy * spot.side, spot.side * size)
        for dx in SHIFTS
        for dy in SHIFTS
        for size in FINER
    ]
    reach = 3 * spot.side
    x0, y0 = max(0, int(spot.x - reach)), max(0, int(spot.y - reach))
    part = image[y0 : int(spot.y + reach) + 1, x0 : int(spot.x + reach) + 1]
    shares = _values(part, [_Spot(t.x - x0, t.y - y0, t.side) for t in tried], (1.0,), (0.35,))
    value = int(shares[:, 1:].mean(axis=0).argmax()) + 1
    weights = shares[:, value] ** 2 + 1e-6
    x, y, side = (float(np.average([getattr(t, name) for t in tried], weights=weights)) for name in ("x", "y", "side"))
    probability = float(np.sort(shares[:, value])[-len(tried) // 3 :].mean())
    return AnyDie(value, (round(x, 1), round(y, 1)), round(side, 1), round(probability, 4))


def _apart(dice: Sequence[AnyDie]) -> list[AnyDie]:
    """Those that are dice, of any that overlap the better one; pips that pass for ones left out."""
    clear = [die for die in dice if die.probability > CLEARLY]
    usual = float(np.median([die.side for die in clear if die.value > 1] or [die.side for die in clear] or [0.0]))
    kept: list[AnyDie] = []
    for die in sorted(dice, key=lambda d: -d.probability * (ONE if d.value == 1 else 1.0)):
        too_large = usual > 0 and die.side > LARGER * usual
        as_large = max(die.side, usual) < AS_LARGE * min(die.side, usual)
        sure = die.probability > (RATHER_SURE if as_large and die.value > 1 else SURE)
        if sure and not too_large and all(_beside(die, other) for other in kept):
            kept.append(die)
    return [_middle(die, dice) for die in kept if die.value > 1 or die.side > LIKE_OTHERS * usual]


def _middle(die: AnyDie, dice: Sequence[AnyDie]) -> AnyDie:
    """The die where all spots that settled on it put it on average: each of them is a little off by itself."""
    same = [other for other in dice if other.value == die.value and not _beside(die, other)]
    weights = [other.probability for other in same]
    x, y = (float(np.average([other.center[axis] for other in same], weights=weights)) for axis in (0, 1))
    return replace(die, center=(round(x, 1), round(y, 1)))


def _beside(die: AnyDie, other: AnyDie) -> bool:
    pip = min((die.side, die.value), (other.side, other.value))[1] == 1
    smaller = min(die.side, other.side) < PIP_SIDE * max(die.side, other.side)
    share = PIP_APART if pip and smaller else APART
    away = np.hypot(die.center[0] - other.center[0], die.center[1] - other.center[1])
    return bool(away > share * (die.side + other.side))
