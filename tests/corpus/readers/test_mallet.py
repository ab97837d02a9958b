"""The reader of MALLET's lines: name, label, text."""

import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.collections.plain_text import read_mallet
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.gathering import NO_GROUP
from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import InputError

LINES = b"1914/a\twar\tWar and peace\n1920/b\tmoney\tTaxes, taxes!\n"


def read(content: bytes) -> Corpus:
    texts = read_mallet(Upload("essays.tsv", content))
    return count_words(texts, Tokenisation(languages=("en",), merging="off"))


def test_names_become_titles_where_there_are_two_tabs_and_the_rest_is_text():
    corpus = read(LINES + b"\t\ttea\tcups\n1922/d\tTea\n")
    assert corpus.words == ("cups", "peace", "taxes", "tea", "war")
    counts = [[0, 1, 0, 0, 1], [0, 0, 2, 0, 0], [1, 0, 0, 1, 0]]
    assert corpus.observations.toarray().tolist() == counts
    assert corpus.titles == ("1914/a", "1920/b", "document 3")
    assert corpus.groups["label"] == ("war", "money", NO_GROUP)
    assert corpus.texts == ("War and peace", "Taxes, taxes!", "tea\tcups")
    why = "not `name TAB label TAB text`"
    assert corpus.report.refused_lines == ((4, why),)


@pytest.mark.parametrize(
    ("limit", "most", "fault"),
    [
        # The texts of LINES, without the line feeds.
        ("CHARACTERS", len("War and peace" + "Taxes, taxes!"), "characters of text"),
        ("REFUSED", 2, "3 lines were left out.* choose another format"),
    ],
)
def test_texts_and_lines_left_out_have_caps_that_may_be_reached(
    monkeypatch, limit, most, fault
):
    content = LINES + 2 * b"no columns\n"
    monkeypatch.setattr(limits, limit, most)
    assert read(content).n_documents == 2
    more = b"a\tb\tc\n" if limit == "CHARACTERS" else b"no columns\n"
    with pytest.raises(InputError, match=fault):
        read(content + more)
