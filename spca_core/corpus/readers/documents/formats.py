"""The text of a document in memory: plain, Word's .docx, or PDF."""

import importlib.util
import io
import zipfile
from typing import Any

from spca_core.corpus.readers.apart import Apart, damage_told
from spca_core.corpus.readers.encodings import decoded
from spca_core.corpus.readers.files import Source, Upload, most_unzipped
from spca_core.errors import InputError

PDF, ZIP = b"%PDF", b"PK\x03\x04"
MAX_UNZIPPED = 100_000_000  # bytes of a .docx
SMALL_XML = 4_000_000  # bytes: a million elements without content take a second or two
MAX_PAGES = 5_000
INSTALL = 'pip install "disjoint-topics[documents]"'
DAMAGED = "cut off, damaged, or another kind of file. Save again."


def text_of(content: bytes, name: str, apart: Apart) -> str:
    """Return the text of a file, whose kind is told by its content.

    apart : the process that runs `packed_text`

    Raises
    ------
    InputError
        If it is damaged, locked, or has no text, like a scanned page.
    """
    if content.startswith((PDF, ZIP)):
        unpacked, _ = apart.read(content, name)
        text = unpacked.decode()
    else:
        text = decoded(content, name)
    if "\0" in text:
        fault = "a zero byte, which text never has"
        raise InputError(f"{name}: {fault}. Save it as UTF-8.")
    if not text.strip():
        raise InputError(f"{name}: no text in it. A scanned page needs OCR first.")
    return text


def packed_text(content: bytes, name: str) -> tuple[bytes, list[str]]:
    """Return the text of a PDF or a .docx, and no warnings."""
    unpack = _text_of_pdf if content.startswith(PDF) else _text_of_word
    return unpack(content, name).encode(errors="replace"), []


def _text_of_pdf(content: bytes, name: str) -> str:
    _check_installed("pypdf", name)
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    with damage_told(f"{name}: {DAMAGED}", PyPdfError):
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted:
            raise InputError(f"{name}: locked by a password. Save it without one.")
        if len(reader.pages) > MAX_PAGES:
            raise InputError(f"{name}: over {MAX_PAGES:,} pages. Take a part of it.")
        return "\n\n".join(page.extract_text() for page in reader.pages)


def _text_of_word(content: bytes, name: str) -> str:
    _check_installed("docx", name)
    from docx import Document
    from docx.opc.exceptions import OpcError
    from lxml.etree import LxmlError

    with damage_told(f"{name}: {DAMAGED}", OpcError, LxmlError):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            check_unzipped(archive, Upload(name, content), MAX_UNZIPPED)
        return _text_of(Document(io.BytesIO(content)))


def check_unzipped(archive: zipfile.ZipFile, source: Source, most: int) -> None:
    """Refuse an Office file that unzips to too much, in all or for its size: a bomb.

    A file of one number repeated, as Excel writes it, unzips to 14 times its size.
    """
    most = min(most, most_unzipped(source, SMALL_XML))
    unzipped = sum(info.file_size for info in archive.infolist())
    if unzipped > most:
        raise InputError(
            f"{source.name} holds {unzipped:,} bytes; {most:,} can be read here of a "
            "file of its size. Take a part of it, or save it as text."
        )


def _text_of(document: Any) -> str:
    """Return the paragraphs of a docx document, followed by the cells of its tables."""
    cells = (
        cell.text
        for table in document.tables
        for row in table.rows
        for cell in row.cells
    )
    paragraphs = (paragraph.text for paragraph in document.paragraphs)
    return "\n\n".join(filter(None, (*paragraphs, *cells)))


def _check_installed(package: str, name: str) -> None:
    if importlib.util.find_spec(package) is None:
        raise InputError(
            f"{name}: PDF and Word files need two more packages on this computer: "
            f"{INSTALL}. Or save it as text."
        )
