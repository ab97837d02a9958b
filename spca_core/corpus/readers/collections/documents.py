"""The text of a document in memory, whatever its format, which its content tells."""

import io
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any

from spca_core.corpus.readers import limits
from spca_core.corpus.readers.archives import check_unzipped
from spca_core.corpus.readers.encodings import Doubt, decoded
from spca_core.corpus.readers.files import Source, Upload, open_bounded, plain_name
from spca_core.corpus.readers.gathering import Gathering
from spca_core.corpus.readers.markup import html_text, xml_text
from spca_core.corpus.readers.start import Start
from spca_core.corpus.readers.subprocess_reader import (
    SubprocessReader,
    as_damaged_file_error,
    check_installed,
)
from spca_core.corpus.texts.pieces import DEFAULT_CUTTING, Cutting
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError

PDF, ZIP, RTF = b"%PDF", b"PK\x03\x04", b"{\\rtf"
HTML = re.compile(rb"\s*(<\?xml[^>]*>\s*)?<(!(?i:doctype html)|(?i:html))\b")
XML = re.compile(rb"\s*<(\?xml\b|TEI\b|teiCorpus\b)")
CUE_TIME = r"(?:\d+:)?\d\d:\d\d[,.]\d{3} *--> *(?:\d+:)?\d\d:\d\d[,.]\d{3}"
SUBTITLES = re.compile(rf"\s*(WEBVTT\b|\d+\r?\n{CUE_TIME})".encode())
# How texts begin that are no plain text.
MARKED = re.compile(
    b"|".join([HTML.pattern, XML.pattern, SUBTITLES.pattern, re.escape(RTF)])
)
# The lines of subtitles that are not said, and the marks in those that are.
UNSAID = re.compile(rf"(?m)^(?:WEBVTT.*|NOTE\b.*|\d+[ \t]*|{CUE_TIME}.*)(?:\n|\Z)")
VOICE, MARK = (
    re.compile(r"<v[. ]([^>]{1,60})>"),
    re.compile(r"</?[\w.:]{1,20}[^>]{0,60}>"),
)
DAMAGED = "cut off, damaged, or another kind of file. Save again."


def is_document(start: Start) -> bool:
    """Return whether a text is marked up: HTML, XML, RTF or subtitles."""
    return start.matches(MARKED)


def read_document(source: Source, cutting: Cutting = DEFAULT_CUTTING) -> Texts:
    """Read one document that is not plain text, with its name as the title."""
    gathering = Gathering(source, "file")
    with (
        open_bounded(source, limits.DOCUMENT) as file,
        SubprocessReader(packed_text) as reader,
    ):
        texts = texts_of(file.read(), source.name, reader, gathering.doubts.append)
    for title, text in texts:
        gathering.add(text, title or plain_name(source))
    return gathering.texts()


def texts_of(
    content: bytes, name: str, reader: SubprocessReader, doubt: Doubt
) -> list[tuple[str, str]]:
    """Return the texts of a file, whose kind is told by its content, after any titles.

    Only a collection has several.

    reader : the process that runs `packed_text`
    doubt : called with a sentence if the encoding that was found is doubtful

    Raises
    ------
    InputError
        If it is damaged, locked, or has no text, like a scanned page.
    """
    if content.startswith((PDF, ZIP, RTF)) or (
        XML.match(content) and not HTML.match(content)
    ):
        unpacked, _ = reader.read(content, name)
        texts = [(title, text) for title, text in json.loads(unpacked)]
    else:
        text = decoded(content, name, doubt)
        if HTML.match(content):
            with as_damaged_file_error(f"{name}: {DAMAGED}"):
                text = html_text(text)
        elif SUBTITLES.match(content):
            spoken = UNSAID.sub("", text.replace("\r\n", "\n"))
            text = MARK.sub("", VOICE.sub(r"\1: ", spoken))
        texts = [("", text)]
    if any("\0" in text for _, text in texts):
        fault = "a zero byte, which text never has"
        raise InputError(f"{name}: {fault}. Save it as UTF-8.")
    if not any(text.strip() for _, text in texts):
        raise InputError(f"{name}: no text in it. A scanned page needs OCR first.")
    return texts


def packed_text(content: bytes, name: str) -> tuple[bytes, list[str]]:
    """Return the texts of a document that a library reads, as JSON, and no warnings."""
    if content.startswith(ZIP):
        texts = [("", _unpacker(content, name)(content, name))]
    elif content.startswith((RTF, PDF)):
        unpack = _text_of_rtf if content.startswith(RTF) else _text_of_pdf
        texts = [("", unpack(content, name))]
    else:
        texts = _texts_of_xml(content, name)
    return json.dumps(texts).encode(), []


def _text_of_pdf(content: bytes, name: str) -> str:
    check_installed("pypdf", name)
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    with as_damaged_file_error(f"{name}: {DAMAGED}", PyPdfError):
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted:
            raise InputError(f"{name}: locked by a password. Save it without one.")
        limits.check(name, len(reader.pages), limits.PAGES, "pages")
        return "\n\n".join(page.extract_text() for page in reader.pages)


def _text_of_rtf(content: bytes, name: str) -> str:
    check_installed("striprtf", name)
    from striprtf.striprtf import rtf_to_text

    with as_damaged_file_error(f"{name}: {DAMAGED}"):
        return rtf_to_text(content.decode("latin-1"), errors="replace")


def _texts_of_xml(content: bytes, name: str) -> list[tuple[str, str]]:
    """Return the text of XML, or those of a TEI corpus, each after its title."""
    check_installed("lxml", name)
    from lxml import etree

    # Nothing is fetched, and entities are not expanded.
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    with as_damaged_file_error(f"{name}: {DAMAGED}", etree.LxmlError):
        root = etree.fromstring(content, parser)
        if etree.QName(root).localname != "teiCorpus":
            return [("", xml_text(root))]
        return [(_title_of(tei), xml_text(tei)) for tei in root.iter("{*}TEI")]


def _title_of(tei: Any) -> str:
    return tei.xpath("string(.//*[local-name()='titleStmt']/*[local-name()='title'])")


def _unpacker(content: bytes, name: str) -> Callable[[bytes, str], str]:
    """Return what reads a zipped document, after a look at how much it unzips to."""
    with (
        as_damaged_file_error(f"{name}: {DAMAGED}"),
        zipfile.ZipFile(io.BytesIO(content)) as archive,
    ):
        check_unzipped(archive, Upload(name, content), limits.UNZIPPED)
        names = archive.namelist()
    if "META-INF/container.xml" in names:
        return _text_of_epub
    return _text_of_odt if "content.xml" in names else _text_of_word


def _text_of_word(content: bytes, name: str) -> str:
    check_installed("docx", name)
    from docx import Document
    from docx.opc.exceptions import OpcError
    from lxml.etree import LxmlError

    with as_damaged_file_error(f"{name}: {DAMAGED}", OpcError, LxmlError):
        return _text_of(Document(io.BytesIO(content)))


def _text_of_odt(content: bytes, name: str) -> str:
    with (
        as_damaged_file_error(f"{name}: {DAMAGED}"),
        zipfile.ZipFile(io.BytesIO(content)) as archive,
    ):
        if b"manifest:encryption-data" in archive.read("META-INF/manifest.xml"):
            raise InputError(f"{name}: locked by a password. Save it without one.")
        return _texts_of_xml(archive.read("content.xml"), name)[0][1]


def _text_of_epub(content: bytes, name: str) -> str:
    """Return a book's chapters in the order of its spine."""
    check_installed("lxml", name)
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    with (
        as_damaged_file_error(f"{name}: {DAMAGED}", etree.LxmlError),
        zipfile.ZipFile(io.BytesIO(content)) as archive,
    ):
        if "META-INF/rights.xml" in archive.namelist():
            raise InputError(f"{name}: locked by its seller. Save it without a lock.")
        container = etree.fromstring(archive.read("META-INF/container.xml"), parser)
        place = container.xpath("string(//*[local-name()='rootfile']/@full-path)")
        package = etree.fromstring(archive.read(place), parser)
        items = package.xpath("//*[local-name()='manifest']/*")
        files = {item.get("id"): item.get("href") for item in items}
        spine = package.xpath("//*[local-name()='itemref']/@idref")
        folder = PurePosixPath(place).parent
        chapters = [archive.read(str(folder / files[idref])) for idref in spine]
        return "\n\n".join(html_text(decoded(chapter, name)) for chapter in chapters)


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
