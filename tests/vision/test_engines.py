"""The networks as OpenCV runs them: in batches of any size, and for several threads at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from vision.nets import net, run

AGREED = 2e-4
"""Of logits of up to ten and more."""


def test_they_say_the_same_of_batches_of_any_size() -> None:
    batch = np.random.default_rng(7).uniform(-1, 1, (7, 3, 40, 40)).astype(np.float32)
    whole = run("die_reader", batch)
    for size in (1, 4, 2):
        assert np.abs(whole[:size] - run("die_reader", batch[:size])).max() < AGREED


def test_threads_that_ask_one_network_at_once_each_get_their_own_answer() -> None:
    engine = net("die_reader")
    batches = [np.random.default_rng(n).random((8, 3, 40, 40), np.float32) for n in range(4)]
    alone = [engine(batch)[0] for batch in batches]
    with ThreadPoolExecutor(len(batches)) as pool:
        for _ in range(20):
            for (found,), wanted in zip(pool.map(engine, batches), alone, strict=True):
                assert np.allclose(found, wanted, atol=1e-5)
