"""What one sheet costs on one core: drawing it, its channels, and the network in OpenCV and in ONNX Runtime.

    python -m lab.training.sheet.cost NET.onnx [--rounds 40]

Processor time in milliseconds, the least and the middle of so many rounds: on a machine that others use, the least is
what a quiet one shows. ONNX Runtime is left out where it is not installed.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.corners import LeafCorners
from lab.training.sheet.engine import opened
from vision.sheet.channels import board_channels, channels_now, two_by_two
from vision.sheet.geometry import Numbers, SheetView


def timed(work: Callable[[], Any], rounds: int) -> str:
    found = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        found.append(1000 * (time.process_time() - began))
    return f"{min(found):.1f} ({np.median(found):.1f}) ms"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("net", type=Path)
    parser.add_argument("--rounds", type=int, default=40)
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    left = ((100.0, 60.0), (580.0, 60.0), (560.0, 660.0), (60.0, 660.0))
    right = ((680.0, 60.0), (1180.0, 60.0), (1220.0, 660.0), (700.0, 660.0))
    view = SheetView(Numbers(LeafCorners(left, right), (1280, 720)))
    picture = np.random.default_rng(1).integers(0, 255, (720, 1280, 3)).astype(np.uint8)
    network, sheet = opened(asked.net), view.drawn(picture)
    of_board, x = two_by_two(board_channels(view))[None], two_by_two(channels_now(sheet))[None]
    first = network.of_board(of_board)
    print("a sheet cut from 1280 x 720:", timed(lambda: view.drawn(picture), asked.rounds))
    print("its channels:", timed(lambda: two_by_two(channels_now(sheet)), asked.rounds))
    print("network, once a board:", timed(lambda: network.of_board(of_board), asked.rounds))
    print("network, OpenCV:", timed(lambda: network.now(x, first), asked.rounds))
    try:
        import onnxruntime  # noqa: PLC0415 - for comparison alone
    except ImportError:
        return
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(str(asked.net), options, providers=["CPUExecutionProvider"])
    print("network, ONNX Runtime:", timed(lambda: session.run(None, {"now": x, "board": first}), asked.rounds))


if __name__ == "__main__":
    main()
