"""The plugins of this program: which there are, where each comes from, and the one way to ask them.

Our own come from `DEFAULT_PLUGINS`, strangers' by entry points of the group `bookgammon.plugins`. One that cannot be
loaded, or fails when it is asked, is left out and named; the match begins without it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import pluggy

from arbiter.message import Message
from bookgammon import hookspecs
from bookgammon.errors import CompanionError
from bookgammon.plugin_values import PluginPart
from translation.catalogue import bring_sentences
from web.plugged import Plugged, Translation

DEFAULT_PLUGINS = ("gnubg", "notes", "study", "players", "films", "imports", "photograph", "club", "tell", "voice")
"""Folders of `bookgammon/plugins`, in the order in which they are asked."""
GROUP = "bookgammon.plugins"
"""Of entry points; the name of each is the plugin's."""
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class PluginShown:
    """A plugin, as people read of it. origin: "Bookgammon", or the distribution that brings it. trouble: why it is
    left out, one sentence, or nothing."""

    name: str
    origin: str
    about: str = ""
    trouble: str = ""


class Plugins:
    """The plugins that are asked. without: names of those to be left out."""

    def __init__(self, without: Iterable[str] = ()) -> None:
        self._manager = pluggy.PluginManager(hookspecs.PROJECT)
        self._manager.add_hookspecs(hookspecs)
        self._names: list[str] = []
        self._shown: dict[str, PluginShown] = {}
        self._without = frozenset(without)
        for name in DEFAULT_PLUGINS:
            place = f"{GROUP}.{name}"
            if name not in self._without and _is_there(place):
                self._load(name, "Bookgammon", partial(import_module, place))
        for entry in sorted(entry_points(group=GROUP), key=lambda each: each.name):
            if entry.name not in self._without and entry.name not in self._shown:
                self._load(entry.name, _origin(entry), entry.load)

    # ------------------------------------------------------------------ what there is

    @property
    def names(self) -> tuple[str, ...]:
        """Those that work, in the order in which they are asked."""
        return tuple(self._names)

    @property
    def shown(self) -> tuple[PluginShown, ...]:
        """All that were found, those that failed included."""
        return tuple(self._shown.values())

    def folders(self) -> tuple[tuple[str, Path], ...]:
        """(name, folder) of each: where its templates and static files lie."""
        found = []
        for name in self._names:
            module = self._manager.get_plugin(name)
            file = getattr(module, "__file__", None)
            if file:
                found.append((name, Path(file).parent))
        return tuple(found)

    @property
    def plugged(self) -> Plugged:
        """What all of them put on the pages."""
        # a stranger's opponent is met by an option or a page of its own, not chosen in the match form
        computer = any(each.plugin_name in DEFAULT_PLUGINS for each in self._manager.hook.opponent.get_hookimpls())
        return Plugged(self.folders(), self.all("links"), self.all("assets"), computer)

    def _load(self, name: str, origin: str, load: Callable[[], ModuleType]) -> None:
        try:
            module = load()
            missing = [need for need in getattr(module, "NEEDS", ()) if need not in self._names]
            if missing:
                trouble = Message("It needs {others}, which is not there.", others=", ".join(missing))
                self._shown[name] = PluginShown(name, origin, _about(module), trouble)
                return
            self._manager.register(module, name)
            self._manager.check_pending()
        except Exception as fault:  # noqa: BLE001 - whatever a plugin does, everything else goes on
            self._leave_out(name, origin, fault)
            return
        self._names.append(name)
        self._shown[name] = PluginShown(name, origin, _about(module))

    def _leave_out(self, name: str, origin: str, fault: BaseException) -> None:
        _log.error("the plugin %s fails and is left out", name, exc_info=fault)
        with suppress(ValueError, AssertionError):
            self._manager.unregister(name=name)
        if name in self._names:
            self._names.remove(name)
        about = self._shown[name].about if name in self._shown else ""
        trouble = Message("It fails and is left out ({kind}).", kind=type(fault).__name__)
        self._shown[name] = PluginShown(name, origin, about, trouble)

    # ------------------------------------------------------------------ asking

    def ask(self, hook: str, **given: object) -> Iterator[tuple[str, Any]]:
        """(plugin, answer) of each plugin that answers, in order. A CompanionError is passed on."""
        for name in self.names:
            others = [module for other, module in self._manager.list_name_plugin() if other != name]
            caller = self._manager.subset_hook_caller(hook, others)
            try:
                answer = caller(**given)
            except CompanionError:
                raise
            except Exception as fault:  # noqa: BLE001 - whatever a plugin does, everything else goes on
                self._leave_out(name, self._shown[name].origin, fault)
                continue
            if isinstance(answer, list):  # of a hook whose every answer counts
                yield from ((name, each) for each in answer)
            elif answer is not None:
                yield name, answer

    def all(self, hook: str, **given: object) -> tuple[Any, ...]:
        """What all plugins answer to a hook that gives several things, one after the other.

        An answer may be a generator: a fault in it is the plugin's, as one in the hook itself.
        """
        found = list[Any]()
        for name, answer in self.ask(hook, **given):
            try:
                found += answer
            except CompanionError:
                raise
            except Exception as fault:  # noqa: BLE001 - whatever a plugin does, everything else goes on
                self._leave_out(name, self._shown[name].origin, fault)
        return tuple(found)

    def first(self, hook: str, **given: object) -> Any:
        """The first answer, or None."""
        return next((answer for _, answer in self.ask(hook, **given)), None)

    def notify(self, hook: str, **given: object) -> None:
        """Ask a hook that answers nothing."""
        for _ in self.ask(hook, **given):
            pass

    def sentences(self, language: str) -> dict[str, str | Sequence[str]]:
        """What strangers' plugins say in that language; whatever is no sentence is left out."""
        found: dict[str, str | Sequence[str]] = {}
        for each in self.all("assets"):
            if isinstance(each, Translation) and each.language == language:
                found |= {pattern: text for pattern, text in each.sentences.items() if _is_sentence(pattern, text)}
        return found

    def parts(self, hook: str, stack: ExitStack, **given: object) -> tuple[PluginPart, ...]:
        """What every plugin does from now on, until the stack is left. A CompanionError is passed on."""
        found = []
        for name, entered in self.ask(hook, **given):
            try:
                found.append(stack.enter_context(_leaving(name, entered)))
            except CompanionError:
                raise
            except Exception as fault:  # noqa: BLE001 - whatever a plugin does, everything else goes on
                self._leave_out(name, self._shown[name].origin, fault)
        return tuple(found)


def notify_match_added(parts: Iterable[PluginPart], match: int) -> None:
    """A match that was not played at the table is in the journal now: parts that ask for it get its number."""
    for part in parts:
        if part.match_added is not None:
            part.match_added(match)


@contextmanager
def _leaving(name: str, block: AbstractContextManager[PluginPart]) -> Iterator[PluginPart]:
    """A plugin's block whose end takes nobody along."""
    part = block.__enter__()
    try:
        yield part
    finally:
        try:
            block.__exit__(None, None, None)
        except CompanionError:
            raise
        except Exception as fault:  # noqa: BLE001 - whatever a plugin does, everything else goes on
            _log.error("the plugin %s fails as it ends", name, exc_info=fault)


@cache
def installed(without: frozenset[str] = frozenset()) -> Plugins:
    """The plugins of this process, loaded once. without: as the command line says."""
    found = Plugins(without)
    bring_sentences(found.sentences)
    return found


_left_out: frozenset[str] = frozenset()


def leave_out(names: Iterable[str]) -> None:
    """From now on `plugins()` does without these: what `--without` says, before anything is asked."""
    global _left_out  # noqa: PLW0603 - a word of the command line, said once before all else
    _left_out = frozenset(names)


def plugins() -> Plugins:
    """The plugins that this process asks."""
    return installed(_left_out)


def _is_sentence(pattern: object, text: object) -> bool:
    forms = [text] if isinstance(text, str) else text
    return isinstance(pattern, str) and isinstance(forms, list | tuple) and all(isinstance(form, str) for form in forms)


def _is_there(place: str) -> bool:
    try:
        return find_spec(place) is not None
    except ModuleNotFoundError:
        return False


def _about(module: ModuleType) -> str:
    """The first line of its docstring."""
    return (module.__doc__ or "").strip().partition("\n")[0]


def _origin(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else entry.value
