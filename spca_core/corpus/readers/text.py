"""Text in any encoding as UTF-8: the encoding is found, or the user's choice."""

import codecs
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Literal

from spca_core.corpus import limits
from spca_core.corpus.readers.files import (
    BYTE_ORDER_MARK,
    CONTEXT,
    Source,
    Stream,
    beginning,
    open_bounded,
)
from spca_core.corpus.texts.languages import likeliest_language
from spca_core.corpus.texts.tokenisation import AUTO
from spca_core.errors import InputError
from spca_core.formatting import counted

UTF_8 = "utf-8"
ENCODINGS = {  # that can be chosen, and what each is called on screen
    AUTO: "Found",
    UTF_8: "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252 (Western Europe)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1254": "Windows-1254 (Turkish)",
    "cp1255": "Windows-1255 (Hebrew)",
    "cp1256": "Windows-1256 (Arabic)",
    "cp1257": "Windows-1257 (Baltic)",
    "cp874": "Windows-874 (Thai)",
    "iso8859-2": "ISO 8859-2 (Central Europe)",
    "koi8-r": "KOI8-R (Russian)",
    "cp932": "Shift JIS (Japanese)",
    "euc_jp": "EUC-JP (Japanese)",
    "gb18030": "GB 18030 (Chinese)",
    "big5": "Big5 (Chinese)",
    "cp949": "EUC-KR (Korean)",
    "iso8859-15": "ISO 8859-15 (Western Europe)",
    "koi8-u": "KOI8-U (Ukrainian)",
    "mac-roman": "Mac Roman",
    "cp850": "DOS 850 (Western Europe)",
    "cp852": "DOS 852 (Central Europe)",
    "cp866": "DOS 866 (Cyrillic)",
}
# Those that are looked for: more would be mistaken for one another.
USUAL = {codecs.lookup(code).name: code for code in [*ENCODINGS][3:19]}
# As XML or a page says how it is encoded. What is called Latin-1 is that of Windows, as
# browsers take it, and what is called by an older standard is in the newer one.
DECLARATION = re.compile(
    rb"\s*<\?xml\s[^>]{0,200}?\bencoding\s*=\s*[\"']([\w.:-]{1,40})[\"']"
    rb"|(?is:.{0,2000}?<meta\b[^>]{0,200}?\bcharset\s*=\s*[\"']?([\w.:-]{1,40}))"
)
DECLARED = {codecs.lookup(c).name: c for c in ENCODINGS if c not in (AUTO, UTF_8)} | {
    **{"iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-8": "cp1255"},
    **{"gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949"},
}
DAMAGED = "utf_8"  # UTF-8 with some bytes that are not
MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# Windows' encodings of Latin letters read one another's texts: the language tells.
WESTERN, CENTRAL, CENTRAL_OF_UNIX = "cp1252", "cp1250", "iso8859-2"
LATIN = {
    CENTRAL: {"cs", "hr", "hu", "pl", "ro", "sk", "sl", "sq"},
    "cp1254": {"az", "tr"},
    "cp1257": {"et", "lt", "lv"},
}
LATINS = {WESTERN, *LATIN}
AS_LIKELY = 0.02  # mess, as charset-normalizer calls it, more than the likeliest
OF_WINDOWS = re.compile(rb"[\x80-\x9f]")  # what no other program writes
BLOCK = 1 << 20  # bytes
CHECKED = 1 << 16  # bytes from the first that is not UTF-8
CARRIAGE_RETURN = re.compile(rb"\r(?!\n|\Z)")
NOT_ASCII = re.compile(rb"[\x80-\xff]")
SAMPLE_BYTES = 1 << 13  # bytes of lines that are not all ASCII
BEFORE = 100  # bytes before the first in a line that is not
MAX_LOST = 0.01  # share of the characters that may be unreadable
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
Doubt = Callable[[str], None]


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
        return io.BufferedReader(_Blocks(self._blocks()))

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


class _Blocks(Stream):
    """Blocks of bytes as a stream."""

    def __init__(self, blocks: Iterator[bytes]) -> None:
        self._blocks, self._left = blocks, b""

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Return the size; only the end can be sought, which reads everything."""
        if whence != io.SEEK_END:
            raise io.UnsupportedOperation
        return sum(map(len, self._blocks))

    def take(self, most: int) -> bytes:
        while not self._left:
            if (block := next(self._blocks, None)) is None:
                return b""
            self._left = block
        piece, self._left = self._left[:most], self._left[most:]
        return piece


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

    It is what XML or a page declares; else the one of the usual ones that fits best.

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
    sample = _sample(content)
    likeliest = _likeliest(sample)
    found = likeliest or WESTERN
    read = (content[:SAMPLE_BYTES] + sample).decode(found, errors="replace")
    has_letters = any(sign.isalpha() and not sign.isascii() for sign in read)
    if not likeliest or (has_letters and not likeliest_language(read)):
        doubt(
            f"{name} was read as {shown(found)}, which may be wrong: no language was "
            "recognised in it. If letters look wrong, choose its encoding."
        )
    return found


def _declared(start: bytes) -> str:
    """Return the encoding that is declared, if it is a known one; UTF-8 is none."""
    declaration = DECLARATION.match(start)
    try:
        written = declaration[1] or declaration[2] if declaration else b""
        return DECLARED.get(codecs.lookup(written.decode()).name, "")
    except LookupError:
        return ""


def _sample(content: bytes) -> bytes:
    """Return the first lines that are not all ASCII, as much of them as is needed."""
    pieces, left = [], SAMPLE_BYTES
    # In no encoding does a line end within a letter.
    for line in content.splitlines():
        first = NOT_ASCII.search(line)
        if first and left:
            pieces.append(line[max(0, first.start() - BEFORE) :][:left])
            left -= len(pieces[-1])
    return b"\n".join(pieces)


def _likeliest(sample: bytes) -> str:
    """Return the usual encoding that fits best; "" if none does."""
    from charset_normalizer import (
        from_bytes,
    )  # late: its tables take a tenth of a second

    matches = from_bytes(sample, cp_isolation=[*USUAL])
    best = matches.best()
    # Those that read the sample alike are one match.
    if best is None:
        return ""
    likely = [it for it in matches if it.chaos <= best.chaos + AS_LIKELY]
    if not any(LATINS.intersection(it.could_be_from_charset) for it in likely):
        return USUAL[codecs.lookup(best.encoding).name]
    language = likeliest_language(sample.decode(WESTERN, errors="replace"))
    found = next((code for code, of in LATIN.items() if language in of), WESTERN)
    is_of_unix = found == CENTRAL and not OF_WINDOWS.search(sample)
    return CENTRAL_OF_UNIX if is_of_unix else found


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
