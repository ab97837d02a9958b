"""Read a file of text of any kind: what libraries parse, they parse in the guard."""

import io
import json
import re
from collections.abc import Callable
from typing import NamedTuple

from spca_core.corpus import limits
from spca_core.corpus.readers.documents.pages import Offers
from spca_core.corpus.readers.documents.parts import Part
from spca_core.corpus.readers.files import BLOCK, Source, open_bounded, plain_name
from spca_core.corpus.readers.formats import FORMATS, PLAIN_TEXT
from spca_core.corpus.readers.gathering import Gathering
from spca_core.corpus.readers.guarded import guarded
from spca_core.corpus.readers.text import decoded
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError

Doubt = Callable[[str], None]
GAP = re.compile(r"\n{5,}")  # of so many blank lines, a bomb has millions


class Document(NamedTuple):
    """The texts of a file, and the elements that could be its documents instead."""

    texts: Texts
    offers: Offers


def read_document(source: Source, form: str, element: str = "") -> Document:
    """Read a file of one document, with its name as the title; or its elements.

    form : a key of FORMATS
    """
    gathering = Gathering(source, "file")
    parts, offers = parts_in(
        _read(source, form), source.name, form, element, gathering.doubts.append
    )
    for part in parts:
        title = part.title or (plain_name(source) if len(parts) == 1 else "")
        gathering.add(part.text, title, date=part.date)
    return Document(gathering.texts(), offers)


def _read(source: Source, form: str) -> bytes:
    """Return what a file holds; its lines are counted before more of it is read."""
    most = limits.CHARACTERS if form == PLAIN_TEXT else limits.DOCUMENT
    held, n_lines = io.BytesIO(), 0
    with open_bounded(source, most) as file:
        while block := file.read(BLOCK):
            n_lines += block.count(b"\n") if FORMATS[form].is_text else 0
            limits.check(source.name, n_lines, limits.LINES, "lines")
            held.write(block)
    return held.getvalue()


def parts_in(
    content: bytes, name: str, form: str, element: str, doubt: Doubt
) -> tuple[list[Part], Offers]:
    """Return the documents in a file, and the elements that are offered.

    doubt : called with a sentence if the encoding that was found is doubtful

    raises : InputError if it is damaged or locked, or has no text, like a scanned page
    """
    text = ""
    if FORMATS[form].is_text:
        text = GAP.sub("\n" * 4, decoded(content, name, doubt).replace("\r\n", "\n"))
    if form == PLAIN_TEXT:
        parts, offers = [Part(text)], []
    else:
        content = text.encode() or content
        held, offers = guarded(packed, content, name, form=form, element=element)
        parts = [Part(*each) for each in json.loads(held)]
    if any("\0" in part.text for part in parts):
        fault = "a zero byte, which text never has"
        raise InputError(f"{name}: {fault}. Save it as UTF-8.")
    if not any(part.text.strip() for part in parts):
        raise InputError(f"{name}: no text in it. A scanned page needs OCR first.")
    return parts, [(selector, n) for selector, n in offers]


def packed(content: bytes, name: str, form: str, element: str) -> tuple[bytes, Offers]:
    """Return the documents that the reader of a format finds, as JSON."""
    parts, offers = FORMATS[form].read(content, name, element)
    return json.dumps([(it.text, it.title, it.date) for it in parts]).encode(), offers
