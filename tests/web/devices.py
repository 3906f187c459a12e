"""Devices that ask the page: how a paired one and one that only looks speak to it."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from web.guard import PAIRING
from web.pairing import Pairing

ORIGIN = {"Origin": "http://localhost"}


def paired(app: Flask) -> FlaskClient:
    """A device that has brought the code."""
    pairing: Pairing = app.extensions[PAIRING]
    client = app.test_client()
    assert post(client, "/api/pair", {"code": pairing.code}).status_code == 200
    return client


def post(client: FlaskClient, path: str, body: Any, **headers: str) -> TestResponse:
    """As the page's own script posts."""
    return client.post(path, json=body, headers={**ORIGIN, **headers})
