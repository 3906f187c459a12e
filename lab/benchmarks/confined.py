"""What it costs that strangers' pictures and streams are decoded elsewhere: `python -m lab.benchmarks.confined`.

From the bytes of a JPEG to the picture as an array, here and in the confined process; how long that process takes to
be ready; what it holds in memory. The same for each frame of a recording with a camera's pictures, in turns.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from lab.benchmarks.evening import processor_seconds
from vision.sources.decoding import OF_TELEPHONES, Bounds, decoded, decoded_here, load_decoder
from vision.sources.frames import Opener
from vision.sources.sources import open_capture, own_capture

SIZES = ((1280, 720), (1920, 1080), (4032, 3024))
TIMES = 60


def picture(width: int, height: int) -> bytes:
    """A JPEG of as many bytes as a camera's: smooth, with grain."""
    chance = np.random.default_rng(1)
    coarse = chance.integers(0, 255, (height // 40, width // 40, 3), np.uint8)
    grain = chance.normal(0, 3, (height, width, 3))
    scene = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC) + grain
    return cv2.imencode(".jpg", np.clip(scene, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()


def milliseconds(do: Callable[[bytes, Bounds], object], data: bytes) -> tuple[float, float]:
    """The median and the 95th percentile."""
    took = []
    for _ in range(TIMES):
        began = time.perf_counter()
        do(data, OF_TELEPHONES)
        took.append(1000 * (time.perf_counter() - began))
    return statistics.median(took), sorted(took)[int(0.95 * TIMES)]


def recorded(folder: Path, size: tuple[int, int]) -> Path:
    """A recording of so many pictures as a camera sends them: one JPEG a frame, all of them different."""
    path, data = folder / "camera.avi", decoded_here(picture(*size), OF_TELEPHONES)
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30, size)
    for number in range(TIMES):
        writer.write(np.roll(data, 8 * number, axis=1))
    writer.release()
    return path


def frames(path: Path, opener: Opener) -> tuple[float, float]:
    """Milliseconds of the quickest frame but the first, and of processor time a frame, of both processes."""
    capture, took = opener(str(path)), list[float]()
    capture.read()
    used = processor_seconds(os.getpid())
    while True:
        began = time.perf_counter()
        if not capture.read()[0]:
            break
        took.append(1000 * (time.perf_counter() - began))
    used = 1000 * (processor_seconds(os.getpid()) - used) / len(took)
    capture.release()
    return min(took), used


def main() -> None:
    began = time.perf_counter()
    load_decoder()
    asked = 1000 * (time.perf_counter() - began)
    data = picture(*SIZES[0])
    decoded(data, OF_TELEPHONES)
    first = 1000 * (time.perf_counter() - began)
    print(f"the process: {asked:.0f} ms to ask for it, {first:.0f} ms to the first picture")
    for size in SIZES:
        data = picture(*size)
        here, apart = milliseconds(decoded_here, data), milliseconds(decoded, data)
        print(
            f"{size[0]} x {size[1]}, {len(data) // 1000} kB: here {here[0]:.1f} ms (p95 {here[1]:.1f}), "
            f"confined {apart[0]:.1f} ms (p95 {apart[1]:.1f})"
        )
    with tempfile.TemporaryDirectory() as folder:
        path = recorded(Path(folder), SIZES[0])
        in_turns = [(frames(path, own_capture), frames(path, open_capture)) for _ in range(6)]
        for name, found in zip(("here", "confined"), zip(*in_turns, strict=True), strict=True):
            quickest, used = (statistics.median(each) for each in zip(*found, strict=True))
            print(f"a frame of 720p {name}: {quickest:.2f} ms at the quickest, {used:.2f} ms of processor time")
    print(f"load {os.getloadavg()[0]:.1f}")
    for status in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = status.read_bytes()
            if b"outside.worker" in words and b"decoding" in words:
                told = (status.parent / "status").read_text().split("\n")
                print("; ".join(" ".join(line.split()) for line in told if line.startswith(("VmRSS", "VmPeak"))))
        except OSError:
            continue


if __name__ == "__main__":
    main()
