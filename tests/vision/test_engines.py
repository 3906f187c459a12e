"""The networks are run by ONNX Runtime where it is installed, by OpenCV otherwise, and say the same."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from vision.nets import NAMES, Floats, Name, onnx_runtime_net, opencv_net

ROOT = Path(__file__).parents[2]
SHAPES: dict[Name, tuple[int, ...]] = {
    "sheet": (1, 48, 144, 272),
    "cube": (4, 1, 32, 32),
    "die_finder": (1, 6, 72, 108),
    "die_reader": (7, 3, 40, 40),
}
AGREED = 2e-4
"""Of logits of up to ten and more."""
installed = pytest.mark.skipif(find_spec("onnxruntime") is None, reason="ONNX Runtime is not installed")
ENGINE = """
import logging, sys
import numpy as np
logging.basicConfig(level=logging.WARNING, stream=sys.stdout)
from vision.nets import run
print(run("cube", np.zeros((1, 1, 32, 32), np.float32)).shape, "onnxruntime" in sys.modules)
"""


def inputs(name: Name, seed: int) -> Floats:
    """What a network may be shown: smooth patches and noise, between -1 and 1."""
    rng = np.random.default_rng(seed)
    shape = SHAPES[name]
    coarse = rng.uniform(-1, 1, (*shape[:2], -(-shape[2] // 8), -(-shape[3] // 8)))
    smooth = coarse.repeat(8, axis=2).repeat(8, axis=3)[:, :, : shape[2], : shape[3]]
    return np.clip(smooth + rng.normal(0, 0.1, shape), -1, 1).astype(np.float32)


@installed
@pytest.mark.parametrize("name", NAMES)
def test_both_engines_say_the_same(name: Name) -> None:
    one, other = onnx_runtime_net(name), opencv_net(name)
    for seed in range(3):
        batch = inputs(name, seed)
        for here, there in zip(one(batch), other(batch), strict=True):
            assert here.shape == there.shape
            assert np.abs(here - there).max() < AGREED


@installed
def test_they_say_the_same_of_batches_of_any_size() -> None:
    one, other = onnx_runtime_net("die_reader"), opencv_net("die_reader")
    batch = inputs("die_reader", 7)
    for size in (1, 4, 2):
        (here,), (there,), (whole,) = one(batch[:size]), other(batch[:size]), one(batch)
        assert np.abs(here - there).max() < AGREED
        assert np.abs(whole[:size] - here).max() < AGREED


def engine_with(folder: Path) -> str:
    """What a program says of its engine that finds libraries in this folder first."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(folder), str(ROOT)))}
    done = subprocess.run([sys.executable, "-c", ENGINE], env=environment, capture_output=True, text=True, check=True)
    return done.stdout


def test_where_it_cannot_be_loaded_opencv_runs_them_and_the_log_says_why(tmp_path: Path) -> None:
    (tmp_path / "onnxruntime.py").write_text("raise ImportError('libomp.so: no such file')\n")
    said = engine_with(tmp_path)
    assert "(1, 7) False" in said
    assert "libomp.so: no such file" in said


@installed
def test_where_it_is_installed_it_runs_them(tmp_path: Path) -> None:
    assert "(1, 7) True" in engine_with(tmp_path)


def test_threads_that_ask_one_network_at_once_each_get_their_own_answer() -> None:
    net = opencv_net("die_reader")
    batches = [np.random.default_rng(n).random((8, 3, 40, 40), np.float32) for n in range(4)]
    alone = [net(batch)[0] for batch in batches]
    with ThreadPoolExecutor(len(batches)) as pool:
        for _ in range(20):
            for (found,), wanted in zip(pool.map(net, batches), alone, strict=True):
                assert np.allclose(found, wanted, atol=1e-5)
