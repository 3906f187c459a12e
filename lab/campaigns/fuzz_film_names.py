"""Names, lengths and scores said of a film: `python -m lab.campaigns.fuzz_film_names [--cases 20000]`.

What the page sends is read as the page reads it, then made into a match. Refused is refused in one sentence; what is
taken can be kept, folded, shown and exported.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from random import Random
from typing import Any

from arbiter.match.event_json import event_from_json, event_to_json
from arbiter.match.fold import fold
from arbiter.position import Side
from arbiter.values import LONGEST_NAME, plain_name
from bookgammon.plugins.films.agreed import as_agreed
from bookgammon.plugins.films.pages import said_of
from bookgammon.plugins.films.service import _agreed
from lab.campaigns.fuzz_values import used
from tests.fuzz.spoilt import STRANGE
from tests.plugins.films.test_agreed import film, game
from web.errors import RequestError

_WHOLE_EVERY = 25
_FILM = film(game(10, Side.LIGHT), game(20, Side.DARK), game(30, Side.LIGHT, "gammon", 2))
_SPACES = ("\u00a0", "\u200b", "\u202e", "\ud83d", "\ude00", "\0", "\n", "\u0301", "\ufeff", "=", "<", '"', "'")


def name(chance: Random) -> Any:
    kind = chance.random()
    if kind < 0.25:
        return chance.choice(STRANGE)
    letters = [chr(chance.choice((65 + chance.randrange(58), chance.randrange(0x110000)))) for _ in range(5)]
    letters += [chance.choice(_SPACES) for _ in range(chance.randrange(4))]
    chance.shuffle(letters)
    return "".join(letters) * chance.choice((1, 1, 1, 1, 60))


def said(chance: Random) -> dict[str, Any]:
    """JSON as a page might send it."""
    found: dict[str, Any] = {"names": [name(chance), name(chance)], "length": chance.randint(0, 99), "score": [0, 0]}
    if chance.random() < 0.2:
        found["length"] = chance.choice(STRANGE)
    if chance.random() < 0.2:
        found["score"] = [chance.choice(STRANGE), chance.randint(0, 9)]
    return found


def tried(cases: int, seed: int) -> Counter[str]:
    """How many were taken and how many refused. Raises whatever is no refusal in one sentence."""
    found = Counter[str]()
    for number in range(cases):
        body = json.loads(json.dumps(said(Random(seed * 10**7 + number))))
        try:
            agreed = _agreed(said_of(body))
        except RequestError as error:
            found["refused" if str(error) and "\n" not in str(error) else "refused without a sentence"] += 1
            continue
        found["taken"] += 1
        events = as_agreed(_FILM, agreed)
        names = fold(events).names
        assert names == tuple(map(plain_name, names)), number
        assert all(len(each) <= LONGEST_NAME for each in names), number
        for event in events:
            assert event_from_json(json.loads(json.dumps(event_to_json(event)))) == event, number
        if found["taken"] % _WHOLE_EVERY == 0:
            used(events)
            found["shown and exported"] += 1
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.process_time()
    found = tried(args.cases, args.seed)
    print(f"{args.cases} cases: {dict(found)}; {time.process_time() - began:.0f} s of a processor")
    return 1 if found["refused without a sentence"] else 0


if __name__ == "__main__":
    raise SystemExit(main())
