"""A network's weights in half precision on disk, cast back when it is loaded: half the size, the same speed.

Both engines cast constants once, when they load a network. Small arrays stay as they are.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SMALL = 1000
"""Values of an array up to which nothing is won."""
HALF = "_half"
"""Put to the names of arrays in half precision."""


def halved(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same network; arrays that are in half precision already stay so."""
    casts = []
    for array in model.graph.initializer:
        values = numpy_helper.to_array(array)
        if values.dtype != np.float32 or values.size < SMALL:
            continue
        name = array.name + HALF
        casts.append(helper.make_node("Cast", [name], [array.name], to=TensorProto.FLOAT))
        array.CopyFrom(numpy_helper.from_array(values.astype(np.float16), name))
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    return model


def store_halved(path: Path) -> None:
    """Of an ONNX file."""
    onnx.save(halved(onnx.load(str(path))), str(path))
