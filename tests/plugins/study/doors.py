"""The door by which positions to practise come in (`tests.plugged`)."""

from __future__ import annotations

from collections.abc import Mapping

from bookgammon.errors import CompanionError
from bookgammon.plugins.study.exercise import read_list
from tests.fuzz.doors import XGIDS, Door
from tests.fuzz.spoilt import texts


def doors() -> Mapping[str, Door]:
    lists = texts(["\n".join(XGIDS)])
    return {"positions to practise": Door(lists, lambda text, _: read_list(text), (CompanionError,))}
