"""Files in memory, as libraries write them: arrays, tables, and zips of anything."""

import io
import zipfile
from collections.abc import Callable
from typing import Any

EPUB = {
    "mimetype": b"application/epub+zip",
    "META-INF/container.xml": b'<container><rootfile full-path="o/p.opf"/></container>',
    "o/p.opf": (
        b'<package><manifest><item id="b" href="2.xhtml"/><item id="a" href="1.xhtml"/>'
        b'</manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>'
    ),
    "o/1.xhtml": b"<html><body><p>Tea</p></body></html>",
    "o/2.xhtml": b"<html><body><p>War</p></body></html>",
}
ODT = {
    "mimetype": b"application/vnd.oasis.opendocument.text",
    "content.xml": (
        b'<d xmlns:t="x"><t:p>Tea is <t:span>drunk</t:span></t:p><t:p>War</t:p></d>'
    ),
    "META-INF/manifest.xml": b"<x/>",
}


def saved(save: Callable[..., object], *arguments: Any, **options: Any) -> bytes:
    """Return what a function writes to the file that is its first argument."""
    file = io.BytesIO()
    save(file, *arguments, **options)
    return file.getvalue()


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Return a zip of files by name: the same at any time of day."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text, method)
    return content.getvalue()
