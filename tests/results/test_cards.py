"""What a card says of its topic is what was measured; a title has its years."""

from dataclasses import replace

import numpy as np
import pytest

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import MEASUREMENTS
from spca_core.formatting import percent
from spca_core.results.cards import cards, subject, too_few_documents
from spca_core.results.groups import groupings
from spca_core.results.quality import RANDOM_SETS, coherence
from tests.oracles import planted_corpus, random_corpus
from tests.oracles import solve_counts as solve

PLANTED = planted_corpus(0, 3, 4)
FOUND = solve(PLANTED, 3, 4, effort="quick")


def test_a_planted_topic_is_more_coherent_than_random_words():
    table = cards(PLANTED, FOUND)
    expected = coherence(PLANTED.observations, FOUND.supports)
    np.testing.assert_allclose(table["coherence"], expected)
    assert (table["place"] > 0.5).all()
    for card in table.itertuples():
        assert f"coherence (NPMI) {card.coherence:.2f}, above" in card.figures
        assert card.said.startswith("hangs together: strong; in ")


@pytest.mark.parametrize(("first", "said"), [(0.99, True), (0.84, True), (0.82, False)])
def test_a_topic_that_one_word_carries_says_so(first: float, said: bool):
    others = np.sqrt((1 - first**2) / 3)
    loadings = np.tile([first, others, others, others], (3, 1))
    table = cards(PLANTED, replace(FOUND, loadings=loadings))
    assert table["said"].str.contains("mostly one word").tolist() == [said] * 3


def test_of_measurements_and_of_single_words_alone_no_coherence_is_told():
    measured = replace(PLANTED, kind=MEASUREMENTS)
    assert cards(measured, FOUND)["coherence"].isna().all()
    single = cards(PLANTED, solve(PLANTED, 3, 1, effort="quick"))
    assert single["said"].str.match(r"in \d+ documents$").all()
    pairs = cards(PLANTED, solve(PLANTED, 3, 2, effort="quick"))
    assert pairs["said"].str.contains("hangs together").all()


def test_topics_are_of_a_corpus_and_of_the_years_in_its_titles():
    corpus = read_bundled("state_of_the_union_in_24_words")
    first, last = corpus.titles[0][:4], corpus.titles[-1][:4]
    assert (
        subject(corpus, groupings(corpus))
        == f"State of the Union in 24 Words, {first}-{last}"
    )
    undated = replace(random_corpus(0, 30, 12), name="letters")
    assert subject(undated, groupings(undated)) == "Letters"


def test_a_topic_above_all_random_sets_says_so_and_one_above_some_how_many():
    said = cards(PLANTED, FOUND)["figures"]
    assert said.str.contains(f"above all {RANDOM_SETS} random sets").all()
    noise = random_corpus(0, 60, 40)
    table = cards(noise, solve(noise, 3, 4, effort="quick"))
    assert (table["place"] < 1).any()
    for card in table[table["place"] < 1].itertuples():
        assert (
            f"above {percent(card.place)} of {RANDOM_SETS} random sets" in card.figures
        )


@pytest.mark.parametrize(
    ("n_documents", "sentence"),
    [
        (1, "Only 1 document: topics need several."),
        (8, "Only 8 documents: too few to judge whether words belong together."),
        (49, "Only 49 documents: too few to judge whether words belong together."),
        (50, ""),
    ],
)
def test_with_few_documents_no_coherence_is_told_and_it_is_said_why(
    n_documents: int, sentence: str
):
    corpus = PLANTED.of_documents(np.arange(PLANTED.n_documents) < n_documents)
    assert too_few_documents(corpus) == sentence
    table = cards(corpus, FOUND)
    assert table["coherence"].isna().all() == bool(sentence)
    assert table["figures"].str.contains("coherence").any() != bool(sentence)
