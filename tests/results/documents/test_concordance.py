"""What is found in texts is what a reader finds, and sorted as concordancers sort."""

import io
import re
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from spca_core.corpus.corpus import MEASUREMENTS, Corpus
from spca_core.corpus.texts.whole_words import normalised
from spca_core.errors import InputError
from spca_core.results.documents import concordance
from spca_core.results.documents.concordance import ORDERS, WIDTH, find
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


def test_lines_have_so_many_letters_on_either_side(corpus):
    text = "left " * 40 + "war" + " right" * 40
    found = find(replace(corpus, texts=(text, *TEXTS[1:])), "war")
    (line,) = found.lines(found.order("")).itertuples()
    assert (len(line.before), len(line.after)) == (WIDTH, WIDTH)
    assert line.before.endswith("left ")
    assert line.after.startswith(" right")


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


def test_an_unknown_order_is_refused(corpus):
    with pytest.raises(InputError, match="sort must be one of"):
        find(corpus, "war").order("size")


@pytest.mark.parametrize("sought", ["", " | ", "*", '"" ', "x" * 201])
def test_nothing_to_find_is_refused(corpus, sought):
    with pytest.raises(InputError, match="it must have letters"):
        find(corpus, sought)


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


@pytest.mark.parametrize(
    ("sought", "summary"),
    [
        ("civil war*", "“civil war*” occurs 3 times, in 2 of 4 documents."),
        ("silver", "“silver” occurs once, in 1 of 4 documents."),
        ("nothing", "“nothing” is in none of 4 documents."),
    ],
)
def test_how_many_hits_are_in_how_many_documents_is_said(corpus, sought, summary):
    assert find(corpus, sought).summary == summary


def test_more_lines_than_are_listed_are_counted(corpus, monkeypatch):
    monkeypatch.setattr(concordance, "MAX_LINES", 2)
    found = find(corpus, "civil war*")
    assert (found.n_hits, found.n_lines, found.has.sum()) == (3, 2, 2)
    assert found.summary.endswith("The first 2 are listed.")


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


def test_the_spellings_add_up_to_all_lines(corpus):
    found = find(corpus, "civ* w*|gold")
    assert found.spellings["hits"].sum() == found.n_lines
    expected = "Written as civil war (2), gold (2), civil wars (1)."
    assert found.describe_spellings() == expected
    assert find(corpus, "gold").describe_spellings() == ""
