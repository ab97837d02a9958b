"""Two files that were uploaded together: which is the corpus, and which its words."""

import pytest

from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.loading import counts_and_words
from spca_core.errors import InputError

COUNTS = Upload("docword.txt", b"2\n2\n3\n1 1 4\n1 2 1\n2 2 5\n")
WORDS = Upload("vocab.txt", b"tax\nwar\n")


def test_the_list_of_words_is_told_by_its_content_whichever_comes_first():
    assert counts_and_words([COUNTS, WORDS]) == (0, 1)
    assert counts_and_words([WORDS, COUNTS]) == (1, 0)


@pytest.mark.parametrize("only", [COUNTS, WORDS], ids=["counts", "text"])
def test_a_file_by_itself_is_the_corpus(only: Upload):
    assert counts_and_words([only]) == (0, None)


@pytest.mark.parametrize("pair", [[COUNTS, COUNTS], [WORDS, WORDS]])
def test_two_files_of_one_sort_are_refused_by_name(pair: list[Upload]):
    with pytest.raises(InputError, match=rf"{pair[0].name} and .* list of words"):
        counts_and_words(pair)


def test_more_files_than_two_are_refused():
    with pytest.raises(InputError, match=r"3 files were given.* in a zip"):
        counts_and_words([COUNTS, WORDS, WORDS])
