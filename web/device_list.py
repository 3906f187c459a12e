"""The devices that may change the match, as a list that several processes share: its values, and where it lives."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from arbiter.message import Message
from arbiter.values import plain_name

MOST_DEVICES = 24
LONGEST_NAME = 40
_MOST_DEPARTED = 48


@dataclass(frozen=True, slots=True)
class Device:
    """One paired device. id: what it is called in the list; key_hash: SHA-256 of its key, in hex;
    joined, used: when it was paired and when it last showed its key, in seconds since 1970."""

    id: str
    name: str
    key_hash: str
    joined: float
    used: float = 0.0


@dataclass(frozen=True, slots=True)
class Departed:
    """A device that only looks again, so that it can be explained why."""

    key_hash: str
    why: str


@dataclass(frozen=True, slots=True)
class DeviceList:
    """revocations: how often a device was shown out; with each, the codes that are still about are void."""

    devices: tuple[Device, ...] = ()
    departed: tuple[Departed, ...] = ()
    revocations: int = 0

    def find(self, device_id: str) -> Device | None:
        return next((each for each in self.devices if each.id == device_id), None)

    def with_device(self, device: Device) -> DeviceList:
        """One more, under a name that no other bears. Where the list is full, who was unused longest makes room."""
        devices = (*self.devices, replace(device, name=self._free_name(device.name, device.id)))
        if len(devices) <= MOST_DEVICES:
            return replace(self, devices=devices)
        leaving = min(self.devices, key=lambda each: max(each.used, each.joined))
        why = Message(
            "This device was unused longest and made room when {name} was paired: pair it again.", name=device.name
        )
        return replace(self, devices=devices)._without([leaving], why)

    def without(self, ids: Sequence[str]) -> DeviceList:
        """Those only look from now on."""
        leaving = [each for each in self.devices if each.id in ids]
        fewer = self._without(leaving, Message("Somebody in control has taken control from this device."))
        return replace(fewer, revocations=self.revocations + 1)

    def renamed(self, device_id: str, name: str) -> DeviceList:
        free = self._free_name(name, device_id)
        return self._changed(device_id, lambda device: replace(device, name=free))

    def used_at(self, device_id: str, when: float) -> DeviceList:
        return self._changed(device_id, lambda device: replace(device, used=when))

    def _changed(self, device_id: str, how: Callable[[Device], Device]) -> DeviceList:
        changed = (how(each) if each.id == device_id else each for each in self.devices)
        return replace(self, devices=tuple(changed))

    def _without(self, leaving: Sequence[Device], why: str) -> DeviceList:
        departed = (*self.departed, *(Departed(each.key_hash, why) for each in leaving))
        staying = tuple(each for each in self.devices if each not in leaving)
        return replace(self, devices=staying, departed=departed[-_MOST_DEPARTED:])

    def _free_name(self, name: str, device_id: str) -> str:
        """`iPhone 2` where another device is an iPhone already."""
        wanted = plain_name(name)[:LONGEST_NAME].strip() or "A device"
        taken = {each.name.casefold() for each in self.devices if each.id != device_id}
        numbered = (wanted, *(f"{wanted[: LONGEST_NAME - 3]} {number}" for number in range(2, MOST_DEVICES + 2)))
        return next(each for each in numbered if each.casefold() not in taken)


Change = Callable[[DeviceList], DeviceList]


class Registry(Protocol):
    """Where the list lives. Every process that serves a page over the same matches asks the same one."""

    def read(self) -> DeviceList:
        """Raises NotReadError, one sentence, where nobody can say which devices are paired."""
        ...

    def change(self, how: Change) -> DeviceList:
        """The new list, once it is kept. Raises NotKeptError, one sentence, and then nothing has changed."""
        ...


class MemoryRegistry:
    """A list that ends with the process."""

    def __init__(self, first: DeviceList | None = None) -> None:
        self._list = first or DeviceList()
        self._lock = threading.Lock()

    def read(self) -> DeviceList:
        return self._list

    def change(self, how: Change) -> DeviceList:
        with self._lock:
            self._list = how(self._list)
            return self._list
