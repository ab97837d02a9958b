"""Opening strangers' files and lists of names."""

import gzip

import pytest

from spca_core.corpus.readers import files
from spca_core.corpus.readers.files import (
    is_gzip,
    most_text_bytes,
    open_bounded,
    read_names,
)
from spca_core.errors import InputError

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "names.txt"


def read_all(path, most_bytes):
    with open_bounded(path, most_bytes) as file:
        return file.read()


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("content", [b"", b"a", b"one\ntwo\n" * 50_000])
def test_a_plain_or_zipped_file_is_read_whole_up_to_its_cap(path, pack, content):
    path.write_bytes(pack(content))
    assert read_all(path, most_bytes=len(content)) == content


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_one_byte_over_the_cap_is_refused_by_name_and_cap(path, pack):
    path.write_bytes(pack(b"x" * 1_001))
    with pytest.raises(InputError, match=r"^names\.txt holds over 1,000 bytes of text"):
        read_all(path, most_bytes=1_000)


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_only_the_first_byte_order_mark_is_passed_over(path, pack):
    path.write_bytes(pack(BYTE_ORDER_MARK * 2 + b"a"))
    assert read_all(path, most_bytes=10) == BYTE_ORDER_MARK + b"a"


def test_gzip_is_told_by_its_first_bytes_and_not_by_its_name(tmp_path):
    for name, content, zipped in (
        ("a.txt", gzip.compress(b"a"), True),
        ("a.gz", b"a", False),
        ("empty.gz", b"", False),
    ):
        (tmp_path / name).write_bytes(content)
        assert is_gzip(tmp_path / name) is zipped


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_no_file_holds_more_text_than_its_size_allows(path, pack):
    text = b"1" * 5_000_000  # what gzip packs tightest
    path.write_bytes(pack(text))
    assert len(text) <= most_text_bytes(path) < 1.1 * len(text)


def test_names_are_read_without_the_space_around_them(path):
    path.write_bytes(BYTE_ORDER_MARK + " wär \r\n\tpeace\r\n税 金".encode())
    assert read_names(path, "word", 3) == ("wär", "peace", "税 金")


def test_names_may_be_a_thousand_bytes_long(path):
    path.write_bytes(b"a" * 1_000 + b"\r\n" + b"b" * 1_000)
    assert [len(name) for name in read_names(path, "word", 2)] == [1_000, 1_000]


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"war\n\ntax\n", "line 2: a title of 0 bytes; it needs 1 to 1,000"),
        (b"war\n \t\ntax\n", "line 2: a title of 0 bytes"),
        (b"war\npeace\ntax\n\n", "line 4: a title of 0 bytes"),
        (b"war\n" + b"a" * 1_001 + b"\n", "line 2: a title of over 1,000 bytes"),
        (b"war\npeace\n" + b"\xc3\xa9" * 2_000_000, "line 3: a title of over 1,000"),
        (b"war\nlibert\xe9\ntax\n", "line 2: byte 0xe9 is not UTF-8"),
        (b"war\npeace\n\xff\xfe\n", "line 3: byte 0xff is not UTF-8"),
        (gzip.compress(b"war\npeace\ntax\n")[:-1], "txt is a gzip file that is cut o"),
        (b"war\npeace", "txt has 2 titles, but the counts are of 3"),
        (b"war\npeace\ntax\nlaw", "txt has over 3 titles, but the counts are of 3"),
    ],
)
def test_a_bad_list_of_names_is_refused_by_file_and_line(path, content, fault):
    path.write_bytes(content)
    with pytest.raises(InputError, match=rf"^names\.txt.*{fault.removeprefix('txt')}"):
        read_names(path, "title", 3)


def test_a_list_of_names_has_a_cap_of_its_own(path, monkeypatch):
    monkeypatch.setattr(files, "LONGEST_LIST", 100_000)
    path.write_bytes(gzip.compress(b"a name\n" * 1_000_000))
    with pytest.raises(InputError, match=r"names\.txt holds over 100,000 bytes"):
        read_names(path, "title", 1_000_000)


def test_a_missing_file_is_refused_by_its_whole_path(path):
    with pytest.raises(InputError, match=rf"^{path} cannot be opened: No such file"):
        read_names(path, "word", 3)
