"""One look at a board as JSON (the answer of `bookgammon read`) and as text for people."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from arbiter.errors import IllegalPositionError
from arbiter.message import Message
from arbiter.position import Position, Side, by_side
from arbiter.position_json import position_to_json
from arbiter.referee.evidence import CubeSeen, DieSeen, Evidence
from arbiter.seats import Seats
from arbiter.xgid import MatchPosition, format_xgid
from bookgammon.errors import UsageError
from bookgammon.files.atomic_files import AS_UMASK_LETS, write_atomically
from vision.reading import out_of_sight, reading_of

CERTAIN = 0.9
"""Pictures read with less confidence are worth keeping."""


def reading_to_json(evidence: Evidence, seats: Seats, confidence: float) -> dict[str, Any]:
    """The best reading of one look with its dice and cube, as the command line's documentation has it.

    confidence: how likely (0..1) its points and bar are exactly right.
    """
    reading = reading_of(evidence)
    return {
        **position_to_json(reading.position),
        "dice": [_die(die) for die in evidence.dice],
        "cube": None if evidence.cube is None else _cube(evidence.cube, seats),
        "hidden": evidence.covered or any(place.hidden for place in evidence.places),
        "out_of_sight": by_side(out_of_sight(reading.position, evidence)),
        "near": seats.near.value,
        "home": seats.home,
        "xgid": _xgid(reading.position, evidence),
        "confidence": confidence,
    }


def reading_to_text(evidence: Evidence, confidence: float) -> str:
    """One line for people. confidence: as for `reading_to_json`."""
    reading = reading_of(evidence)
    dice = "-".join(str(die.value) for die in evidence.dice if not die.outside)
    xgid = _xgid(reading.position, evidence) or f"points {list(reading.position.points)}"
    lacking = by_side(out_of_sight(reading.position, evidence))
    unseen = ", ".join(f"{count} {side}" for side, count in lacking.items() if count)
    said = [xgid, f"dice {dice}" if dice else "", f"out of sight: {unseen}" if unseen else ""]
    return ", ".join([*filter(None, said), f"{round(100 * confidence)} % sure"])


def _die(die: DieSeen) -> dict[str, Any]:
    return {
        "value": die.value,
        "center": [round(number, 1) for number in die.center],
        "set": die.set and die.set.value,
        "leaf": die.leaf,
        "outside": die.outside,
        "cocked": die.cocked,
        "on_checker": die.on_checker,
    }


def _cube(cube: CubeSeen, seats: Seats) -> dict[str, Any]:
    owner = "none" if cube.owner is None else "near" if cube.owner is seats.near else "far"
    return {"value": cube.value, "owner": owner}


def _xgid(position: Position, evidence: Evidence) -> str | None:
    """None where the board shows what an XGID has no letters for."""
    counting = [die for die in evidence.dice if not die.outside and not die.cocked]
    turn = next((die.set for die in counting if die.set), Side.LIGHT)
    dice = (counting[0].value, counting[1].value) if len(counting) == 2 else None
    cube = evidence.cube
    try:
        return format_xgid(MatchPosition(position, turn, dice, cube.value if cube else 1, cube.owner if cube else None))
    except IllegalPositionError:
        return None


def keep_doubtful(folder: Path, picture: Path, rotate: int, data: dict[str, Any]) -> None:
    """Copy a picture that was not read with certainty into a folder, with what was read and how it was turned.

    Whoever looks at it later corrects the JSON beside it and has a label to learn or measure by. Raises UsageError.
    """
    doubts = [data["confidence"]] if "confidence" in data else [die["confidence"] for die in data["dice"]]
    if min(doubts, default=1.0) >= CERTAIN:
        return
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept = folder / f"{hashlib.sha256(picture.read_bytes()).hexdigest()[:12]}{picture.suffix.lower()}"
        shutil.copyfile(picture, kept)
        label = {"image": kept.name, "rotate": rotate, **data}
        write_atomically(kept.with_suffix(".json"), json.dumps(label) + "\n", mode=AS_UMASK_LETS)
    except OSError as error:
        raise UsageError(
            Message("The folder {folder} cannot keep pictures: {strerror}.", folder=folder, strerror=error.strerror)
        ) from error
