"""The seat of a guest who plays at the page alone: from an invitation to a link, and what is shown of it."""

from __future__ import annotations

import threading
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol, Self

from arbiter.message import Message
from arbiter.values import plain_name
from bookgammon.files.atomic_files import make_private
from bookgammon.terminal.libraries import explain_import
from bookgammon.workers.worker import Workers
from two_books.bodies import LONGEST_NAME
from two_books.errors import InvitationError, LinkStoreError
from two_books.guest_client import GuestClient
from two_books.guest_turn import NotAllowedError
from two_books.guest_view import guest_view
from two_books.invitation import Invitation, invitation_from
from two_books.kept_guest import KeptGuest, guest_kept_in, keep_guest
from two_books.kept_invitation import KeptInvitation, keep, kept_in
from two_books.two_books_link import TwoBooksLink, line_of
from web.hub import Hub

FOLDER = "two_books_guest"
"""Within the data folder: a table of the same machine keeps its own log, and its own keys."""


class Seat(Protocol):
    """What the pages need of a guest's seat."""

    @property
    def client(self) -> GuestClient:
        """Raises NotAllowedError before anybody has joined."""
        ...

    def join(self, code: str, name: str) -> None:
        """Raises a CompanionError, one sentence, where the invitation cannot be used."""
        ...


class GuestSeat:
    """Open while its `with` block runs. folder: the data folder. Raises LinkStoreError where it cannot be used."""

    def __init__(self, folder: Path, workers: Workers, hub: Hub) -> None:
        self._data, self._folder, self._workers, self._hub = folder, folder / FOLDER, workers, hub
        self._lock = threading.Lock()
        self._joined: ExitStack | None = None
        self._client: GuestClient | None = None
        try:
            make_private(self._folder)
        except OSError as error:
            raise LinkStoreError(
                Message("What the guest's page has to remember cannot be kept in {path} ({error}).", path=self._folder,
                        error=error.strerror or type(error).__name__)
            ) from error  # fmt: skip
        self._kept = guest_kept_in(self._folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._leave()

    @property
    def client(self) -> GuestClient:
        client = self._client
        if client is None:
            raise NotAllowedError(Message("Nobody has joined yet: paste the invitation first."))
        return client

    def go_on(self) -> bool:
        """Whether there is a match to go on with: the kept invitation is taken again. Raises a CompanionError."""
        kept = kept_in(self._folder)
        if kept is None or not self._kept.name:
            return False
        with self._lock:
            self._sit_down(kept.invitation)
        return True

    def join(self, code: str, name: str) -> None:
        invitation = invitation_from(code)
        shown = plain_name(name)[:LONGEST_NAME]
        if not shown:
            raise InvitationError(Message("Say your name first: the other player reads it."))
        with self._lock:
            before = kept_in(self._folder)
            same = before is not None and (before.invitation.room == invitation.room)
            share = self._kept.share if same else ""
            self._leave()
            keep(self._folder, KeptInvitation("guest", invitation))
            self._keep(KeptGuest(shown, share))
            self._sit_down(invitation)

    def _keep(self, kept: KeptGuest) -> None:
        keep_guest(self._folder, kept)
        self._kept = kept

    def _sit_down(self, invitation: Invitation) -> None:
        name, share = self._kept.name, self._kept.share
        with ExitStack() as stack:
            try:
                line = line_of(invitation, self._data)
                link = TwoBooksLink(self._folder, invitation, "guest", self._workers, line=line)
            except ImportError as error:
                raise InvitationError(explain_import(error)) from error
            client = GuestClient(
                link, self._workers, name=name, share=share, changed=self.show,
                keep_share=lambda made: self._keep(KeptGuest(name, made)),
            )  # fmt: skip
            link.attach(client)
            stack.enter_context(link)
            stack.enter_context(client)
            self._client, self._joined = client, stack.pop_all()
        self.show()

    def _leave(self) -> None:
        joined, self._joined, self._client = self._joined, None, None
        if joined is not None:
            joined.close()

    def show(self) -> None:
        """Everything that is new goes to the page."""
        client = self._client
        self._hub.publish(guest_view(client.shown() if client else None))
