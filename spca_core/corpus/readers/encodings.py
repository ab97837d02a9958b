"""Read text in any encoding as UTF-8; the encoding is guessed, or the user's choice."""

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Literal

import charset_normalizer

from spca_core.corpus.options import AUTO, ENCODINGS, UTF_8
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.files import (
    BYTE_ORDER_MARK,
    Source,
    Upload,
    beginning,
    open_bounded,
)
from spca_core.corpus.texts.languages import n_function_words
from spca_core.errors import InputError
from spca_core.formatting import counted

DAMAGED = "utf_8"  # UTF-8 with some bytes that are not
MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
BLOCK = 1 << 20  # bytes
SAMPLE_BYTES = 1 << 16  # bytes from the first that is not UTF-8
MAX_LOST = 0.01  # share of the characters that may be unreadable
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True)
class _Rewritten:
    """A text file that opens as UTF-8, whatever encoding it was written in."""

    path: Source
    encoding: str

    @property
    def name(self) -> str:
        return self.path.name

    def open(self, mode: Literal["rb"], /) -> BinaryIO:
        return io.BufferedReader(_Stream(self._blocks()))

    def _blocks(self) -> Iterator[bytes]:
        """Yield the text; raise InputError once over 1 % of the characters are lost."""
        decoder = codecs.getincrementaldecoder(self.encoding)(errors="replace")
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


def as_utf_8(source: Source, encoding: str = AUTO) -> tuple[Source, str]:
    """Return a text file as UTF-8, and the encoding that it was in.

    It is rewritten block by block whenever it is read, and never held as a whole.
    Reading it raises InputError if over one character in a hundred cannot be read.
    """
    if encoding == AUTO:
        encoding = find_encoding(source)
    if encoding == UTF_8:
        return source, UTF_8
    if encoding == DAMAGED:
        encoding = UTF_8
    return _Rewritten(source, encoding), encoding


def decoded(content: bytes, name: str) -> str:
    """Return the text of a file in memory, whatever its encoding."""
    try:
        return content.removeprefix(BYTE_ORDER_MARK).decode()
    except UnicodeDecodeError:
        encoding = find_encoding(Upload(name, content))
    text = content.removeprefix(BYTE_ORDER_MARK).decode(encoding, errors="replace")
    _check_lost(text.count(REPLACEMENT), len(text), name, encoding)
    return text


def find_encoding(source: Source) -> str:
    """Guess a text's encoding from its beginning; UTF-8 if it fits, or if not text."""
    _, content = beginning(source)
    return _guess(content) if content else UTF_8


def _guess(content: bytes) -> str:
    """Guess the encoding of bytes that are not all UTF-8."""
    if content.startswith(MARKS):
        return "utf-16"
    sample = content[:SAMPLE_BYTES]
    as_it_is = sample.decode(UTF_8, errors="replace")
    n_lost = as_it_is.count(REPLACEMENT)
    n_read = sum(not sign.isascii() for sign in as_it_is) - n_lost
    # No text has zero bytes; more accents than faults mean damaged UTF-8.
    if b"\0" in sample:
        return UTF_8
    if n_read > n_lost:
        return DAMAGED
    matches = charset_normalizer.from_bytes(sample)
    likely = {
        codecs.lookup(name).name
        for match in matches
        if match.chaos == matches[0].chaos
        for name in match.could_be_from_charset
    }
    # Encodings of one family fit equally well; the right one gives more known words.
    known = [code for code in ENCODINGS if code not in (AUTO, UTF_8, "utf-16")]
    candidates = [code for code in known if codecs.lookup(code).name in likely]
    return max(
        candidates or sorted(likely) or known,
        key=lambda code: n_function_words(sample.decode(code, errors="replace")),
    )


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
