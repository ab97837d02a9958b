"""Read text in any encoding as UTF-8; the encoding is guessed, or the user's choice."""

import codecs
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Literal

from spca_core.corpus.readers import limits
from spca_core.corpus.readers.encoding_names import ENCODINGS, UTF_8
from spca_core.corpus.readers.files import (
    BYTE_ORDER_MARK,
    CONTEXT,
    Source,
    beginning,
    open_bounded,
)
from spca_core.corpus.texts.plausibility import (
    has_only_signs,
    is_language,
    plausibility,
)
from spca_core.corpus.texts.tokenisation import AUTO
from spca_core.errors import InputError
from spca_core.formatting import counted

DAMAGED = "utf_8"  # UTF-8 with some bytes that are not
MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
BLOCK = 1 << 20  # bytes
CHECKED = 1 << 16  # bytes from the first that is not UTF-8
CARRIAGE_RETURN = re.compile(rb"\r(?!\n|\Z)")
NOT_ASCII = re.compile(rb"[\x80-\xff]")
SAMPLE_BYTES = 1 << 13  # bytes of lines that are not all ASCII
BEFORE = 100  # bytes before the first in a line that is not
GUESSED = [code for code in ENCODINGS if code not in (AUTO, UTF_8, "utf-16")]
# Usual and unusual ones, which read some signs in the same way, or equally well. To
# Thai, all that has its letters is likely.
FAVOURED = {
    **{"cp1252": 3.0, "mac-roman": -2.0, "cp850": -12.0, "cp852": -12.0},
    "cp874": -200.0,
}
# As XML says how it is encoded. What is called Latin-1 is that of Windows, as browsers
# take it, and what is called by an older standard is in the newer one.
DECLARATION = re.compile(
    rb"\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*[\"']([\w.:-]{1,40})[\"']"
)
DECLARED = {codecs.lookup(code).name: code for code in GUESSED} | {
    **{"iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-8": "cp1255"},
    **{"gb2312": "gb18030", "gbk": "gb18030"},
}
SIGN_ENCODING = "cp1252"  # whose signs are in place, if no letter is but ASCII
Doubt = Callable[[str], None]
MAX_LOST = 0.01  # share of the characters that may be unreadable
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True)
class _Rewritten:
    """A text file that opens as UTF-8, whatever encoding it was written in."""

    path: Source
    encoding: str
    has_old_lines: bool = False  # that end with carriage returns alone

    @property
    def name(self) -> str:
        return self.path.name

    def open(self, mode: Literal["rb"], /) -> BinaryIO:
        return io.BufferedReader(_Stream(self._blocks()))

    def _blocks(self) -> Iterator[bytes]:
        """Yield the text; raise InputError once over 1 % of the characters are lost."""
        decoder = codecs.getincrementaldecoder(self.encoding)(errors="replace")
        if self.has_old_lines:
            decoder = io.IncrementalNewlineDecoder(decoder, translate=True)
        n_characters = n_lost = 0
        with open_bounded(self.path, limits.TEXT) as file:
            # The last block is empty: it completes the decoding.
            block = b"-"
            while block:
                block = file.read(BLOCK)
                text = decoder.decode(block, final=not block)
                n_characters += len(text)
                n_lost += text.count(REPLACEMENT)
                _check_lost(n_lost, n_characters, self.name, self.encoding)
                yield text.encode()


class _Stream(io.RawIOBase):
    """Blocks of bytes as a stream."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks, self._left = blocks, b""

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Return the size; only the end can be sought, which reads everything."""
        if whence != io.SEEK_END:
            raise io.UnsupportedOperation
        return sum(map(len, self._blocks))

    def readinto(self, buffer) -> int:
        while not self._left:
            if (block := next(self._blocks, None)) is None:
                return 0
            self._left = block
        piece = self._left[: len(buffer)]
        buffer[: len(piece)] = piece
        self._left = self._left[len(piece) :]
        return len(piece)


def as_utf_8(
    source: Source, encoding: str = AUTO, doubt: Doubt = lambda sentence: None
) -> tuple[Source, str]:
    """Return a text file as UTF-8, and the encoding that it was in.

    It is rewritten block by block whenever it is read, and never held as a whole.
    Reading it raises InputError if over one character in a hundred cannot be read.

    doubt : called with a sentence if the encoding that was found is doubtful
    """
    if encoding == AUTO:
        start, not_utf_8 = beginning(source)
        encoding = find_encoding(not_utf_8, source.name, doubt, start)
    if encoding == UTF_8:
        return source, UTF_8
    if encoding == DAMAGED:
        encoding = UTF_8
    return _Rewritten(source, encoding), encoding


def with_line_feeds(source: Source, start: bytes) -> Source:
    """Return a text in UTF-8 whose lines end with line feeds.

    Where most lines end with a carriage return alone, as on old Macs, all ends become
    line feeds.

    start : its first bytes
    """
    n_old = len(CARRIAGE_RETURN.findall(start))
    if not n_old or n_old < start.count(b"\n"):
        return source
    return _Rewritten(source, UTF_8, has_old_lines=True)


def decoded(content: bytes, name: str, doubt: Doubt = lambda sentence: None) -> str:
    """Return the text of a file in memory, whatever its encoding."""
    content = content.removeprefix(BYTE_ORDER_MARK)
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        piece = content[max(0, error.start - CONTEXT) :]
        encoding = find_encoding(piece, name, doubt, content)
    text = content.decode(encoding, errors="replace")
    _check_lost(text.count(REPLACEMENT), len(text), name, encoding)
    return text


def find_encoding(content: bytes, name: str, doubt: Doubt, start: bytes) -> str:
    """Return the likeliest encoding of bytes that are not all UTF-8; UTF-8 of none.

    It is what XML declares; else the one by whose letters the text is likeliest to be
    in a language, of those that can read it; that of Windows if it has ASCII letters
    alone. It is doubted if no language is recognised, neither in the lines with other
    letters nor with those before them.

    start : how the whole text begins
    """
    if content.startswith(MARKS):
        return "utf-16"
    as_it_is = content[:CHECKED].decode(UTF_8, errors="replace")
    n_lost = as_it_is.count(REPLACEMENT)
    n_read = sum(not sign.isascii() for sign in as_it_is) - n_lost
    # No text has zero bytes; more accents than faults mean damaged UTF-8.
    if not content or "\0" in as_it_is:
        return UTF_8
    if n_read > n_lost:
        return DAMAGED
    if declared := _declared(start):
        return declared
    pieces = _pieces(content)
    if has_only_signs(_text(pieces, SIGN_ENCODING)):
        return SIGN_ENCODING  # No letter can tell.
    texts = {code: _text(pieces, code) for code in GUESSED}
    best = max(
        texts,
        key=lambda code: (
            texts[code].count(REPLACEMENT) <= MAX_LOST * len(texts[code]),
            plausibility(texts[code]) + FAVOURED.get(code, 0),
        ),
    )
    before = content[:SAMPLE_BYTES].decode(best, errors="replace")
    if not any(map(is_language, (texts[best], f"{before}\n{texts[best]}"))):
        doubt(
            f"{name} was read as {shown(best)}, but no language was recognised in it. "
            "If letters look wrong, choose its encoding."
        )
    return best


def _declared(start: bytes) -> str:
    """Return the encoding that XML declares, if it is a known one; UTF-8 is none."""
    declaration = DECLARATION.match(start)
    try:
        found = codecs.lookup(declaration[1].decode()) if declaration else None
    except LookupError:
        return ""
    return DECLARED.get(found.name, "") if found else ""


def _pieces(content: bytes) -> list[bytes]:
    """Return the first lines that are not all ASCII, as much of them as is needed."""
    pieces, left = [], SAMPLE_BYTES
    # In no encoding does a line end within a letter.
    for line in content.splitlines():
        first = NOT_ASCII.search(line)
        if first and left:
            pieces.append(line[max(0, first.start() - BEFORE) :][:left])
            left -= len(pieces[-1])
    return pieces


def _text(pieces: list[bytes], encoding: str) -> str:
    # Without its last letter, if that is cut off.
    decode = codecs.getincrementaldecoder(encoding)
    return "\n".join(decode(errors="replace").decode(piece) for piece in pieces)


def _check_lost(n_lost: int, n_characters: int, name: str, encoding: str) -> None:
    if n_lost > MAX_LOST * n_characters:
        raise InputError(
            f"{name}: {n_lost:,} of {counted(n_characters, 'characters')} cannot be "
            f"read as {shown(encoding)}. Choose its encoding, or save it as UTF-8."
        )


def shown(encoding: str) -> str:
    """Return what an encoding is called on screen."""
    known = UTF_8 if encoding == DAMAGED else encoding
    return ENCODINGS.get(known, known).partition(" (")[0]
