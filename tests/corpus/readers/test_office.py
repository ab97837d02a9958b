"""Word and PDF documents: their text is read, and those without one are named."""

import pytest

from spca_core.corpus import limits
from spca_core.corpus.readers.documents.folders import zipped
from spca_core.corpus.readers.documents.reading import packed, parts_in
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.load import read_corpus
from spca_core.errors import InputError
from tests.fuzz import in_one_test
from tests.made_files import saved

docx = pytest.importorskip("docx")
pypdf = pytest.importorskip("pypdf")
PARAGRAPHS = ("Tea is drunk at five.", "War was fought at sea.")


def word_document(*paragraphs: str) -> bytes:
    document = docx.Document()
    for paragraph in paragraphs:
        document.add_paragraph(paragraph)
    return saved(document.save)


def pdf(text: str) -> bytes:
    """Write a page with a line of text, in the fewest objects that make one."""
    stream = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET".encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
        b"/Resources<</Font<</F1 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%b\nendstream" % (len(stream), stream),
        b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ]
    written, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(written))
        written += b"%d 0 obj%b endobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    start = len(written)
    return written + (
        b"xref\n0 6\n0000000000 65535 f \n%btrailer<</Size 6/Root 1 0 R>>\n"
        b"startxref\n%d\n%%%%EOF" % (table, start)
    )


def blank_pdf(password: str = "") -> bytes:
    writer = pypdf.PdfWriter()
    writer.add_blank_page(100, 100)
    if password:
        writer.encrypt(password)
    return saved(writer.write)


def test_in_a_zip_what_has_no_text_is_named_and_left_out():
    files = [
        Upload("a.docx", word_document(*PARAGRAPHS)),
        Upload("b.pdf", pdf(PARAGRAPHS[0])),
        Upload("c.md", b"# Of taxes"),
        Upload("d.pdf", blank_pdf()),
        Upload("e.pdf", blank_pdf("secret")),
    ]
    corpus = read_corpus(zipped(files))
    assert corpus.titles == ("a.docx", "b.pdf", "c.md")
    whys = [why for _, why in corpus.report.refused_lines]
    assert whys[0].startswith("d.pdf: no text in it. A scanned page")
    assert whys[1].startswith("e.pdf: locked by a password")


@in_one_test(
    "content, why",
    [
        (word_document(*PARAGRAPHS)[:-100], "cut off, damaged"),
        (word_document(), "no text in it"),
        (pdf("x")[:60], "cut off, damaged|no text in it"),
        (b"%PDF-1.4\n" + b"\xff" * 500, "cut off, damaged|no text in it"),
        (blank_pdf("secret"), "locked by a password"),
    ],
)
def test_a_bad_document_is_refused_by_name(content, why):
    with pytest.raises(InputError, match=rf"^x: ({why})"):
        parts_in(content, "x", "word" if content[:2] == b"PK" else "pdf", "", print)


def test_pages_have_a_cap_that_may_be_reached(monkeypatch):
    monkeypatch.setattr(limits, "PAGES", 1)
    assert b"Of tea" in packed(pdf("Of tea"), "x.pdf", "pdf", "")[0]
    monkeypatch.setattr(limits, "PAGES", 0)
    with pytest.raises(InputError, match=r"^x\.pdf holds over 0 pages, .* Take a part"):
        packed(pdf("Of tea"), "x.pdf", "pdf", "")
