"""Two real links in one process."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from bookgammon.workers.worker import Workers
from tests.two_books.link.heard import Heard, no_bad_one
from two_books.invitation import Invitation
from two_books.link import Role
from two_books.two_books_link import TwoBooksLink


class RealTables:
    """Two tables in one process, each with a folder of its own, which may stop and start again."""

    def __init__(self, folder: Path, invitation: Invitation) -> None:
        self.folder, self.invitation = folder, invitation
        self.heard: dict[Role, Heard] = {"host": Heard(), "guest": Heard()}
        self.links: dict[Role, TwoBooksLink] = {}
        self._stacks: dict[Role, ExitStack] = {}

    def start(self, role: Role, invitation: Invitation | None = None) -> TwoBooksLink:
        folder = self.folder / role
        folder.mkdir(exist_ok=True)
        stack = self._stacks[role] = ExitStack()
        workers = stack.enter_context(Workers())
        link = TwoBooksLink(folder, invitation or self.invitation, role, workers)
        link.attach(self.heard[role], no_bad_one)
        self.links[role] = stack.enter_context(link)
        return link

    def stop(self, role: Role) -> None:
        self._stacks.pop(role).close()

    def close(self) -> None:
        for role in tuple(self._stacks):
            self.stop(role)

    @property
    def host(self) -> TwoBooksLink:
        return self.links["host"]

    @property
    def guest(self) -> TwoBooksLink:
        return self.links["guest"]

    def alike(self, length: int) -> bool:
        return len(self.host.entries()) == length and self.host.entries() == self.guest.entries()
