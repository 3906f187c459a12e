"""Hostile cameras, each many times: `python -m lab.campaigns.fuzz_cameras [--each 50] [--at-once 20] [--way NAME]`.

Each is opened and followed as the table does it. It has to end in one sentence, or to go on giving pictures, within
its time; what raises anything else, says nothing, or leaves a process behind is a fault.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tests.fuzz.hostile_cameras import WAYS, made_certificate, served
from vision.errors import SourceError
from vision.sources.frames import Frame, News
from vision.sources.https_camera import TrustOfThisRun
from vision.sources.sources import open_capture, open_source

WITHIN_S = 60.0
"""Until people have to be told, with many at once on a busy machine; limits of ten seconds may follow each other."""
_ADDRESS = re.compile(r"\S*127\.0\.0\.1\S*")
GOES_ON = 40
"""Pictures after which a camera counts as one that works."""


@dataclass(frozen=True, slots=True)
class Met:
    """What came of one camera. said: the sentence, nothing where it goes on; fault: what must not be."""

    said: str = ""
    pictures: int = 0
    seconds: float = 0.0
    fault: str = ""


def met(name: str, certificate: Path | None, seed: int = 1, within: float = WITHIN_S) -> Met:
    """Open a camera of that way and follow it until it is told of."""
    began = time.monotonic()
    said, pictures, fault = "", 0, ""
    with served(WAYS[name], certificate, seed) as address:
        try:
            source = open_source(address, opener=partial(open_capture, trust=TrustOfThisRun()))
        except SourceError as error:
            return _judged(name, Met(str(error), 0, time.monotonic() - began))
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            return Met(fault=f"{type(error).__name__}: {error}")
        try:
            for item in source.items():
                pictures += isinstance(item, Frame)
                if isinstance(item, News) and item.lost:
                    said = item.message
                if said or pictures >= GOES_ON or time.monotonic() - began > within:
                    break
        except Exception as error:  # noqa: BLE001 - that is what is looked for
            fault = f"{type(error).__name__}: {error}"
        finally:
            source.close()
    return _judged(name, Met(said, pictures, time.monotonic() - began, fault))


def _judged(name: str, found: Met) -> Met:
    if found.fault:
        return found
    fault = ""
    if "\n" in found.said or (found.said and not found.said.endswith(".")):
        fault = f"no sentence: {found.said!r}"
    elif not found.said and not (WAYS[name].fine and found.pictures >= GOES_ON):
        fault = f"nothing said, {found.pictures} pictures"
    return Met(found.said, found.pictures, found.seconds, fault)


class Overheard:
    """What threads died of while the block ran."""

    def __enter__(self) -> list[str]:
        self._before, found = threading.excepthook, list[str]()
        threading.excepthook = lambda died: found.append(f"{died.thread and died.thread.name}: {died.exc_value!r}")
        return found

    def __exit__(self, *_: object) -> None:
        threading.excepthook = self._before


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--each", type=int, default=50)
    parser.add_argument("--at-once", type=int, default=20)
    parser.add_argument("--way", choices=tuple(WAYS), action="append")
    args = parser.parse_args()
    bad = cameras = told = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        Overheard() as died,
        ThreadPoolExecutor(args.at_once) as crowd,
    ):
        certificate = made_certificate(Path(folder))
        names = args.way or list(WAYS)
        asked = {name: [crowd.submit(met, name, certificate, seed) for seed in range(args.each)] for name in names}
        for name, answers in asked.items():
            found = [answer.result() for answer in answers]
            faults = [one.fault for one in found if one.fault]
            cameras, bad, told = cameras + len(found), bad + len(faults), told + sum(bool(one.said) for one in found)
            sentences = Counter(_ADDRESS.sub("...", one.said) for one in found if one.said)
            print(
                f"{name}: {len(found)}, told {sum(sentences.values())}, slowest "
                f"{max(one.seconds for one in found):.1f} s",
                *(f"{count} x {sentence}" for sentence, count in sentences.most_common(3)),
                *(f"FAULT {one}" for one in faults[:3]), sep="\n    ", flush=True,
            )  # fmt: skip
    print(
        f"{len(asked)} ways, {cameras} cameras: {told} told in a sentence, {cameras - told - bad} go on, {bad} faults"
    )
    print(*(f"a thread died: {one}" for one in died[:5]), sep="\n", end="")
    return 1 if bad or died else 0


if __name__ == "__main__":
    raise SystemExit(main())
