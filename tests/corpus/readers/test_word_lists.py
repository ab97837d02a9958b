"""Files that were uploaded together: which is the corpus, and which its words."""

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.load import read_corpus
from spca_core.corpus.sources import sort_out
from spca_core.errors import InputError
from tests.fuzz import in_one_test
from tests.made_files import saved

COUNTS = Upload("docword.txt", b"2\n2\n3\n1 1 4\n1 2 1\n2 2 5\n")
WORDS = Upload("vocab.txt", b"tax\nwar\n")
ESSAYS = [Upload("a.txt", b"Of tea and tax"), Upload("b.md", b"Of war")]


MATRIX = Upload("counts.npz", saved(sparse.save_npz, sparse.csr_array(np.ones((2, 4)))))


def test_the_list_of_words_is_recognised_by_content_in_either_order():
    assert sort_out([COUNTS, WORDS]) == (COUNTS, WORDS)
    assert sort_out([WORDS, COUNTS]) == (COUNTS, WORDS)


@in_one_test(
    "words", [b"000\n10\n100\n1000\n", b"1 1:5\n2 1:3\n3 4:5\n4 4:4\n", b"{\n}\n[\n]\n"]
)
def test_beside_a_matrix_a_list_of_words_may_look_like_anything(words: bytes):
    listed = Upload("words.txt", words)
    counts, found = sort_out([listed, MATRIX])
    assert found == listed
    assert read_corpus(counts, found).words == tuple(words.decode().split("\n")[:-1])


def test_several_texts_are_documents_with_their_names_as_titles():
    together, words = sort_out([*ESSAYS, Upload("a.txt", b"Of peace")])
    assert words is None
    corpus = read_corpus(together)
    assert corpus.titles == ("3 a.txt", "a.txt", "b.md")
    assert corpus.texts == ("Of peace", "Of tea and tax", "Of war")


@in_one_test("files", [[COUNTS, COUNTS], [COUNTS, *ESSAYS]])
def test_files_that_do_not_belong_together_are_refused_by_name(files: list[Upload]):
    with pytest.raises(InputError, match=rf"{files[0].name} and .* list of its words"):
        sort_out(files)
