"""What is found in texts is what a reader finds, and sorted as concordancers sort."""

import io
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from spca_core.corpus.corpus import MEASUREMENTS, Corpus
from spca_core.corpus.texts.whole_words import normalised
from spca_core.results.documents import concordance
from spca_core.results.documents.concordance import ORDERS, find
from spca_core.results.files.tables import TABLE_FORMATS
from tests.oracles import corpus_of, random_corpus

TEXTS = (
    "Slavery ended; the civil war, a civil\n  War, was over. No slave was left.",
    "The antislavery movement, caf\u00e9 and cafe\u0301: civil wars.",
    "Uncivil warfare. <b>gold</b> *silver* and =gold 2-1",
    "\u91d1\u878d\u653f\u7b56\u548c\u6218\u4e89",
)


@pytest.fixture
def corpus() -> Corpus:
    counts = np.array([[2, 2, 0], [0, 1, 0], [0, 0, 2], [0, 0, 1]])
    return replace(
        corpus_of(counts),
        words=("slavery", "war", "gold"),
        texts=TEXTS,
        titles=("d", "c", "b", "a"),
        dates=("1861", "1860", "", "1862"),
        forms={"slavery": ("slave",)},
        groups={"after": ("x", "y", "x", "y")},
    )


@pytest.mark.parametrize(
    ("sought", "hits"),
    [
        ("SLAVERY ", ["Slavery", "slave"]),
        ("slave", ["Slavery", "slave"]),
        ('"slave"', ["slave"]),
        ("\u201cslave\u201d", ["slave"]),
        ("slav*", ["Slavery", "slave"]),
        ("civil war", ["civil war", "civil War"]),
        ('"civil   war"', ["civil war", "civil War"]),
        ("civil war*", ["civil war", "civil War", "civil wars"]),
        ("civ* w*", ["civil war", "civil War", "civil wars"]),
        ("gold|silver|x", ["gold", "silver", "gold"]),
        ("gold |\u653f\u7b56", ["gold", "gold", "\u653f\u7b56"]),
        ("caf\u00e9", ["caf\u00e9", "caf\u00e9"]),
        ("(a|[", []),
        ("2-1", ["2-1"]),
        ("*silver*", ["*silver"]),
        ("nothing", []),
    ],
)
def test_words_phrases_and_beginnings_are_found_wherever_they_are(corpus, sought, hits):
    found = find(corpus, sought)
    lines = found.lines(found.order(""))
    assert lines["word"].tolist() == hits
    assert found.n_hits == len(hits)
    assert (np.flatnonzero(found.has) + 1).tolist() == sorted({*lines["document"]})
    for line in lines.itertuples():
        text = normalised(" ".join(TEXTS[line.document - 1].split()))
        assert f"{line.before}{line.word}{line.after}" in text


@pytest.mark.parametrize("by", ORDERS)
def test_lines_are_sorted_by_the_words_beside_the_word_the_nearest_first(by):
    rng = np.random.default_rng(0)
    words = rng.choice(["war", "a", "B", "b", "c,", "War"], (30, 8))
    texts = tuple(map(" ".join, words.tolist()))
    corpus = replace(
        corpus_of(np.ones((30, 1))),
        words=("war",),
        texts=texts,
    )
    found = find(corpus, "war")

    def key(line) -> object:
        words = re.findall(r"\w+", getattr(line, by).lower())
        return words[::-1] if by == "before" else words

    plain = [*found.lines(found.order("")).itertuples(index=False)]
    expected = sorted(plain, key=key) if by else plain
    assert [*found.lines(found.order(by)).itertuples(index=False)] == expected


def test_without_texts_words_are_found_by_their_counts():
    corpus = random_corpus(0, 40, 12)
    counts = corpus.observations.toarray()
    cases = {"word_1": [1], "word_*": [*range(12)], "word_1 a": []}
    for sought, columns in cases.items():
        found = find(corpus, sought)
        assert found.n_hits == counts[:, columns].sum()
        assert found.has.tolist() == (counts[:, columns] > 0).any(axis=1).tolist()
        assert found.n_lines == 0
    numbers = replace(corpus, observations=counts - 1.5, kind=MEASUREMENTS)
    assert find(numbers, "word_1").summary == "“word_1” is not 0 in 40 of 40 rows."


@pytest.mark.parametrize("at_once", [1, 2, 10])
def test_all_lines_are_in_a_file_with_the_groups_of_their_documents(
    corpus, monkeypatch, at_once
):
    monkeypatch.setattr(concordance, "AT_ONCE", at_once)
    found, file = find(corpus, "gold|civil war*"), io.BytesIO()
    TABLE_FORMATS[".csv"].write(found.table(), file)
    read = pd.read_csv(io.BytesIO(file.getvalue()), keep_default_na=False)
    assert read["document"].tolist() == [1, 1, 2, 3, 3]
    assert read["group after"].tolist() == ["x", "x", "y", "x", "x"]
    assert read["before"].tolist()[-1].endswith("*silver* and =")
    assert {*read} == {
        *("document", "before", "word", "after", "title"),
        *("group after", "date", "year"),
    }
