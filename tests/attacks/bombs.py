"""Bombs: small files that unzip to gigabytes of nothing, for the reader of each format.

`python -m tests.attacks.bombs` tries every format with every filler, with and without a
good beginning, and every part of a file of Office. Each may take as long as any input
of the fuzzer; `--kinds lda_c npz` tries only those.
"""

import argparse
import gzip
import io
import sys
import time
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import suppress
from itertools import product

from spca_core.corpus import limits
from spca_core.corpus.options import Reading
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.formats import LISTED
from spca_core.corpus.readers.load import read_corpus
from spca_core.errors import InputError
from tests.attacks.fuzz import Worker
from tests.attacks.inputs import WORDS, good_inputs, parts_of

SIZE = 4_000_000  # bytes of a bomb
PIECE = 1 << 24  # bytes of what is repeated in it
# Lines without content, and lines without an end.
FILLERS = (
    *(b"\n", b"\r\n", b" \n", b"\t\n", b"\r", b"#\n", b"%\n", b",\n", b'""\n', b"{}\n"),
    *(b"\t", b" ", b"0", b"0 ", b"0,", b"0:0 ", b"a", b"a ", b'"', b"[", b"{", b"\0"),
)
# Elements of no kind, of rows and cells, of paragraphs and tables, and without an end.
ELEMENTS = (
    *(b"<a/>", b"<a>", b"<row/>", b"<c/>", b"<row><c><v>1</v></c></row>", b"<si/>"),
    *(b"<w:p/>", b"<w:tbl/>", b"<w:p><w:r><w:t>war</w:t></w:r></w:p>", b" "),
)
# Elements in and beside others, cut off, and of the vocabularies that are known.
TAGS = (
    *(b"<a>", b"<a/>", b"<p/>", b"<p>a</p>", b"<a><b/><b/><b/></a>", b"<a", b"<a b='"),
    *(b"&amp;", b"&uuml;", b"&", b"&#2;", b"<!--", b"<![CDATA[", b"<?a?>", b"a\t"),
    *(b"<sec><title>a</title>", b"<chapter><verse/></chapter>", b"<outline text='a'>"),
    *(b"<article><front/></article>", b"<page><ns>0</ns></page>", b"<div><head/>"),
    *(b"<field name='a'>a</field>", b"<Page><TextBlock/></Page>", b"<TEI/>", b"<sp/>"),
)
ROOTS = (b"<x>", b"<article>", b"<book>", b"<alto>", b"<TEI>", b"<rss><x/>", b"<html>")
OFFICE = ("excel", "word")
MARKED = ("xml", "web_page")
UNPACKED = ("link", "result")  # no reader unpacks them
ZIPPED = {"npz": ("data.npy",), "zipped_texts": ("a.txt", "a.csv")}
Bomb = tuple[str, str, bytes]  # its kind, what is in it in words, and itself


def bombs(kind: str) -> Iterator[Bomb]:
    """Yield all bombs of one kind."""
    good, *_ = good_inputs()[kind]
    for filler, start in product(FILLERS, (b"", good)):
        place = "after a beginning" if start else "alone"
        yield kind, f"{filler!r} {place}, gzipped", gzipped(start, filler)
    for name, filler in product(ZIPPED.get(kind, ()), FILLERS):
        yield kind, f"{filler!r} zipped as {name}", zipped(name, filler)
    if kind in MARKED:
        for tag, root in product(TAGS, ROOTS):
            content = root + tag * (limits.SMALL_XML // len(tag) - 9)
            yield kind, f"{tag!r} in {root!r}", gzip.compress(content, 1, mtime=0)
    if kind in OFFICE:
        for part, element in product(parts_of(good), ELEMENTS):
            yield kind, f"{element!r} in {part}", filled(good, part, element, 2**28)


def read(kind: str, content: bytes) -> None:
    """Read a bomb as a file of its kind, or see it refused."""
    words = Upload("words.txt", WORDS) if kind in LISTED else None
    with suppress(InputError):
        read_corpus(Upload("made", content), words, Reading(kind))


def gzipped(start: bytes, filler: bytes) -> bytes:
    """Return a gzip of SIZE bytes: a beginning, and then a filler again and again."""
    first = zlib.compressobj(wbits=31)
    head = first.compress(start) + first.flush(zlib.Z_FULL_FLUSH)
    return head + _packed(filler, SIZE)


def _packed(filler: bytes, size: int) -> bytes:
    """Return raw deflate of a filler, made quickly of pieces that are all the same."""
    packer = zlib.compressobj(9, wbits=-15)  # no header: gzip's has been written
    piece = packer.compress(filler * (PIECE // len(filler)))
    piece += packer.flush(zlib.Z_FULL_FLUSH)
    return piece * (size // len(piece) or 1)


def zipped(name: str, filler: bytes) -> bytes:
    """Return a zip of one file of a filler, of 270 MB."""
    written = io.BytesIO()
    with (
        zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open(name, "w") as file,
    ):
        for _ in range(2**28 // PIECE):
            file.write(filler * (PIECE // len(filler)))
    return written.getvalue()


def filled(package: bytes, name: str, filler: bytes, size: int) -> bytes:
    """Return a document of Office with `size` bytes of a filler in one of its parts."""
    written = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(package)) as parts,
        zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
    ):
        for part in parts.namelist():
            start, end, rest = parts.read(part).rpartition(b"</")
            with archive.open(part, "w") as file:
                file.write(start)
                for _ in range(size // PIECE if part == name else 0):
                    file.write(filler * (PIECE // len(filler)))
                file.write(end + rest)
    return written.getvalue()


def main() -> int:
    """Try the bombs; return 1 if one was neither read nor refused within the limits."""
    kinds = [kind for kind in good_inputs() if kind not in UNPACKED]
    parser = argparse.ArgumentParser(prog="python -m tests.attacks.bombs")
    parser.add_argument("--kinds", nargs="+", choices=kinds, default=kinds)
    n_found = 0
    with Worker(read) as worker:
        for kind in parser.parse_args().kinds:
            begun = time.perf_counter()
            tried = [_is_found(worker, bomb) for bomb in bombs(kind)]
            n_found += sum(tried)
            seconds = time.perf_counter() - begun
            sys.stdout.write(f"{kind}: {len(tried):,} bombs, {seconds:.0f} s\n")
    sys.stdout.write(f"{n_found:,} findings\n")
    return int(n_found > 0)


def _is_found(worker: Worker, bomb: Bomb) -> bool:
    kind, said, content = bomb
    fault = worker.fault_of(kind, content)
    if fault:
        sys.stdout.write(f"{kind}, {said}: {fault}\n")
    return bool(fault)


if __name__ == "__main__":
    sys.exit(main())
