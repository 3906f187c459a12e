"""What confined processes are asked to do in the tests."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence


def obey(question: bytes) -> Sequence[bytes]:
    """Echo, or do harm: the first word says what."""
    word, _, rest = question.partition(b" ")
    match word:
        case b"hoard":
            return (bytes(len(bytearray(int(rest)))),)
        case b"dawdle":
            time.sleep(float(rest))
        case b"die":
            os._exit(3)
        case b"fail":
            raise ValueError(rest)
        case b"chatter":
            os.write(1, b"a library prints this")
    return question, b"!"
