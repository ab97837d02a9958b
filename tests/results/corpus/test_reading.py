"""How a file that was read is summarised, and its first documents as parsed."""

from dataclasses import replace

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.text import shown
from spca_core.corpus.report import Report
from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.texts import Texts
from spca_core.results.corpus import reading
from tests.oracles import corpus_of


@pytest.fixture(scope="module")
def nations() -> Corpus:
    texts = Texts(
        name="nations",
        texts=("The nation and the nations of old", "War between two nations"),
        titles=("One", "Two"),
        dates=("1999", ""),
        groups={"party": ("Whig", "Tory")},
    )
    return count_words(texts)


def values(corpus: Corpus) -> dict[str, str]:
    table = reading.figures_of_reading(corpus)
    return dict(zip(table["label"], table["value"], strict=True))


def test_the_report_says_what_was_read_and_what_was_mended():
    report = Report(n_refused_lines=1_234, empty_documents=2, merged_words=3)
    corpus = replace(corpus_of(np.array([[1, 0, 0], [2, 3, 0]])), report=report)
    assert values(corpus) == {
        "Documents": "2",
        "Words": "3",
        "Numbers other than 0": "3",
        "Share of numbers other than 0": "50 %",
        "Empty documents dropped": "2",
        "Repeated words merged": "3",
        "Lines rejected": "1,234",
    }


def test_refused_lines_come_with_their_numbers():
    report = Report(refused_lines=((3, "no text"), (9, "not JSON")), n_refused_lines=2)
    table = reading.refused_lines(replace(corpus_of(np.array([[1]])), report=report))
    assert table.to_dict("list") == {"line": [3, 9], "why": ["no text", "not JSON"]}
    none = reading.refused_lines(corpus_of(np.array([[1]])))
    assert none.empty
    assert list(none) == list(table)


def test_reading_is_summarised_in_one_sentence_of_three_facts(nations):
    assert reading.what_was_read(nations) == (
        "2 documents with 3 different words in English; nothing was left out."
    )
    report = replace(nations.report, empty_documents=1, n_refused_lines=2)
    sentence = reading.what_was_read(replace(nations, report=report))
    assert sentence.endswith("; 3 were left out.")


def test_merged_forms_are_listed_those_of_the_most_documents_first(nations):
    (note,) = reading.reading_notes(nations)
    assert note.startswith("1 forms of words were merged: nations + nation")
    forms = {"word_0": ("zero",), "word_1": ("one", "first"), "word_2": ("two",)}
    counts = np.array([[0, 1, 1, 1], [0, 1, 0, 1], [5, 1, 1, 1]])
    corpus = replace(corpus_of(counts), forms=forms)
    assert reading.reading_notes(corpus) == [
        "4 forms of words were merged: word_1 + one + first, word_2 + two, "
        "word_0 + zero ..."
    ]


def test_a_detected_encoding_is_named():
    corpus = corpus_of(np.array([[1]]))
    assert reading.reading_notes(corpus) == []
    for code in ("cp1252", "utf-16"):
        found = replace(corpus, report=Report(encoding=code))
        assert reading.reading_notes(found) == [f"The text was read as {shown(code)}."]
