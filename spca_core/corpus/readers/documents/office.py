"""Documents that libraries read: Word, OpenDocument, RTF, PDF, EPUB and subtitles."""

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator
from itertools import pairwise
from typing import Any
from urllib.parse import unquote
from xml.parsers.expat import ExpatError

from spca_core.corpus import limits
from spca_core.corpus.readers.documents.pages import Offers, read_page
from spca_core.corpus.readers.documents.parts import Part
from spca_core.corpus.readers.guarded import as_damaged_file_error
from spca_core.corpus.readers.html import DAMAGED, HEADINGS, parsed_html
from spca_core.corpus.readers.start import Start
from spca_core.errors import InputError
from spca_core.extras import check_installed

Found = tuple[list[Part], Offers]
LOCKED = "locked by a password. Save it without one."
# In the contents of a book: what is listed, its name, and its place.
ENTRIES = "//*[local-name()='navPoint'] | //*[local-name()='nav']//*[local-name()='a']"
NAME = "string(*[local-name()='navLabel'] | self::*[local-name()='a'])"
PLACE = "string(*[local-name()='content']/@src | self::*[local-name()='a']/@href)"
SUBTITLES = re.compile(rb"\s*(?:WEBVTT\b|\d+\s*\n\s*(?:\d+:)?\d\d:\d\d,\d{3} *--> *)")
PAUSE = 2  # seconds between captions, at which a paragraph ends


def read_docx(content: bytes, name: str, element: str = "") -> Found:
    """Return a document of Word, by way of HTML."""
    check_installed("mammoth", name)
    import mammoth

    without_pictures = mammoth.images.img_element(lambda image: {})
    with as_damaged_file_error(f"{name}: {DAMAGED}", ExpatError, AssertionError):
        page = mammoth.convert_to_html(
            io.BytesIO(content), convert_image=without_pictures
        ).value
    return read_page(page.encode() or b"<p></p>", name, element)


def read_odt(content: bytes, name: str, element: str = "") -> Found:
    """Return a text of OpenDocument."""
    with (
        as_damaged_file_error(f"{name}: {DAMAGED}"),
        zipfile.ZipFile(io.BytesIO(content)) as archive,
    ):
        if b"manifest:encryption-data" in archive.read("META-INF/manifest.xml"):
            raise InputError(f"{name}: {LOCKED}")
        root = _parsed_xml(archive.read("content.xml"), name)
    return [
        Part("\n\n".join(filter(None, map(_paragraph, root.iter("{*}h", "{*}p")))))
    ], []


def _paragraph(element: Any) -> str:
    level = int(element.xpath("string(@*[local-name()='outline-level'])") or "0")
    text = " ".join("".join(_said(element)).split())
    return f"{'#' * level} {text}".strip() if text else ""


def _said(element: Any) -> Iterator[str]:
    """Yield what is in a paragraph, but not in paragraphs, notes and remarks within."""
    yield element.text or ""
    for child in element:
        tag = child.tag.rpartition("}")[2] if isinstance(child.tag, str) else ""
        if tag in ("s", "tab", "line-break"):
            yield " "
        elif tag not in ("annotation", "note", "tracked-changes", "frame"):
            yield from _said(child)
        yield child.tail or ""


def read_rtf(content: bytes, name: str, element: str = "") -> Found:
    """Return a text of RTF."""
    check_installed("striprtf", name)
    from striprtf.striprtf import rtf_to_text

    with as_damaged_file_error(f"{name}: {DAMAGED}"):
        text = rtf_to_text(content.decode("latin-1"), errors="replace")
    return [Part(text.replace("\n", "\n\n"))], []  # a line is a paragraph


def read_pdf(content: bytes, name: str, element: str = "") -> Found:
    """Return the text of the pages of a PDF."""
    check_installed("pypdf", name)
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    with as_damaged_file_error(f"{name}: {DAMAGED}", PyPdfError):
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted:
            raise InputError(f"{name}: {LOCKED}")
        limits.check(name, len(reader.pages), limits.PAGES, "pages")
        return [Part("\n\n".join(page.extract_text() for page in reader.pages))], []


def read_epub(content: bytes, name: str, element: str = "") -> Found:
    """Return a book: the pages of its spine, one after the other.

    A page without a heading has that of the table of contents.
    """
    parts: list[Part] = []
    offers: dict[str, int] = {}
    with (
        as_damaged_file_error(f"{name}: {DAMAGED}"),
        zipfile.ZipFile(io.BytesIO(content)) as archive,
    ):
        if "META-INF/rights.xml" in archive.namelist():
            raise InputError(f"{name}: locked by its seller. Save it without a lock.")
        container = _parsed_xml(archive.read("META-INF/container.xml"), name)
        place = container.xpath("string(//*[local-name()='rootfile']/@full-path)")
        package = _parsed_xml(archive.read(place), name)
        files = {
            item.get("id"): _at(place, item.get("href"))
            for item in package.xpath("//*[local-name()='manifest']/*")
        }
        spine = package.xpath("//*[local-name()='itemref'][not(@linear='no')]/@idref")
        titles = _contents(archive, package, files, name)
        for file in (files[it] for it in spine):
            page = archive.read(file)
            found, offered = read_page(page, name, element)
            offers |= offered
            is_headed = next(parsed_html(page, name).iter(*HEADINGS), None) is not None
            title = "" if is_headed or element else titles.get(file, "")
            parts += [
                part._replace(text=f"# {title}\n\n{part.text}") if title else part
                for part in found
            ]
    if element:
        return parts, [*offers.items()]
    return [Part("\n\n".join(part.text for part in parts))], [*offers.items()]


def _at(file: str, link: str) -> str:
    """Return the place in the archive of what a file links to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(file), unquote(link)))


def _contents(
    archive: zipfile.ZipFile, package: Any, files: dict[str, str], name: str
) -> dict[str, str]:
    """Return the titles of files in the table of contents, the first of each."""
    tables = package.xpath(
        "//*[local-name()='item'][@properties='nav' or "
        "@media-type='application/x-dtbncx+xml']/@id"
    )
    titles: dict[str, str] = {}
    for table in (files[it] for it in tables if files[it] in archive.namelist()):
        for entry in _parsed_xml(archive.read(table), name).xpath(ENTRIES):
            file = _at(table, entry.xpath(PLACE).partition("#")[0])
            titles.setdefault(file, " ".join(entry.xpath(NAME).split()))
    return titles


def read_subtitles(content: bytes, name: str, element: str = "") -> Found:
    """Return what is said in a film; who says it stands before it, if that is known.

    A paragraph ends at a pause, or where another speaks.
    """
    check_installed("webvtt", name)
    import webvtt
    from webvtt.errors import MalformedFileError

    kind = "vtt" if content.lstrip().startswith(b"WEBVTT") else "srt"
    with as_damaged_file_error(f"{name}: {DAMAGED}", MalformedFileError):
        read = webvtt.from_buffer(io.StringIO(content.decode()), format=kind)
        captions = read.captions
    text, speaker, shown = "", "", []
    for before, caption in pairwise([None, *captions]):
        if caption is None:
            continue
        voice = caption.voice or ""
        ends = before and caption.start_in_seconds - before.end_in_seconds >= PAUSE
        if voice and voice != speaker:
            text = f"{text}\n\n{voice}: "
        elif ends:
            text += "\n\n"
        # Where captions roll, a line is shown again with the next.
        lines = [line.strip() for line in caption.text.split("\n")]
        text += "".join(f"{line} " for line in lines if line and line not in shown)
        shown, speaker = lines, voice or speaker
    return [Part(text.strip())], []


def are_subtitles(start: Start) -> bool:
    return start.matches(SUBTITLES)


def _parsed_xml(content: bytes, name: str) -> Any:
    """Return the root of XML; nothing is fetched, and no entity expanded."""
    check_installed("lxml", name)
    from lxml import etree

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    with as_damaged_file_error(f"{name}: {DAMAGED}", etree.LxmlError):
        return etree.fromstring(content, parser)
