"""The mean of two rounds' weights: what was learned anew without forgetting what was known.

    python -m lab.training.mean BEFORE.onnx AFTER.onnx OUT.onnx [--share 0.5]

Of weights that one training went on from, the mean mostly does what each of them does well (Wortsman et al. 2022,
"Model soups"). Normalisation is folded into the convolutions when they are written, so that means are taken of both.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper


def mean(before: onnx.ModelProto, after: onnx.ModelProto, share: float) -> onnx.ModelProto:
    """share: what the newer weights count, 0..1. Raises ValueError where they are not the same network."""
    ours, theirs = before.graph.initializer, after.graph.initializer
    for one, other in zip(ours, theirs, strict=True):
        a, b = numpy_helper.to_array(one), numpy_helper.to_array(other)
        if a.shape != b.shape:
            raise ValueError(f"{one.name} and {other.name} have not the same shape.")
        if a.dtype == np.float32:
            one.CopyFrom(numpy_helper.from_array(((1 - share) * a + share * b).astype(np.float32), one.name))
    return before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--share", type=float, default=0.5, help="of the newer ones")
    args = parser.parse_args()
    onnx.save(mean(onnx.load(str(args.before)), onnx.load(str(args.after)), args.share), str(args.out))


if __name__ == "__main__":
    main()
