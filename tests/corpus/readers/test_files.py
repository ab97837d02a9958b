"""Opening strangers' files: how much is read of them, and how many lines."""

import gzip

import pytest

from spca_core.corpus import limits
from spca_core.corpus.options import Reading
from spca_core.corpus.readers.files import (
    Upload,
    Watched,
    is_gzip,
    max_text_bytes,
    open_bounded,
)
from spca_core.corpus.readers.lines import numbered_lines
from spca_core.corpus.readers.load import read_corpus
from spca_core.errors import InputError
from tests.fuzz import in_one_test

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "names.txt"


def read_all(path, max_bytes, small=limits.SMALL):
    with open_bounded(path, max_bytes, small) as file:
        return file.read()


@in_one_test("pack", [bytes, gzip.compress])
@in_one_test("content", [b"", b"a", b"one\ntwo\n" * 50_000])
def test_a_plain_or_zipped_file_is_read_whole_up_to_its_cap(path, pack, content):
    path.write_bytes(pack(content))
    assert is_gzip(path) is (pack is gzip.compress)
    assert read_all(path, max_bytes=len(content)) == content
    assert read_all(Watched(path, lambda share: None), len(content)) == content
    path.write_bytes(pack(BYTE_ORDER_MARK * 2 + content))
    assert read_all(path, len(content) + 6) == BYTE_ORDER_MARK + content
    path.write_bytes(pack(content + b"xy"))
    fault = rf"^names\.txt holds over {len(content) + 1:,} bytes of text"
    with pytest.raises(InputError, match=fault):
        read_all(path, len(content) + 1)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_no_file_holds_more_text_than_its_size_allows(path, pack):
    text = b"1" * 5_000_000  # what gzip packs tightest
    path.write_bytes(pack(text))
    assert len(text) <= max_text_bytes(path) < 1.1 * len(text)


def test_what_unzips_to_unusually_much_is_refused_with_another_way_out(path):
    bomb, text = bytes(200_000), "".join(map(str, range(50_000))).encode()
    path.write_bytes(gzip.compress(bomb))
    with pytest.raises(InputError, match=r"unusually much .* Unzip it first\.$"):
        read_all(path, 300_000, 10)
    with pytest.raises(InputError, match=r"over 1,000 bytes .* Take a part of it\.$"):
        read_all(path, 1_000, 10)
    path.write_bytes(gzip.compress(text))
    assert read_all(path, 300_000, 10) == text
    path.write_bytes(bomb)
    assert read_all(path, 300_000, 10) == bomb


@pytest.mark.parametrize(
    ("cap", "fault"),
    [("LINES", "over 3 lines"), ("EMPTY_LINES", "over 3 lines without")],
)
def test_lines_have_caps_that_may_be_reached(monkeypatch, cap, fault):
    monkeypatch.setattr(limits, cap, 3)
    assert len([*numbered_lines(Upload("a.txt", b" \n" * 3))]) == 3
    with pytest.raises(InputError, match=fault):
        [*numbered_lines(Upload("a.txt", b" \n" * 4))]


@in_one_test(
    "form, start, empty",
    [
        ("matrix_market", "%%MatrixMarket matrix coordinate real general\n", "%\n"),
        ("json_lines", '{"war": 1}\n', '{"war": 0}\n'),
        ("lda_c", "1 0:3\n", "0\n"),
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
