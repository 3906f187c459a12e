"""Records and texts of positions changed by chance, read: only the arbiter's own errors may come out.

    python -m lab.campaigns.mutated_records [--cases 20000] [--seed 1] [--door DOOR ...]

Letters are changed, pieces doubled, moved and cut out; bits are flipped in files of every dialect and encoding, in
`.xg` files and in what these hold once they are unpacked. Told is the longest time and the memory that a door took,
the program's own included. A sample runs in test_mutated_records.py.
"""

from __future__ import annotations

import argparse
import faulthandler
import random
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path

from arbiter.errors import ArbiterError
from arbiter.position_text import find_positions
from arbiter.records import read_mats, read_records, read_sgfs
from arbiter.records.xg_file import open_xg
from arbiter.rules import Rules
from arbiter.xg_text import write_position
from arbiter.xgid import MatchPosition
from tests.arbiter.dialects import match_of, written
from tests.arbiter.random_matches import random_match
from tests.arbiter.xg_files import archive, xg_bytes

DATA = Path(__file__).parents[2] / "tests" / "arbiter" / "data" / "matches"
SIGNS = '0123456789:/*()[];"\\?=>-. \n\tABWDlightTakesWinsLossesbaroff\u0660\ufeff\xa0é'
POSITION_SIGNS = SIGNS + "+|XOXGIDOGID=-abcCDEFGH\u2011\u200b"
HANGS_S = 60.0
"""By the clock: what has not been read by then says where it is, and the campaign ends."""
Case = Callable[[random.Random], Callable[[], object]]
"""From chance to a case: what reads it."""


def mutated(text: str, rng: random.Random, signs: str = SIGNS) -> str:
    """The text with up to eight letters changed, pieces doubled, moved, cut out or repeated many times."""
    for _ in range(rng.randint(1, 8)):
        begin = rng.randrange(len(text) + 1)
        end = min(len(text), begin + rng.choice((1, 1, 3, 20, 200)))
        piece = rng.choice((rng.choice(signs), "", text[begin:end] * 2, text[begin:end] * 30, text[begin:end][::-1]))
        text = text[:begin] + piece + text[end:]
    return text


def flipped(content: bytes, rng: random.Random) -> bytes:
    """The bytes with up to three bits flipped, at their beginning and end as often as between, or cut off."""
    torn = bytearray(content[: rng.randrange(1, len(content))] if rng.random() < 0.1 else content)
    for _ in range(rng.randint(1, 3)):
        places = (rng.randrange(len(torn)), len(torn) - 1 - rng.randrange(40), rng.randrange(40))
        torn[rng.choice(places) % len(torn)] ^= 1 << rng.randrange(8)
    return bytes(torn)


@cache
def _texts(suffix: str) -> list[str]:
    return [path.read_text() for path in sorted(DATA.glob(f"*.{suffix}"))]


@cache
def _dialects() -> list[bytes]:
    return [content for seed in range(4) for form, content in written(match_of(seed)) if form != "xg"]


@cache
def _xg_files() -> list[bytes]:
    rules = (Rules(length=1), Rules(length=5), Rules(length=0, beavers=True))
    return [xg_bytes(random_match(random.Random(seed), each, 0.02)) for seed in range(2) for each in rules]


@cache
def _positions() -> list[str]:
    match = random_match(random.Random(3), Rules(length=3))
    boards = [action.after for action in match.games[0].actions[:9] if hasattr(action, "after")]
    texts = [write_position(MatchPosition(board), "Not 8/3.\nBest: 13/7") for board in boards]
    ids = "Position ID: 4HPwATDgc/ABMA\nMatch ID: cAkAAAAAAAAA\n", "11jjjjjhhhccccc:ooddddd88866666:N0N:63:W:R:0:0:7:1"
    return [*texts, texts[0] + texts[1], *ids]


def _xg_records(rng: random.Random) -> Callable[[], object]:
    """What an `.xg` file unpacks to is changed and packed again, sums and lengths right."""
    file = open_xg(rng.choice(_xg_files()))
    records = bytearray(b"".join(file.records))
    for _ in range(rng.randint(1, 3)):
        start = rng.randrange(len(file.records)) * len(file.records[0])
        records[start + rng.choice((rng.randrange(140), rng.randrange(2560)))] ^= 1 << rng.randrange(8)
    content = archive({"temp.xg": bytes(records), "temp.xgc": flipped(b"{\\rtf1 a\\par}\r\n" * 9, rng)})
    return lambda: read_records(BytesIO(content))


def _read_bytes(content: bytes) -> Callable[[], object]:
    return lambda: read_records(BytesIO(content))


def _read_text(read: Callable[[str], object], text: str) -> Callable[[], object]:
    return lambda: read(text)


DOORS: dict[str, Case] = {
    "mat": lambda rng: _read_text(read_mats, mutated(rng.choice(_texts("mat")), rng)),
    "sgf": lambda rng: _read_text(read_sgfs, mutated(rng.choice(_texts("sgf")), rng)),
    "dialects": lambda rng: _read_bytes(flipped(rng.choice(_dialects()), rng)),
    "xg": lambda rng: _read_bytes(flipped(rng.choice(_xg_files()), rng)),
    "xg-records": _xg_records,
    "positions": lambda rng: _read_text(find_positions, mutated(rng.choice(_positions()), rng, POSITION_SIGNS)),
}


@dataclass(frozen=True, slots=True)
class Tried:
    """Of one door: how many cases were refused, seconds of the slowest one."""

    refused: int
    longest: float


def run(door: str, cases: int, seed: int) -> Tried:
    """Any error that is not the arbiter's goes through."""
    rng = random.Random(seed)
    refused, longest = 0, 0.0
    for number in range(cases):
        read = DOORS[door](rng)
        began = time.process_time()
        faulthandler.dump_traceback_later(HANGS_S, exit=True)
        try:
            read()
        except ArbiterError as error:
            refused += 1
            if "\n" in str(error) or not str(error):
                raise AssertionError(f"not one sentence: {error!r}") from error
        except Exception as error:
            error.add_note(f"case {number} of seed {seed}")
            raise
        finally:
            faulthandler.cancel_dump_traceback_later()
        longest = max(longest, time.process_time() - began)
    return Tried(refused, longest)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--door", choices=tuple(DOORS), action="append", default=[])
    args = parser.parse_args()
    if len(args.door) != 1:  # each in a process of its own, whose memory is its own
        words = ("--cases", str(args.cases), "--seed", str(args.seed))
        own = (sys.executable, "-m", "lab.campaigns.mutated_records", *words)
        return max(subprocess.run([*own, "--door", door], check=False).returncode for door in args.door or DOORS)
    (door,) = args.door
    found = run(door, args.cases, args.seed)
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(
        f"{door}: {args.cases} cases, {found.refused} refused, the others read; the longest took {found.longest:.2f} s "
        f"of a processor, {held} MiB",
        flush=True,
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
