"""Bytes of a record to text: by their mark, by the charset an SGF file names, else by what decodes.

Nothing is guessed: where the letters could be those of several alphabets the file is refused with its line.
"""

from __future__ import annotations

import codecs
import re

from arbiter.errors import NotationError
from arbiter.message import Message

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""In this order: the mark of UTF-32 begins with that of UTF-16."""
_CHARSETS = frozenset(
    f"{family}{number}" for family, numbers in (
        ("cp", (437, 737, 775, 850, 852, 855, 857, 860, 861, 862, 863, 864, 865, 866, 869, 874, 932, 936, 949, 950)),
        ("cp", range(1250, 1259)), ("iso8859-", range(1, 17)),
    ) for number in numbers
) | {
    "utf-8", "ascii", "koi8-r", "koi8-u", "mac-roman", "mac-cyrillic", "shift_jis", "euc_jp", "euc_kr", "iso2022_jp",
    "gb2312", "gbk", "gb18030", "big5", "tis-620",
}  # fmt: skip
"""As Python calls them. What else it can decode (archives, domain names) is no charset of a text."""
_NAMED = re.compile(rb"CA\[\s*([A-Za-z0-9_.:\- ]{1,30})\s*\]")
_SGF = re.compile(rb"\s*\(")
_HEAD = 4096
"""Bytes in which an SGF file names its charset, and in which a text shows whether it has two bytes a letter."""
_HALF_EMPTY = 0.3
_FOREIGN_WORD = re.compile(r"[^\W\d_\x00-\x7f]{3,}")
"""No language with Latin letters has three with accents in a row."""


def decoded(content: bytes) -> str:
    """The text of a record's bytes. Raises NotationError, with the line, where its letters cannot be known."""
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return _strictly(content[len(mark) :], encoding)
    if wide := _wide(content[:_HEAD]):
        return _strictly(content, wide)
    named = _charset(content) if _SGF.match(content) else ""
    try:
        return content.decode(named or "utf-8")
    except UnicodeDecodeError:
        pass
    if named and named != "utf-8":
        try:
            return content.decode("utf-8")  # a file that was saved anew keeps what it says of itself
        except UnicodeDecodeError:
            raise NotationError(
                Message("The file says that its letters are {charset}, and they are not.", charset=named)
            ) from None
    return _western(content)


def _strictly(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        raise NotationError(
            Message("The file begins as {encoding} and does not go on so.", encoding=encoding.upper())
        ) from None


def _wide(head: bytes) -> str:
    """The encoding of text with two bytes a letter that has lost its mark; empty for any other."""
    if b"\0" not in head:
        return ""
    even, odd = head[::2].count(0), head[1::2].count(0)
    if odd > _HALF_EMPTY * len(head) / 2 and even <= odd / 10:
        return "utf-16-le"
    if even > _HALF_EMPTY * len(head) / 2 and odd <= even / 10:
        return "utf-16-be"
    return ""


def _charset(content: bytes) -> str:
    """What an SGF file names; empty where it names none that is known."""
    found = _NAMED.search(content, 0, _HEAD)
    if found is None:
        return ""
    try:
        name = codecs.lookup(found[1].decode("ascii").strip()).name
    except LookupError:
        return ""
    return name if name in _CHARSETS else ""


def _western(content: bytes) -> str:
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    if found := _FOREIGN_WORD.search(text):
        raise NotationError(
            Message(
                "Line {number}: the file does not say what letters these are; save it as UTF-8.",
                number=text.count("\n", 0, found.start()) + 1,
            )
        )
    return text
