"""Bombs: small files that unzip to gigabytes of nothing, for the reader of each format.

`python -m tests.attacks.bombs` tries every format with every filler, before and after
a good beginning. Each may take as long as any input of the fuzzer.
"""

import io
import sys
import zipfile
import zlib
from collections.abc import Iterator
from itertools import product

from tests.attacks.fuzz import Worker
from tests.attacks.inputs import good_inputs

SIZE = 4_000_000  # bytes of a bomb
PIECE = 1 << 24  # bytes of what is repeated in it
# Lines without content, and lines without an end.
FILLERS = (
    *(b"\n", b"\r\n", b" \n", b"\t\n", b"\r", b"#\n", b"%\n", b",\n", b'""\n', b"{}\n"),
    *(b"\t", b" ", b"0", b"0 ", b"0,", b"0:0 ", b"a", b"a ", b'"', b"[", b"{", b"\0"),
)
WITHOUT = ("link", "result", "npz", "zipped_texts")  # which gzip packs no second time


def bombs() -> Iterator[tuple[str, str, bytes]]:
    """Yield kinds, what is in a bomb in words, and the bomb."""
    for kind, (good, *_) in good_inputs().items():
        if kind not in WITHOUT:
            for filler, start in product(FILLERS, (b"", good)):
                place = "after a beginning" if start else "alone"
                yield kind, f"{filler!r} {place}", gzipped(start, filler)
    for filler in FILLERS:
        yield "zipped_texts", f"{filler!r} in a zip", zipped("a.txt", filler)
        yield "npz", f"{filler!r} in an npz", zipped("data.npy", filler)


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
    """Try all bombs; return 1 if one was neither read nor refused within the limits."""
    worker, n_found = Worker(), 0
    for kind, said, content in bombs():
        if fault := worker.fault_of(kind, content):
            n_found += 1
            sys.stdout.write(f"{kind}, {said}: {fault}\n")
    worker.end()
    sys.stdout.write(f"{n_found:,} findings\n")
    return int(n_found > 0)


if __name__ == "__main__":
    sys.exit(main())
