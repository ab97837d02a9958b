"""Lines of strangers' files: numbered, bounded, and shown short in messages."""

import pytest

from spca_core.corpus import limits
from spca_core.corpus.options import Reading
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.lines import numbered_lines
from spca_core.corpus.readers.load import read_corpus
from spca_core.errors import InputError
from tests.fuzz import in_one_test


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
