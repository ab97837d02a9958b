"""Lines of strangers' files: numbered, bounded, and shown short in messages."""

import gzip

import pytest

from spca_core.corpus import limits
from spca_core.corpus.options import Reading
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.lines import (
    decode,
    numbered_lines,
    quote,
    read_names,
)
from spca_core.corpus.readers.load import read_corpus
from spca_core.errors import InputError
from tests.fuzz import in_one_test


@pytest.fixture
def path(tmp_path):
    return tmp_path / "names.txt"


def numbered(content, max_line=10):
    return list(numbered_lines(Upload("a.txt", content), max_line))


@in_one_test(
    "content, fault",
    [
        (b"caf\xe9", r"a\.txt: byte 0xe9 is not UTF-8.*save it as UTF-8"),
        (b"tea\n\ncaf\xe9", r"a\.txt, line 3: byte 0xe9 is not UTF-8"),
        (b"tea\nt\0", r"a\.txt, line 2: a zero byte, which text never has"),
    ],
)
def test_what_is_no_text_is_refused_by_place_and_byte(content, fault):
    with pytest.raises(InputError, match=f"^{fault}"):
        decode(content, "a.txt")


@in_one_test(
    "text, shown",
    [
        ("tea", "'tea'"),
        (b"tea", "'tea'"),
        (b"caf\xe9\0", r"'caf\\xe9\x00'"),
        ("a\n\u202eb", r"'a\n\u202eb'"),
        ("x" * 1_000, repr("x" * 64)),
        (b"x" * 1_000, repr("x" * 64)),
    ],
)
def test_a_strangers_text_is_shown_short_and_escaped(text, shown):
    assert quote(text) == shown


@in_one_test(
    "content, fault",
    [
        (b"war\n\ntax\n", "line 2: a title of 0 bytes; it must have 1 to 1,000"),
        (b"war\n \t\ntax\n", "line 2: a title of 0 bytes"),
        (b"war\npeace\ntax\n\n", "line 4: a title of 0 bytes"),
        (b"war\n" + b"a" * 1_001 + b"\n", "line 2: a title of over 1,000 bytes"),
        (b"war\n" + b" " * 1_002 + b"abc\n", "line 2: a title of over 1,000 bytes"),
        (b"war\npeace\n" + b"\xc3\xa9" * 2_000_000, "line 3: a title of over 1,000"),
        (b"war\nlibert\xe9\ntax\n", "line 2: byte 0xe9 is not UTF-8"),
        (gzip.compress(b"war\npeace\ntax\n")[:-1], "txt is a gzip file that is cut o"),
        (b"war\npeace", "txt has 2 titles, but the counts are of 3"),
        (b"war\npeace\ntax\nlaw", "txt has over 3 titles, but the counts are of 3"),
    ],
)
def test_a_bad_list_of_names_is_refused_by_file_and_line(path, content, fault):
    path.write_bytes(content)
    with pytest.raises(InputError, match=rf"^names\.txt.*{fault.removeprefix('txt')}"):
        read_names(path, "title", 3)


def test_a_bomb_in_place_of_names_is_stopped_at_the_cap(path, monkeypatch):
    monkeypatch.setattr(limits, "TEXT", 100_000)
    path.write_bytes(gzip.compress(b"a name\n" * 1_000_000))
    with pytest.raises(InputError, match=r"names\.txt holds over 100,000 bytes"):
        read_names(path, "title", 1_000_000)


@pytest.mark.parametrize(
    ("cap", "fault"),
    [("LINES", "over 3 lines"), ("EMPTY_LINES", "over 3 lines without")],
)
def test_lines_have_caps_that_may_be_reached(monkeypatch, cap, fault):
    monkeypatch.setattr(limits, cap, 3)
    assert len(numbered(b" \n" * 3)) == 3
    with pytest.raises(InputError, match=fault):
        numbered(b" \n" * 4)


@in_one_test(
    "form, start, empty",
    [
        ("matrix_market", "%%MatrixMarket matrix coordinate real general\n", "\n"),
        ("matrix_market", "%%MatrixMarket matrix coordinate real general\n", "%\n"),
        ("json_lines", '{"war": 1}\n', '{"war": 0}\n'),
        ("json_lines", '{"war": 1}\n', " \r\n"),
        ("lda_c", "1 0:3\n", "0\n"),
        ("lda_c", "1 0:3\n", "\n"),
        ("svmlight", "1 1:3\n", "1\n"),
        ("svmlight", "1 1:3\n", "# nothing\n"),
        ("triples", "a,war,1\n", "\n"),
        ("table", "1,2.5\n", "\n"),
    ],
)
def test_documents_and_headers_without_content_have_a_cap(
    monkeypatch, form, start, empty
):
    monkeypatch.setattr(limits, "EMPTY_LINES", 100)
    file = Upload("made.txt", (start + 200 * empty).encode())
    with pytest.raises(InputError, match="over 100 lines without content"):
        read_corpus(file, None, Reading(form))
