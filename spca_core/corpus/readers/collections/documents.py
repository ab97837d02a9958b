"""The texts of a document, whatever its format, which its content tells."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from spca_core.corpus.readers import limits
from spca_core.corpus.readers.collections import sectioned, tei, xml_records
from spca_core.corpus.readers.collections.epub import blocks_of_epub
from spca_core.corpus.readers.collections.headed import Block, find_headed
from spca_core.corpus.readers.collections.in_text import find_units
from spca_core.corpus.readers.collections.pages import (
    about_page,
    articles_of,
    blocks_of,
    mark_headings,
    marked_blocks,
    rows_of,
)
from spca_core.corpus.readers.collections.recordings import (
    RECORDING,
    ways_of_recording,
)
from spca_core.corpus.readers.collections.rows import n_characters, records_of_rows
from spca_core.corpus.readers.collections.tagged import is_tagged, ways_of_tagged
from spca_core.corpus.readers.collections.tex import TEX, blocks_of_tex
from spca_core.corpus.readers.collections.units import Unit, Units
from spca_core.corpus.readers.files import Source, open_bounded, plain_name
from spca_core.corpus.readers.gathering import Gathering
from spca_core.corpus.readers.guarded import (
    as_damaged_file_error,
    guarded,
)
from spca_core.corpus.readers.markup import (
    BLOCKS_OF_HTML,
    DAMAGED,
    name_of,
    parsed_html,
    parsed_xml,
    xml_text,
)
from spca_core.corpus.readers.start import Start
from spca_core.corpus.readers.text import Doubt, decoded
from spca_core.corpus.texts.pieces import (
    DEFAULT_SPLITTING,
    DOCUMENTS,
    Splitting,
    of_units,
)
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import AUTO
from spca_core.errors import InputError
from spca_core.extras import check_installed

PDF, ZIP, RTF = b"%PDF", b"PK\x03\x04", b"{\\rtf"
HTML = re.compile(rb"\s*(<\?xml[^>]*>\s*)?<(!(?i:doctype html)|(?i:html))\b")
XML = re.compile(rb"\s*<(\?xml\b|!DOCTYPE\b)")
# XML without a declaration: all of it is in one element.
ROOT = re.compile(rb"\s*<([A-Za-z][\w.:-]{0,60})(?:\s[^<>]*+)?>")
ROOTS = {name.encode() for name in (*tei.NAMES, *sectioned.KINDS)}
# How files begin that are no text, or marked up.
PACKED = re.compile(b"|".join(map(re.escape, (PDF, ZIP, RTF))))
MARKED = re.compile(
    b"|".join(
        [HTML.pattern, XML.pattern, RECORDING.pattern, TEX.pattern, re.escape(RTF)]
    )
)
HEADING_STYLE = re.compile(
    r"(?:[Hh]eading|\u00dcberschrift|Titre|T\u00edtulo|Kop) (\d)"
)
UNKNOWN = Unit("")


def is_document(start: Start) -> bool:
    """Return whether a text is marked up: HTML, XML, RTF, LaTeX, tags, a recording."""
    content = start.content
    return start.matches(MARKED) or is_xml(content) or is_tagged(content)


def is_xml(content: bytes) -> bool:
    """Return whether a text is XML, by a declaration or by its first and last tag."""
    root = ROOT.match(content)
    if not root:
        return XML.match(content) is not None
    is_html = root[1].decode() in BLOCKS_OF_HTML
    end = b"</%b>" % root[1]
    is_alone = not is_html and content.count(end) == 1
    return root[1] in ROOTS or (is_alone and content.rstrip().endswith(end))


def read_document(source: Source, splitting: Splitting = DEFAULT_SPLITTING) -> Texts:
    """Read one document that is not plain text, with its name as the title.

    If it consists of units, such as articles or chapters, these are the documents.
    """
    gathering = Gathering(source, "file")
    with open_bounded(source, limits.DOCUMENT, limits.SMALL_XML) as file:
        ways = divisions_of(file.read(), source.name, gathering.doubts.append)
    whole = next(units for units in ways if units.kind == DOCUMENTS)
    kinds = {units.kind: units for units in ways}
    chosen = kinds.get(splitting.split, ways[0] if splitting.split == AUTO else whole)
    for text, title, date, _ in whole.found:
        gathering.add(text, title or plain_name(source), date=date)
    texts = gathering.texts()
    if chosen is whole:
        return texts
    title = texts.titles[0] if len(texts.titles) == 1 else plain_name(source)
    alone = replace(texts, texts=("",), titles=(title,), dates=(), groups={})
    return of_units(alone, [chosen])


def divisions_of(content: bytes, name: str, doubt: Doubt) -> list[Units]:
    """Return the ways to divide a file, the likeliest first; one is its whole texts.

    Its kind is told by its content.

    doubt : called with a sentence if the encoding that was found is doubtful

    Raises
    ------
    InputError
        If it is damaged, locked, or has no text, like a scanned page.
    """
    is_packed = PACKED.match(content) is not None
    text = "" if is_packed else decoded(content, name, doubt)
    content = content if is_packed else text.encode()
    is_html = not is_packed and HTML.match(content) is not None
    is_tex = TEX.match(content) is not None
    # Words in columns may be in elements, too.
    has_tags = not (is_packed or is_html or is_tagged(content)) and is_xml(content)
    if tagged := [] if is_html else ways_of_tagged(text):
        ways = tagged
    elif is_packed or has_tags or is_html or is_tex:
        packed, _ = guarded(packed_text, content, name)
        ways = [
            Units(kind, [Unit(*unit) for unit in found], tuple(left_out))
            for kind, found, left_out in json.loads(packed)
        ]
    else:
        is_recording = RECORDING.match(content) is not None
        alone = [Units(DOCUMENTS, [Unit(text)])]
        ways = ways_of_recording(text) if is_recording else alone
    texts = [unit.text for units in ways for unit in units.found]
    if any("\0" in text for text in texts):
        fault = "a zero byte, which text never has"
        raise InputError(f"{name}: {fault}. Save it as UTF-8.")
    if not any(text.strip() for text in texts):
        raise InputError(f"{name}: no text in it. A scanned page needs OCR first.")
    return ways


def packed_text(content: bytes, name: str) -> tuple[bytes, list[str]]:
    """Return the ways to divide a document that a library reads, as JSON."""
    if content.startswith(ZIP):
        unpack = _unpacker(content, name)
        rows = _rows_of_word(content, name) if unpack is _blocks_of_word else None
        ways = _ways(unpack(content, name), rows)
    elif content.startswith((RTF, PDF)):
        unpack = _text_of_rtf if content.startswith(RTF) else _text_of_pdf
        ways = _ways([Block(unpack(content, name))])
    elif HTML.match(content):
        ways = _ways_of_html(content, name)
    elif TEX.match(content):
        check_installed("pylatexenc", name)
        with as_damaged_file_error(f"{name}: {DAMAGED}"):
            ways = _ways(blocks_of_tex(content.decode()))
    else:
        ways = _ways_of_xml(content, name)
    return json.dumps(ways, default=dict).encode(), []


def _ways(
    blocks: Sequence[Block], articles: Units | None = None, about: Unit = UNKNOWN
) -> list[Units]:
    """Return how paragraphs and headings can be divided.

    about : the title and the date of the whole
    """
    text = "\n\n".join(block.text for block in blocks if block.text)
    found = (articles, find_units(text, is_alone=False), find_headed(blocks))
    ways = [units for units in found if units and units.found]
    return [*ways, Units(DOCUMENTS, [about._replace(text=text)])]


def _ways_of_html(content: bytes, name: str) -> list[Units]:
    check_installed("lxml", name)
    root = parsed_html(content, name)
    rows = rows_of(root)
    articles = rows if rows.found else articles_of(root)
    about = about_page(root)
    return _ways(blocks_of(root), articles, about)


def _ways_of_xml(content: bytes, name: str) -> list[Units]:
    """Return the text of XML, or the divisions of TEI."""
    root = parsed_xml(content, name)
    if name_of(root) in tei.NAMES:
        return tei.divisions_of_tei(root)
    if sectioned.has_sections(root):
        whole, blocks = sectioned.read_sections(root)
        ways = _ways(blocks, about=whole)
        left_out = (sectioned.LEFT_OUT,)
        return [units._replace(left_out=units.left_out + left_out) for units in ways]
    record = xml_records.record_of(root)
    text = record.text if record else xml_text(root)
    return _ways([Block(text)], about=record or UNKNOWN)


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


def _unpacker(content: bytes, name: str) -> Callable[[bytes, str], list[Block]]:
    """Return what reads a zipped document, after a look at how much it unzips to."""
    with (
        as_damaged_file_error(f"{name}: {DAMAGED}"),
        zipfile.ZipFile(io.BytesIO(content)) as archive,
    ):
        names = archive.namelist()
    if "META-INF/container.xml" in names:
        return blocks_of_epub
    return _blocks_of_odt if "content.xml" in names else _blocks_of_word


def _blocks_of_word(content: bytes, name: str) -> list[Block]:
    """Return the paragraphs and the cells of tables in their order."""
    check_installed("docx", name)
    from docx import Document
    from docx.enum.style import WD_STYLE_TYPE
    from docx.opc.exceptions import OpcError
    from docx.table import Table
    from lxml.etree import LxmlError

    blocks: list[Block] = []
    with as_damaged_file_error(f"{name}: {DAMAGED}", OpcError, LxmlError):
        document = Document(io.BytesIO(content))

        @cache  # python-docx reads all styles to find one: milliseconds a paragraph
        def level_of(style_id: str | None) -> int:
            style = document.styles.get_by_id(style_id, WD_STYLE_TYPE.PARAGRAPH)
            level = HEADING_STYLE.fullmatch(style.name or "" if style else "")
            return int(level[1]) if level else 0

        for part in document.iter_inner_content():
            if isinstance(part, Table):
                cells = (cell.text for row in part.rows for cell in row.cells)
                blocks += map(Block, filter(None, cells))
            elif part.text:
                blocks.append(Block(part.text, level_of(part._p.style)))
    return blocks


def _rows_of_word(content: bytes, name: str) -> Units:
    """Return the rows of the table in which most of a document's text is."""
    check_installed("docx", name)
    from docx import Document
    from docx.opc.exceptions import OpcError
    from lxml.etree import LxmlError

    with as_damaged_file_error(f"{name}: {DAMAGED}", OpcError, LxmlError):
        document = Document(io.BytesIO(content))
        tables = [
            [[cell.text for cell in row.cells] for row in table.rows]
            for table in document.tables
        ]
        n_around = sum(len(paragraph.text) for paragraph in document.paragraphs)
    rows = max(tables, key=n_characters, default=[])
    n_all = n_around + sum(map(n_characters, tables))
    is_most = 2 * n_characters(rows) > n_all
    return Units("records", records_of_rows(rows) if is_most else ())


def _blocks_of_odt(content: bytes, name: str) -> list[Block]:
    with (
        as_damaged_file_error(f"{name}: {DAMAGED}"),
        zipfile.ZipFile(io.BytesIO(content)) as archive,
    ):
        if b"manifest:encryption-data" in archive.read("META-INF/manifest.xml"):
            raise InputError(f"{name}: locked by a password. Save it without one.")
        written = archive.read("content.xml")
    root = parsed_xml(written, name)
    mark_headings(
        (heading, (heading.xpath("string(@*[local-name()='outline-level'])") or "1")[0])
        for heading in root.iter("{*}h")
    )
    return marked_blocks(xml_text(root))
