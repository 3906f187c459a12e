"""What confined processes are asked to do in the tests."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence


def obey(question: bytes) -> Sequence[bytes]:
    """Echo, or do harm: the first word says what."""
    word, _, rest = question.partition(b" ")
    match word:
        case b"hoard":
            return (bytes(len(bytearray(int(rest)))),)
        case b"dawdle":
            time.sleep(float(rest))
        case b"toil":
            end = time.process_time() + float(rest)
            while time.process_time() < end:
                pass
        case b"niceness":
            return (b"%d" % os.nice(0),)
        case b"die":
            os._exit(3)
        case b"fail":
            raise ValueError(rest)
        case b"who":
            return (b"%d" % os.getpid(),)
        case b"chatter":
            os.write(1, b"a library prints this")
    return question, b"!"


def turn_round(shared: memoryview) -> Callable[[bytes], Sequence[bytes]]:
    """Turns the first bytes of what is shared round; a question says how many."""

    def work(question: bytes) -> Sequence[bytes]:
        size = int(question)
        shared[:size] = bytes(shared[:size])[::-1]
        return (b"turned",)

    return work
