"""EPUB: the files of a book in the order of its spine, under its headings."""

import io
import posixpath
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Any
from urllib.parse import unquote

from spca_core.corpus.readers.collections.headed import LEVELS, LONGEST_HEADING, Block
from spca_core.corpus.readers.collections.pages import HEADINGS, blocks_of
from spca_core.corpus.readers.guarded import as_damaged_file_error
from spca_core.corpus.readers.markup import DAMAGED, parsed_html, parsed_xml
from spca_core.corpus.readers.text import decoded
from spca_core.errors import InputError
from spca_core.extras import check_installed

# In the table of contents: what is listed, its name, its place, and what it is in.
ENTRIES = (
    "//*[local-name()='navPoint'] | //*[local-name()='nav'][contains(@*[local-name()="
    "'type'], 'toc') or not(@*[local-name()='type'])]//*[local-name()='a']"
)
NAME = "string(*[local-name()='navLabel'] | self::*[local-name()='a'])"
PLACE = "string(*[local-name()='content']/@src | self::*[local-name()='a']/@href)"
DEPTH = "count(ancestor::*[local-name()='navPoint' or local-name()='ol'])"

Contents = defaultdict[str, list[tuple[str, str, int]]]


def blocks_of_epub(content: bytes, name: str) -> list[Block]:
    """Return the paragraphs and headings of a book in the order of its spine.

    A file without headings has those of the table of contents, or goes on with the
    chapter before it. Where there is no such table, its first line is its heading.
    """
    check_installed("lxml", name)
    from lxml import etree

    with (
        as_damaged_file_error(f"{name}: {DAMAGED}", etree.LxmlError),
        zipfile.ZipFile(io.BytesIO(content)) as archive,
    ):
        if "META-INF/rights.xml" in archive.namelist():
            raise InputError(f"{name}: locked by its seller. Save it without a lock.")
        container = parsed_xml(_utf_8(archive, "META-INF/container.xml", name), name)
        place = container.xpath("string(//*[local-name()='rootfile']/@full-path)")
        package = parsed_xml(_utf_8(archive, place, name), name)
        files = {
            item.get("id"): _at(place, item.get("href"))
            for item in package.xpath("//*[local-name()='manifest']/*")
        }
        spine = package.xpath("//*[local-name()='itemref'][not(@linear='no')]/@idref")
        contents = _contents(archive, package, files, name)
        pages = []
        for file in (files[it] for it in spine):
            root = parsed_html(_utf_8(archive, file, name), name)
            _head(root, contents[file])
            blocks = [block for block in blocks_of(root) if block.text]
            pages.append(blocks if any(contents.values()) else _with_heading(blocks))
    return list(chain.from_iterable(pages))


def _utf_8(archive: zipfile.ZipFile, file: str, name: str) -> bytes:
    return decoded(archive.read(file), name).encode()


def _at(file: str, link: str) -> str:
    """Return the place in the archive of what a file links to."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(file), unquote(link)))


def _contents(
    archive: zipfile.ZipFile, package: Any, files: dict[str, str], name: str
) -> Contents:
    """Return what the table of contents lists in each file: anchor, name, and level."""
    found: Contents = defaultdict(list)
    for item in _tables(package):
        table = files[item.get("id")]
        if table not in archive.namelist():
            continue
        for entry in parsed_xml(_utf_8(archive, table, name), name).xpath(ENTRIES):
            title = " ".join(entry.xpath(NAME).split())
            place, _, anchor = entry.xpath(PLACE).partition("#")
            level = min(max(int(entry.xpath(DEPTH)), 1), LEVELS[-1])
            found[_at(table, place)].append((anchor, title, level))
        break
    return found


def _tables(package: Any) -> Iterator[Any]:
    yield from package.xpath("//*[local-name()='item'][@properties='nav']")
    yield from package.xpath(
        "//*[local-name()='item'][@media-type='application/x-dtbncx+xml']"
    )


def _head(root: Any, entries: list[tuple[str, str, int]]) -> None:
    """Write headings into a page that has none, where the contents say they are."""
    if next(root.iter(*HEADINGS), None) is not None:
        return
    for anchor, title, level in entries:
        heading = root.makeelement(f"h{level}")
        heading.text = title
        anchors = root.xpath("//body//*[@id=$id or @name=$id]", id=anchor)
        if anchor and anchors:
            anchors[0].addprevious(heading)
        else:
            next(root.iter("body"), root).insert(0, heading)


def _with_heading(page: list[Block]) -> list[Block]:
    """Return a file of a book; its first line is its heading, if it has none."""
    if not page or any(block.level for block in page) or len(page) < 2:
        return page
    is_short = len(page[0].text) <= LONGEST_HEADING
    return [page[0]._replace(level=LEVELS[1]), *page[1:]] if is_short else page
