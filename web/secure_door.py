"""The page's second door, HTTPS: browsers give their camera, and keep their screen awake, on secure pages only.

TLS is done here, in one thread with an event loop, and what is inside goes to the page's server as one more connection
(`PageServer.adopt`): one server for both doors, with the same shares for addresses and the same guard. Cheroot, which
could serve both, shakes hands in the thread that accepts, so that silent clients would stop it (`web.server`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
import ssl
from collections import Counter
from collections.abc import Callable
from functools import partial

from web.connections import MOST_OF_ONE_ADDRESS, MOST_OF_UNPAIRED
from web.errors import NoSuchHost, PortInUse
from web.listening import listen
from web.threads import MakeThread, plain_thread

HANDSHAKE_S = 8.0
"""Seconds until whoever connects and does not shake hands is shut out."""
_CHUNK = 64 * 1024
_TLS = b"\x16"
"""First byte of every TLS connection; a browser that was given `http://` begins with a letter."""
_PATIENCE = 0.5
_MOVE_S = 5.0
_MOMENT_S, _LAST_WORD_S = 0.05, 2.0
_DROPPED = 16 * 2**20
"""Bytes of a refused request that are taken in all the same; a telephone's largest picture is a quarter of that."""

Adopt = Callable[[socket.socket, tuple[str, int], str], None]
"""Where the connections go: who is at the other end, and the scheme."""
_log = logging.getLogger(__name__)


class SecureDoor:
    """Accepts HTTPS at (host, port) in the background while it is open.

    port: the wanted one; where it is taken by another program, any free one. context: the server's certificate.
    thread: makes the thread of its loop.
    Raises NoSuchHost.
    """

    def __init__(
        self, host: str, port: int, context: ssl.SSLContext, adopt: Adopt, *, thread: MakeThread = plain_thread
    ) -> None:
        self._listening = _opened(host, port)
        self._accepting: asyncio.Task[None] | None = None
        self._serving: set[asyncio.Task[None]] = set()
        self._context, self._adopt = context, adopt
        self._loop = asyncio.SelectorEventLoop()  # Windows' other kind cannot do TLS on an accepted socket
        self._loop.set_exception_handler(_note)
        self._from: Counter[str] = Counter()
        self._stopping = False
        self._thread = thread("secure door", self._run)

    @property
    def port(self) -> int:
        return int(self._listening.getsockname()[1])

    def start(self) -> None:
        self._thread.start()

    def move(self, host: str) -> None:
        """Accept at another host from now on; at any free port where this one is taken there. Raises NoSuchHost."""
        if self._thread.is_alive():
            asyncio.run_coroutine_threadsafe(self._move(host), self._loop).result(_MOVE_S)

    async def _move(self, host: str) -> None:
        before, port = self._listening.getsockname()[:2]
        if self._accepting is not None:
            self._accepting.cancel()
            await asyncio.gather(self._accepting, return_exceptions=True)
        self._listening.close()
        try:
            self._listening = _opened(host, port)
        except NoSuchHost:
            self._listening = _opened(before, port)
            raise
        finally:
            self._accept_on()

    def stop(self) -> None:
        """Close the port and all connections. May be called twice, and before `start`."""
        self._stopping = True
        if self._thread.is_alive():
            with contextlib.suppress(RuntimeError):  # it has just ended
                self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join(_PATIENCE)
        elif self._thread.ident is None:
            self._listening.close()
            self._loop.close()

    def _run(self) -> None:
        """Until it is stopped. A fault leaves port and connections as they are: it may be called again."""
        if self._accepting is None or self._accepting.done():
            self._accept_on()
        self._loop.run_forever()
        if not self._stopping:
            raise RuntimeError("nobody accepts at the secure door") from self._why_closed()
        self._listening.close()
        tasks = asyncio.all_tasks(self._loop)
        for task in tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*tasks, return_exceptions=True))
        self._loop.run_until_complete(asyncio.sleep(_MOMENT_S))  # what was hung up on is let go of
        self._loop.close()

    def _accept_on(self) -> None:
        self._accepting = self._loop.create_task(self._accept())
        self._accepting.add_done_callback(self._accepted_last)

    def _accepted_last(self, task: asyncio.Task[None]) -> None:
        if not (task.cancelled() or self._stopping):  # a fault: whoever looks after the thread is to know
            self._loop.stop()

    def _why_closed(self) -> BaseException | None:
        accepting = self._accepting
        return accepting.exception() if accepting and accepting.done() and not accepting.cancelled() else None

    async def _accept(self) -> None:
        while True:
            await _readable(self._loop, self._listening)
            try:  # and not by the loop, which drops one that comes in the very moment in which it is stopped
                sock, address = self._listening.accept()
            except OSError:  # gone again, or no file is free for one more connection
                await asyncio.sleep(0.05)
                continue
            sock.setblocking(False)
            who = str(address[0])
            if self._from[who] >= MOST_OF_ONE_ADDRESS or self._from.total() >= MOST_OF_UNPAIRED:
                sock.close()
                continue
            self._from[who] += 1
            task = self._loop.create_task(self._serve(sock, (who, int(address[1]))))
            self._serving.add(task)
            task.add_done_callback(self._serving.discard)
            task.add_done_callback(partial(_closed, sock))

    async def _serve(self, sock: socket.socket, address: tuple[str, int]) -> None:
        """One connection, from its first byte to its last."""
        try:
            with contextlib.suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                if await asyncio.wait_for(self._speaks_tls(sock), HANDSHAKE_S):
                    await self._carry(sock, address)
                else:
                    await self._send_on(sock)
        finally:
            self._from[address[0]] -= 1
            self._from += Counter()

    async def _speaks_tls(self, sock: socket.socket) -> bool:
        while True:
            try:
                return sock.recv(1, socket.MSG_PEEK) == _TLS
            except BlockingIOError:
                await _readable(self._loop, sock)

    async def _send_on(self, sock: socket.socket) -> None:
        """Whoever comes without the `s` of `https://` is shown where the door is."""
        head = (await asyncio.wait_for(self._loop.sock_recv(sock, _CHUNK), HANDSHAKE_S)).decode("latin-1")
        words = head.split(" ", 2)
        host = next((line[5:].strip() for line in head.split("\r\n") if line.lower().startswith("host:")), "")
        if len(words) == 3 and words[1].startswith("/") and host and not set(host) & set("/\\@\"'<> "):
            answer = f"HTTP/1.1 307 Temporary Redirect\r\nLocation: https://{host}{words[1]}\r\n"
            await self._loop.sock_sendall(
                sock, f"{answer}Content-Length: 0\r\nConnection: close\r\n\r\n".encode("latin-1", "replace")
            )

    async def _carry(self, sock: socket.socket, address: tuple[str, int]) -> None:
        """Shake hands, then carry what is inside to the page's server and back until either has enough."""
        outer = asyncio.StreamReader(_CHUNK, loop=self._loop)
        transport, protocol = await self._loop.connect_accepted_socket(
            lambda: asyncio.StreamReaderProtocol(outer, loop=self._loop),
            sock,
            ssl=self._context,
            ssl_handshake_timeout=HANDSHAKE_S,
            ssl_shutdown_timeout=1.0,
        )
        outside = asyncio.StreamWriter(transport, protocol, outer, self._loop)
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        self._adopt(theirs, address, "https")
        asked, answered = (
            self._loop.create_task(self._bring(outer, ours)),
            self._loop.create_task(self._bring_back(ours, outside)),
        )
        ways = {asked, answered}
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            await asyncio.wait({asked}, timeout=_MOMENT_S)  # whoever is still sending notices that nobody reads on
            if asked.done() and not outer.at_eof() and not self._stopping:
                # the request was refused half read: the answer that says so is on its way
                await asyncio.wait({answered}, timeout=_LAST_WORD_S)
                with contextlib.suppress(OSError, TimeoutError):
                    await asyncio.wait_for(_heard_out(outer), _LAST_WORD_S)
        finally:
            try:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
                ours.close()
                if self._stopping:
                    transport.abort()  # nobody waits for an unpaired client to close
                outside.close()
                with contextlib.suppress(OSError, TimeoutError):
                    await asyncio.wait_for(outside.wait_closed(), 1.0)
            finally:  # also where the door is closed while this one takes its leave
                ours.close()
                # whoever hangs up while nobody has room for what they sent leaves it half open for good (asyncio waits
                # for somebody to read on); its file would be closed behind its back, and the next connection gets that
                # number
                transport.abort()

    # both by the bare socket: a stream would take what there is to read along when writing fails

    async def _bring(self, reader: asyncio.StreamReader, inside: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(_CHUNK):
                await self._loop.sock_sendall(inside, data)

    async def _bring_back(self, inside: socket.socket, writer: asyncio.StreamWriter) -> None:
        """`drain` waits for a slow reader, so that nobody's answers pile up here."""
        with contextlib.suppress(OSError):
            while data := await self._loop.sock_recv(inside, _CHUNK):
                writer.write(data)
                await writer.drain()


def _opened(host: str, port: int) -> socket.socket:
    """A socket that accepts there. Raises NoSuchHost."""
    try:
        listening = listen(host, port)
    except PortInUse:
        listening = listen(host, 0)
    listening.listen(128)
    listening.setblocking(False)
    return listening


def _closed(sock: socket.socket, _: asyncio.Task[None]) -> None:
    """A connection's socket once its task is over, be it before its first step."""
    sock.close()


async def _heard_out(reader: asyncio.StreamReader) -> None:
    """Take in, and drop, what is still being sent: hanging up on it would tear the answer out of the sender's hands."""
    left = _DROPPED
    while left > 0 and (data := await reader.read(_CHUNK)):
        left -= len(data)


async def _readable(loop: asyncio.AbstractEventLoop, sock: socket.socket) -> None:
    ready = asyncio.Event()
    loop.add_reader(sock.fileno(), ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(sock.fileno())


def _note(_: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    """Who hung up in the middle of shaking hands is no news; anything else is a fault and belongs in the log."""
    error = context.get("exception")
    if not isinstance(error, OSError | TimeoutError):
        _log.error("secure door: %s", context.get("message"), exc_info=error if isinstance(error, Exception) else None)
