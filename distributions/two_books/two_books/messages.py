"""What two tables say to each other inside sealed frames: frozen messages and their JSON.

What comes is read strictly: whatever is not exactly one of these is none (ValueError), however it was sealed.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from arbiter.message import Message
from two_books.canonical import canonical
from two_books.errors import TooMuchError
from two_books.keys import KEY_BYTES, SESSION_BYTES, SIGNATURE_BYTES
from two_books.link import Role
from two_books.sealing import MOST_BYTES, Kind
from two_books.signed_log import Proposal, SignedEntry

HASH_BYTES = 32
LONGEST_PHRASE = 40
MOST_PRESENCE = 2_048
"""Bytes of what a table says of itself every few seconds."""
MOST_REASON = 600
_MOST_NUMBER = 2**53
_ATTACHMENT = re.compile(r"[a-z]{1,20}:[0-9a-f]{1,64}")
_ENDS_NAME = b"\n"
_ROLES: dict[str, Role] = {"h": "host", "g": "guest"}


@dataclass(frozen=True, slots=True)
class Hello:
    """A session's beginning. run: grows with each start of the table. key: it signs with; half: of the key exchange.

    to: the session that it answers, empty for none. refused: whoever reads this holds another table's seat.
    """

    run: int
    key: bytes
    half: bytes
    to: bytes
    refused: bool
    signature: bytes = b""


@dataclass(frozen=True, slots=True)
class Here:
    """Said every few seconds. number, hash: where the log ends. at: the speaker's steady clock in milliseconds.

    echo: the newest such time that it has heard, and how many milliseconds ago; None before any.
    """

    number: int
    hash: bytes
    at: int
    echo: tuple[int, int] | None
    presence: bytes | None


@dataclass(frozen=True, slots=True)
class Phrase:
    name: str


@dataclass(frozen=True, slots=True)
class End:
    """Where the log ends. decided: the host's: the running number up to which it has decided of the guest's."""

    number: int
    hash: bytes
    decided: int


@dataclass(frozen=True, slots=True)
class Ask:
    """For the entries after this number."""

    after: int


@dataclass(frozen=True, slots=True)
class Entries:
    entries: Sequence[SignedEntry]


@dataclass(frozen=True, slots=True)
class Proposals:
    """The guest's. first: the least running number that waits there; whatever is below was decided."""

    first: int
    proposals: Sequence[Proposal]


@dataclass(frozen=True, slots=True)
class Refused:
    """The host's: the guest's proposal with this running number and signature does not fit."""

    own: int
    signature: bytes
    reason: str


@dataclass(frozen=True, slots=True)
class AskHash:
    """For the hash of this entry, to find where two logs part."""

    number: int


@dataclass(frozen=True, slots=True)
class HashOf:
    number: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class AskAttachment:
    """For a film or a picture that the other table keeps."""

    name: str


LogMessage = End | Ask | Entries | Proposals | Refused | AskHash | HashOf
NowMessage = Here | Phrase | AskAttachment


def written_hello(hello: Hello) -> bytes:
    return _written([hello.run, _text(hello.key), _text(hello.half), _text(hello.to), int(hello.refused),
                     _text(hello.signature)])  # fmt: skip


def read_hello(content: bytes) -> Hello:
    """Raises ValueError."""
    run, key, half, to, refused, signature = _list(_parsed(content), 6)
    answers = b"" if to == "" else _bytes(to, SESSION_BYTES)
    if refused not in (0, 1) or isinstance(refused, bool):
        raise ValueError(refused)
    return Hello(
        _whole(run), _bytes(key, KEY_BYTES), _bytes(half, KEY_BYTES), answers, bool(refused),
        _bytes(signature, SIGNATURE_BYTES),
    )  # fmt: skip


def written(message: LogMessage | NowMessage) -> bytes:  # noqa: PLR0911 - one of each message
    """Its JSON: a list, what it is first."""
    match message:
        case Here():
            presence = None if message.presence is None else json.loads(message.presence)
            echo = None if message.echo is None else list(message.echo)
            return _written(["here", message.number, _text(message.hash), message.at, echo, presence])
        case Phrase():
            return _written(["phrase", message.name])
        case AskAttachment():
            return _written(["attach", message.name])
        case End():
            return _written(["end", message.number, _text(message.hash), message.decided])
        case Ask():
            return _written(["ask", message.after])
        case Entries():
            return _written(["entries", *(entry_to_json(entry) for entry in message.entries)])
        case Proposals():
            return _written(["proposals", message.first, *(_proposal_to_json(each) for each in message.proposals)])
        case Refused():
            return _written(["refused", message.own, _text(message.signature), reason_to_json(message.reason)])
        case AskHash():
            return _written(["ask hash", message.number])
        case HashOf():
            return _written(["hash", message.number, _text(message.hash)])


def read_now(content: bytes) -> NowMessage:
    """Raises ValueError."""
    what, *rest = _some(_parsed(content))
    if what == "here":
        number, digest, at, echo, presence = _list(rest, 5)
        said = None if presence is None else _body(presence, MOST_PRESENCE)
        heard = None if echo is None else (_whole(_list(echo, 2)[0]), _whole(echo[1]))
        return Here(_whole(number), _bytes(digest, HASH_BYTES), _whole(at), heard, said)
    if what == "phrase":
        (name,) = _list(rest, 1)
        if isinstance(name, str) and 0 < len(name) <= LONGEST_PHRASE and name.isprintable():
            return Phrase(name)
    if what == "attach":
        (name,) = _list(rest, 1)
        return AskAttachment(attachment_name(name))
    raise ValueError(what)


def attachment_name(found: object) -> str:
    """Raises ValueError where that is no name of an attachment."""
    if not isinstance(found, str) or not _ATTACHMENT.fullmatch(found):
        raise ValueError("no name of an attachment")
    return found


def written_attachment(name: str, data: bytes) -> bytes:
    """Raises ValueError where it is longer than a frame."""
    content = name.encode("ascii") + _ENDS_NAME + data
    if len(content) > MOST_BYTES[Kind.ATTACHMENT]:
        raise ValueError(f"an attachment of {len(data)} bytes")
    return content


def read_attachment(content: bytes) -> tuple[str, bytes]:
    """(name, data). Raises ValueError."""
    name, _, data = content.partition(_ENDS_NAME)
    return attachment_name(name.decode("ascii")), data


def read_log(content: bytes) -> LogMessage:  # noqa: PLR0911 - one of each message
    """Raises ValueError."""
    what, *rest = _some(_parsed(content))
    match what:
        case "end":
            number, digest, decided = _list(rest, 3)
            return End(_whole(number), _bytes(digest, HASH_BYTES), _whole(decided))
        case "ask":
            return Ask(_whole(*_list(rest, 1)))
        case "entries":
            return Entries(tuple(map(entry_from_json, rest)))
        case "proposals":
            return Proposals(_whole(_some(rest)[0]), tuple(map(_proposal_from_json, rest[1:])))
        case "refused":
            own, signature, reason = _list(rest, 3)
            return Refused(_whole(own), _bytes(signature, SIGNATURE_BYTES), reason_from_json(reason))
        case "ask hash":
            return AskHash(_whole(*_list(rest, 1)))
        case "hash":
            number, digest = _list(rest, 2)
            return HashOf(_whole(number), _bytes(digest, HASH_BYTES))
    raise ValueError(what)


# ------------------------------------------------------------------ parts


def entry_to_json(entry: SignedEntry) -> list[Any]:
    return [entry.number, _text(entry.hash), _text(entry.link), *_proposal_to_json(entry.proposal)]


def entry_from_json(found: object) -> SignedEntry:
    """Raises ValueError."""
    number, digest, link, *said = _some(found)
    return SignedEntry(
        _whole(number), _proposal_from_json(said), _bytes(digest, HASH_BYTES), _bytes(link, SIGNATURE_BYTES)
    )


def _proposal_to_json(said: Proposal) -> list[Any]:
    return [said.by[0], said.own, said.at, json.loads(said.body), _text(said.signature)]


def _proposal_from_json(found: object) -> Proposal:
    by, own, at, body, signature = _list(found, 5)
    if not isinstance(by, str) or by not in _ROLES or _whole(own) == 0:
        raise ValueError(by)
    return Proposal(_ROLES[by], own, _whole(at), _body(body), _bytes(signature, SIGNATURE_BYTES))


def _body(found: object, most: int | None = None) -> bytes:
    if not isinstance(found, dict):
        raise ValueError("a body is an object")
    try:
        return canonical(found) if most is None else canonical(found, most)
    except TooMuchError as error:
        raise ValueError(error) from error


def reason_to_json(reason: str) -> list[Any]:
    """A sentence, with what it was made of where that is plain, so that it can be said in the reader's language."""
    if isinstance(reason, Message) and reason.plural is None:
        values = dict(reason.values)
        plain = all(isinstance(each, str | int) and not isinstance(each, Message) for each in values.values())
        if plain and len(reason.pattern) + len(str(values)) <= MOST_REASON:
            return [reason.pattern, values]
    return [str(reason)[:MOST_REASON]]


def reason_from_json(found: object) -> str:
    """Raises ValueError."""
    pattern, *rest = _some(found)
    if not isinstance(pattern, str) or len(pattern) > MOST_REASON or len(rest) > 1:
        raise ValueError(pattern)
    if not rest:
        return pattern
    values = rest[0]
    if not isinstance(values, dict) or not all(isinstance(each, str | int) for each in values.values()):
        raise ValueError("no values of a sentence")
    if sum(len(str(each)) for each in values.values()) > MOST_REASON:
        raise ValueError("too long")
    return Message.from_parts(pattern, None, values)


def _written(found: list[Any]) -> bytes:
    return json.dumps(found, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode("ascii")


def _parsed(content: bytes) -> object:
    try:
        return json.loads(content.decode("ascii"))
    except RecursionError as error:
        raise ValueError("nested without end") from error


def _some(found: object) -> list[Any]:
    if not isinstance(found, list) or not found:
        raise ValueError("no list")
    return found


def _list(found: object, size: int) -> list[Any]:
    if not isinstance(found, list) or len(found) != size:
        raise ValueError("no such list")
    return found


def _whole(found: object) -> int:
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found < _MOST_NUMBER:
        raise ValueError(found)
    return found


def _text(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def _bytes(found: object, size: int) -> bytes:
    """Exactly so many bytes, written in the one way there is."""
    if not isinstance(found, str) or len(found) != -(-size * 4 // 3):
        raise ValueError("no such bytes")
    data = urlsafe_b64decode(found + "=" * (-len(found) % 4))
    if len(data) != size or _text(data) != found:
        raise ValueError("no such bytes")
    return data
