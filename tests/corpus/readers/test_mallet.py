"""The reader of MALLET's lines: name, label, text."""

import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.documents.lines import read_mallet
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.gathering import NO_GROUP
from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import InputError

LINES = b"1914/a\twar\tWar and peace\n1920/b\tmoney\tTaxes, taxes!\n"


def read(content: bytes) -> Corpus:
    texts = read_mallet(Upload("essays.tsv", content))
    return count_words(texts, Tokenisation(languages=("en",), merging="off"))


def test_names_become_titles_and_labels_and_texts_are_kept():
    corpus = read(LINES)
    assert corpus.words == ("peace", "taxes", "war")
    assert corpus.observations.toarray().tolist() == [[1, 0, 1], [0, 2, 0]]
    assert (corpus.name, corpus.titles) == ("essays", ("1914/a", "1920/b"))
    assert corpus.groups["label"] == ("war", "money")
    assert corpus.texts == ("War and peace", "Taxes, taxes!")


def test_only_the_first_two_tabs_part_columns():
    corpus = read(b"a\tb\ttea\tcups\n")
    assert (corpus.words, corpus.texts) == (("cups", "tea"), ("tea\tcups",))


def test_a_name_or_a_label_may_be_missing():
    corpus = read(b"\t\ttea cups\na\tb\ttea\n")
    assert (corpus.titles, corpus.groups["label"]) == (
        ("document 1", "a"),
        (NO_GROUP, "b"),
    )


def test_a_line_without_words_is_dropped_and_one_of_two_columns_refused():
    report = read(LINES + b"1921/c\twar\t\n1922/d\tTea\n").report
    assert report.empty_documents == 1
    assert report.refused_lines == ((4, "not `name TAB label TAB text`"),)


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
