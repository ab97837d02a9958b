"""A file is told by what it holds; what is nothing that is read here is refused."""

import gzip
import pickle
import zipfile
import zlib

import numpy as np
import pandas as pd
import pytest
from scipy import io as scipy_io
from scipy import sparse

from spca_core.corpus.readers import archives
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.formats import FORMATS
from spca_core.corpus.readers.recognise import format_of, look
from spca_core.errors import InputError
from tests.fuzz import in_one_test
from tests.made_files import saved, zipped

DENSE = np.array([[5, 0, 2], [0, 1, 7]])
PROSE = (
    "The tax on tea was raised in 1773.",
    "Peace, then war: and 3 treaties.",
    "Tea is drunk at five.",
)


TABLE = pd.DataFrame({"id": [1, 2], "text": PROSE[:2]})
FILES = {
    "uci": b"2\n3\n4\n1 1 5\n1 3 2\n2 2 1\n2 3 7\n",
    "matrix_market": saved(scipy_io.mmwrite, sparse.coo_array(DENSE)),
    "lda_c": b"2 0:5 2:2\n2 1:1 2:7\n",
    "svmlight": b"+1 1:5 3:2\n-1 2:1 3:7 # x\n",
    "npz": saved(sparse.save_npz, sparse.csr_array(DENSE)),
    "npy": saved(np.save, DENSE),
    "triples": b"document,word,count\na,war,5\na,tax,2\n",
    "count_table": b"name,war,peace,tax\na,5,0,0\nb,0,1,0\n",
    "table": b"height,weight\n1.5,2\n0,-3\n",
    "plain_text": "\n".join(PROSE).encode(),
    "zipped_texts": zipped({"a.txt": b"tea", "b.txt": b"tax"}),
    "json_lines": b'{"tokens": ["tea", "tax"]}\n{"tokens": ["war"]}\n',
    "json": b'[{"text": "tea and tax"}, {"text": "war"}]',
    "text_table": b'id,text\n1,"Tea and tax,\nby law"\n2,War and peace at sea\n',
    "excel": saved(TABLE.to_excel),
    "parquet": saved(TABLE.to_parquet),
    "arrow": saved(TABLE.to_feather),
    "stata": saved(TABLE.to_stata),
    "pdf": b"%PDF-1.7\n",
    "rtf": b"{\\rtf1 Tea}",
    "word": zipped({"[Content_Types].xml": b"", "word/document.xml": b""}),
    "odt": zipped({"mimetype": b"application/vnd.oasis.opendocument.text"}),
    "epub": zipped({"META-INF/container.xml": b""}),
    "web_page": b"<!DOCTYPE html><p>Tea</p>",
    "subtitles": b"WEBVTT\n\n00:01.000 --> 00:02.000\nTea\n",
    "references": b"TY  - JOUR\nTI  - Of tea\nER  - \n",
    "mailbox": b"From a@b.c Mon Jan  1 10:00:00 2001\nSubject: Tea\n\nTea.\n",
    "xml": b"<all><row Id='1' Text='Tea'/>\n<row Id='2' Text='War'/></all>",
}


def told(content: bytes, name: str = "data") -> str:
    return format_of(Upload(name, content))


def test_there_is_a_file_of_every_format():
    # A store is a folder, and all numbers of a table tell that it has covariances.
    assert FILES.keys() == FORMATS.keys() - {"store", "covariance"}


ZIPS = ("npz", "zipped_texts", "excel", "word", "odt", "epub")
PACKED = {"npy", "parquet", "arrow", "stata", "pdf", "rtf"}
TEXTS = {form: FILES[form] for form in FILES if form not in ZIPS}


@in_one_test("form", FILES)
@in_one_test("name", ["data", "data.npz", "x.zip"])
def test_a_format_is_recognised_by_its_content(form, name):
    assert told(FILES[form], name) == form
    assert form not in TEXTS or told(gzip.compress(FILES[form])) == form


@in_one_test("form", sorted({*FILES} - {*TEXTS} | PACKED))
@in_one_test("name", ["data.csv", "data.txt", "page.html"])
def test_what_is_packed_is_refused_if_its_ending_says_text(form, name):
    with pytest.raises(InputError, match=r"not what its ending says, but .*choose the"):
        told(FILES[form], name)


@in_one_test("name", ["x.docx", "x.parquet", "x.xls"])
@in_one_test("form", ["web_page", "plain_text"])
def test_text_is_refused_if_its_ending_says_that_it_is_packed(form, name):
    with pytest.raises(InputError, match=r"not what its ending says, but "):
        told(FILES[form], name)


@in_one_test("sign", [", ", ",", ";", "|", "\t"])
def test_a_text_is_a_table_only_if_tabs_part_each_line_alike(sign: str):
    lines = [sign.join(it) for it in (("Tree", "hedge"), ("Rose", "thorn"))] * 4
    table = "\n".join(lines).encode()
    assert told(table, "pairs.csv") == "text_table"
    assert (told(table, "pairs.txt") == "text_table") is (sign == "\t")
    assert told(table + b"\nLake", "pairs.txt") == "plain_text"


@pytest.mark.parametrize("size", [1_000, 1 << 20])
def test_an_archive_is_recognised_by_its_list_of_files_and_not_by_their_content(
    size: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(archives, "END_BYTES", size)
    filler = bytes(range(256)) * 20
    book = {"[Content_Types].xml": b"", "xl/workbook.xml": filler}
    assert told(zipped(book, zipfile.ZIP_STORED)) == "excel"
    text = {"a.txt": filler + b"[Content_Types].xml, xl/"}
    assert told(zipped(text, zipfile.ZIP_STORED)) == "zipped_texts"


@in_one_test(
    "content, form",
    [
        (b"1 1:5 2:2\n1 2:1 3:7\n", "svmlight"),  # the first number counts no pairs
        (b"3\n1\n2\n", "table"),
        (b"0.5 0 2\n0 0 1\n", "table"),
        (b"1 1 5\n1 3 2\n2 2 1\n", "table"),
        (b"5.1,3.5,setosa\n4.9,3.0,setosa\n", "table"),
        (b",tea,tax\n0,1,0\n1,0,0\n", "count_table"),
        (b"word\tdoc_id\tn\n1\t1\t5\n", "triples"),
        (b"a tea 5\nb tax 3\n", "plain_text"),
        (b"war\npeace\ntax\n", "plain_text"),
        (b"comment\nGood\nquite bad tea\n", "plain_text"),  # it begins like a pickle
        ("שלום עולם\nתה ומס\n".encode(), "plain_text"),
        ("liberté, égalité\n".encode("latin-1"), "plain_text"),
        (FILES["zipped_texts"][:-9], "zipped_texts"),  # its reader says it is cut off
        (b"PK\x05\x06" + bytes(18), "npz"),  # of nothing, as its reader says
        # Lines with a comma each are sentences.
        (b"Peace came, and so on.\nTea was dear, so no.\n" * 3, "plain_text"),
        (b"x^2 + y^2 = z^2\n", "plain_text"),  # so begins what zlib compresses
        (b"[applause] Thank you.\n", "plain_text"),
        (b"{\\bf tea} and tax\n", "plain_text"),
        (b"Genesis 1:1 In the beginning\n", "plain_text"),
        (b"=HYPERLINK(1)\n![x](http://example.org)\n<script>\n", "plain_text"),
        (b'{"text": "' + b"tea " * 1_000_000 + b'"}\n', "json"),
        (b"2 0:1 1:1\n" + b"300000" + b" 0:1" * 300_000, "lda_c"),  # its end not seen
    ],
)
def test_what_could_be_taken_for_something_else_is_not(content, form):
    assert told(content) == form
    assert told(content, "docword.kos.txt.gz") == "uci"


@in_one_test(
    "content, what",
    [
        (b"", "is empty"),
        (gzip.compress(b""), "is empty"),
        (b"\x89PNG\r\n\x1a\n", "is a PNG picture"),
        (b"tea\0tax", "is not a text file"),
        (zipped({"[Content_Types].xml": b"", "a.xml": b""}), "is a file of Office"),
    ],
)
def test_what_is_not_read_here_is_refused_by_what_it_is(content, what):
    with pytest.raises(InputError, match=rf"^photo\.csv {what}"):
        told(content, "photo.csv")


@in_one_test("protocol", range(6))
@in_one_test("pack", [bytes, gzip.compress, zlib.compress])
@in_one_test("value", [DENSE, [1.5, "tea"], {"tea": 1}])
def test_a_pickle_is_refused_with_the_two_lines_of_a_safe_export(protocol, pack, value):
    with pytest.raises(InputError, match="is a pickle, which could run") as refusal:
        told(pack(pickle.dumps(value, protocol)))
    assert 'scipy.sparse.save_npz("counts.npz", matrix)\n' in str(refusal.value)
    assert r'Path("words.txt").write_text("\n".join(words))' in str(refusal.value)


@pytest.mark.slow
def test_telling_a_bomb_costs_little_memory(peak_bytes):
    for filler in (b"1", b"\n", b"a,b,1\n", b"x 1:1\n", b"\0"):
        bomb = gzip.compress(filler * 20_000_000)

        def tell(bomb=bomb):
            try:
                told(bomb)
            except InputError as refusal:
                text = str(refusal)
                assert text.startswith("data is ")

        assert peak_bytes(tell) < 80_000_000  # what is looked at, cut into its lines
    bomb = Upload("data", gzip.compress(b"tea and tax " * 5_000_000))
    assert peak_bytes(lambda: look(bomb)) < 50_000_000  # and its words
