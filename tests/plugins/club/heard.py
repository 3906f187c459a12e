"""A subscriber of the tests: everything that a broker passes on, as it comes."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from typing import Any, Self

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

SOON_S = 180.0


class Heard:
    """messages: (topic, payload, retained) in their order. Subscribes anew whenever the broker comes back."""

    def __init__(self, port: int, topics: str = "#", user: str = "", password: str = "") -> None:
        self.messages: list[tuple[str, bytes, bool]] = []
        self.times: list[float] = []
        self._come = threading.Condition()
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2)
        if user:
            self.client.username_pw_set(user, password)
        self.client.reconnect_delay_set(1, 1)
        self._subscribed = threading.Event()
        self.client.on_connect = lambda client, *_: client.subscribe(topics, 1)
        self.client.on_subscribe = lambda *_: self._subscribed.set()
        self.client.on_message = self._take
        self.client.connect("127.0.0.1", port)

    def __enter__(self) -> Self:
        self.client.loop_start()
        assert self._subscribed.wait(SOON_S)
        return self

    def __exit__(self, *_: object) -> None:
        self.client.disconnect()
        self.client.loop_stop()

    def _take(self, _: object, __: object, message: mqtt.MQTTMessage) -> None:
        with self._come:
            self.messages.append((message.topic, bytes(message.payload), message.retain))
            self.times.append(time.time())
            self._come.notify_all()

    def publish(self, topic: str, payload: str | bytes, *, retain: bool = False) -> None:
        self.client.publish(topic, payload, 1, retain).wait_for_publish(SOON_S)

    def payloads(self, last: str) -> list[Any]:
        """The JSON of all messages whose topic ends like this."""
        heard = list(self.messages)
        return [json.loads(payload) for topic, payload, _ in heard if topic.endswith(f"/{last}") and payload]

    def until(self, true: Callable[[], object]) -> None:
        with self._come:
            assert self._come.wait_for(true, SOON_S)

    def events(self) -> list[tuple[str, int]]:
        """(match, number) of every event heard, in its order, repetitions included."""
        return [(event["match"], event["number"]) for event in self.payloads("event")]
