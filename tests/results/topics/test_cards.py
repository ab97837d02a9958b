"""What a card says of its topic is what was measured; a title has its years."""

from dataclasses import replace

import numpy as np
import pytest

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import MEASUREMENTS
from spca_core.formatting import percent
from spca_core.problem.solution import Solution
from spca_core.results.documents.groups import groupings
from spca_core.results.topics.cards import cards, subject, too_few_documents
from spca_core.results.topics.quality import RANDOM_SETS, coherence
from tests.oracles import planted_corpus, random_corpus
from tests.oracles import solve_counts as solve

PLANTED = planted_corpus(0, 3, 4)


@pytest.fixture(scope="module")
def found() -> Solution:
    return solve(PLANTED, 3, 4, effort="quick")


def test_a_planted_topic_is_more_coherent_than_random_words(found):
    table = cards(PLANTED, found)
    expected = coherence(PLANTED.observations, found.supports)
    np.testing.assert_allclose(table["coherence"], expected)
    assert table["figures"].str.contains(f"above all {RANDOM_SETS} random sets").all()
    for card in table.itertuples():
        assert f"coherence (NPMI) {card.coherence:.2f}, above" in card.figures
        assert card.sentence.startswith("hangs together: strong; in ")
    noise = random_corpus(0, 60, 40)
    table = cards(noise, solve(noise, 3, 4, effort="quick"))
    below = table[table["place"] < 1]
    assert len(below)
    for card in below.itertuples():
        share = percent(card.place)
        assert f"above {share} of {RANDOM_SETS} random sets" in card.figures


@pytest.mark.parametrize(("first", "marked"), [(0.84, True), (0.82, False)])
def test_a_topic_of_mostly_one_word_is_marked(found, first: float, marked: bool):
    others = np.sqrt((1 - first**2) / 3)
    loadings = np.tile([first, others, others, others], (3, 1))
    table = cards(PLANTED, replace(found, loadings=loadings))
    assert table["sentence"].str.contains("mostly one word").tolist() == [marked] * 3


def test_measurements_and_single_words_have_no_coherence(found):
    measured = replace(PLANTED, kind=MEASUREMENTS)
    assert cards(measured, found)["coherence"].isna().all()
    single = cards(PLANTED, solve(PLANTED, 3, 1, effort="quick"))
    assert single["sentence"].str.match(r"in \d+ documents$").all()
    pairs = cards(PLANTED, solve(PLANTED, 3, 2, effort="quick"))
    assert pairs["sentence"].str.contains("hangs together").all()


def test_topics_are_of_a_corpus_and_of_the_years_in_its_titles():
    corpus = read_bundled("state_of_the_union_in_24_words")
    first, last = corpus.titles[0][:4], corpus.titles[-1][:4]
    assert (
        subject(corpus, groupings(corpus))
        == f"State of the Union in 24 Words, {first}-{last}"
    )
    undated = replace(random_corpus(0, 30, 12), name="letters")
    assert subject(undated, groupings(undated)) == "Letters"


@pytest.mark.parametrize(
    ("n_documents", "sentence"),
    [
        (1, "Only 1 document: topics need several."),
        (49, "Only 49 documents: too few to judge whether words belong together."),
        (50, ""),
    ],
)
def test_with_few_documents_the_missing_coherence_is_explained(
    found, n_documents: int, sentence: str
):
    corpus = PLANTED.of_documents(np.arange(PLANTED.n_documents) < n_documents)
    assert too_few_documents(corpus) == sentence
    table = cards(corpus, found)
    assert table["coherence"].isna().all() == bool(sentence)
    assert table["figures"].str.contains("coherence").any() != bool(sentence)
