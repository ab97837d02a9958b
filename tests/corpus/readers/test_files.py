"""Opening strangers' files."""

import gzip

import pytest

from spca_core.corpus import limits
from spca_core.corpus.readers.files import Watched, is_gzip, open_bounded
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
