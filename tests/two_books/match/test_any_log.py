"""Whatever two tables say in whatever order: one of our errors or a match, and the same one at both."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter.match.event_json import event_from_json, event_to_json
from arbiter.match.fold import fold
from arbiter.match.record import record_of
from arbiter.position import START, Position, Side
from tests.two_books.match.logs import AGREED, entry, next_word, says
from two_books.bodies import (
    AcceptedLoss,
    Agreed,
    AskedBack,
    AskedGame,
    AskedOn,
    AskedPosition,
    AskedScore,
    BeaveredBy,
    Checked,
    Consent,
    DoubledBy,
    DroppedBy,
    GaveUp,
    Halted,
    Opened,
    PlaysOn,
    RanOut,
    Rolled,
    Said,
    TakenBy,
)
from two_books.errors import TwoBooksError
from two_books.link import Entry
from two_books.shared_match import Judge, SharedMatch, after, match_of

SIDES = st.sampled_from(list(Side))
DICE = st.tuples(st.integers(1, 6), st.integers(1, 6))
SCORE = st.tuples(st.integers(0, 4), st.integers(0, 4))
POSITIONS = st.sampled_from([
    START, START.moved(Side.LIGHT, [(13, 7)]), START.moved(Side.DARK, [(6, 4), (6, 4)]),
    Position((13, *[1] * 2, *[0] * 23), (14, 1, *[0] * 24)), Position((15, *[0] * 25), (15, *[0] * 25)),
])  # fmt: skip


def asked(match: SharedMatch, draw: Any) -> Said:
    """Something to ask, to answer or to say at a wrong moment, near what the match is about."""
    state = match.state
    game, turn = (state.game + draw(st.integers(-1, 1)) * draw(st.booleans()), len(state.turns))
    at = (max(0, game), max(0, turn - draw(st.integers(0, 2)) * draw(st.booleans())))
    left = draw(st.none() | st.integers(-50, 3000))
    number = match.asked.number if match.asked and draw(st.integers(0, 9)) else draw(st.integers(0, match.number + 1))
    position = draw(POSITIONS)
    said: list[Said] = [
        AskedBack(at[0], max(0, turn - 1)), AskedScore(draw(SCORE)), AskedPosition(*at, position), AskedOn(*at),
        AskedGame(
            at[0] + draw(st.booleans()), position, draw(st.none() | SIDES), draw(st.sampled_from([1, 2, 4])),
            draw(st.none() | SIDES), crawford=draw(st.booleans()), score=draw(SCORE),
        ),
        Consent(number, draw(st.booleans())), Consent(number, agrees=True), Halted(draw(st.booleans())),
        RanOut(*at, left=left), Rolled(*at, draw(DICE), left=left), DoubledBy(*at), TakenBy(*at), DroppedBy(*at),
        BeaveredBy(*at), GaveUp(*at, "single"), AcceptedLoss(*at), PlaysOn(*at), Checked(at[0], state.score),
        Opened(at[0] + 1, Side.DARK, draw(DICE)),
    ]  # fmt: skip
    chosen: Said = draw(st.sampled_from(said))
    return chosen


@settings(max_examples=120, deadline=None)
@given(st.data(), st.integers(0, 10**6), st.sampled_from(["none", "match", "point", "overtime"]))
def test_both_fold_the_same_match_whatever_is_said(data: Any, seed: int, clock: Any) -> None:
    lot, rules = random.Random(seed), AGREED.rules
    if clock != "none":
        rules = type(rules)(length=3, must_be_legal=True, clock="delay", time_out=clock)
    first = Agreed(rules, AGREED.names, AGREED.host)
    log, match, judge = [entry(SharedMatch(), Side.LIGHT, first)], says(SharedMatch(), Side.LIGHT, first), Judge()
    for _ in range(data.draw(st.integers(5, 40))):
        if match.over:
            break
        if data.draw(st.integers(0, 2)):
            by, said = next_word(match, lot)
        else:
            by, said = data.draw(SIDES), asked(match, data.draw)
        proposed = entry(match, by, said)
        refused = ""
        try:
            match = after(match, proposed)
        except TwoBooksError as error:
            refused = str(error)
        assert judge(log, proposed) == refused
        if not refused:
            log.append(proposed)
    assert match_of(log) == match
    assert match_of(Entry(each.number, each.by, dict(each.body), each.at) for each in log) == match
    kept = [event_from_json(event_to_json(event)) for event in match.events]
    assert fold(kept) == match.state
    record_of(match.events)
