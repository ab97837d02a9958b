"""What a card says of its topic is what was measured; a title has its years."""

from dataclasses import replace

import numpy as np
import pytest

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import COUNTS, MEASUREMENTS
from spca_core.corpus.groupings import groupings
from spca_core.corpus.report import Report
from spca_core.problem.solution import Solution
from spca_core.results.documents.coverage import documents_with_topics
from spca_core.results.topics.cards import (
    cards,
    cards_without_counts,
    subject,
)
from spca_core.results.topics.chance import MARK, AgainstChance, marked, verdict
from tests.oracles import planted_corpus, random_corpus
from tests.oracles import solve_counts as solve

PLANTED = planted_corpus(0, 3, 4)


@pytest.fixture(scope="module")
def found() -> Solution:
    return solve(PLANTED, 3, 4, effort="quick")


def test_a_card_says_how_its_topic_is_against_chance_once_that_is_known(found):
    documents = documents_with_topics(PLANTED, found).sum(axis=0)
    inside = [f"in {number} documents" for number in documents]
    assert cards(PLANTED, found)["sentence"].tolist() == inside
    assert cards(PLANTED, found)["verdict"].tolist() == [""] * 3
    known = AgainstChance((3.2, 2.1, 1.9), (1.5, 2.0), PLANTED.n_documents)
    table = cards(PLANTED, found, known)
    verdicts = [f"{times} times as strong as chance" for times in ("1.6", "1.05")]
    assert table["verdict"].tolist() == [*verdicts, "could be chance"]
    assert table["sentence"].tolist() == inside
    for times, figures in zip(("1.6", "1.05", "0.95"), table["figures"], strict=True):
        assert figures.startswith(
            f"captures {times} times as much as the greatest topic of 2 shuffled tables"
        )
    absent = cards_without_counts(found, known)
    assert absent["figures"].tolist() == table["figures"].tolist()


@pytest.mark.parametrize(
    ("variances", "headline", "advised"),
    [
        ((3.0, 2.0), "All 2 topics are stronger than chance", False),
        ((3.0, 0.5), "1 of 2 topics is stronger than chance", True),
        ((3.0,), "The topic is stronger than chance", False),
        ((0.5,), "The topic is no stronger than chance", True),
        ((0.5, 0.5), "None of 2 topics is stronger than chance", True),
    ],
)
def test_the_head_says_how_many_are_stronger_than_chance_and_what_helps_the_others(
    variances, headline, advised
):
    known = AgainstChance(variances, (1.0, 0.9), 60)
    assert known.headline.startswith(headline)
    assert known.sentence(COUNTS).startswith(headline)
    long = replace(PLANTED, texts=(("tea " * 30 + "\n\n") * 9,) * PLANTED.n_documents)
    for corpus, helps in (
        (PLANTED, "add documents."),
        (replace(PLANTED, kind=MEASUREMENTS), "add rows."),
        (long, "What helps: split the texts into paragraphs, or"),
        (replace(long, report=Report(split="paragraph")), "What helps: a"),
    ):
        _, *said = known.sentences(corpus)
        assert [helps in sentence for sentence in said] == [True] * advised
        # Fewer topics help only if some pass.
        assert ["fewer" in sentence for sentence in said] == (
            [known.table["beyond"].any()] * advised
        )


def test_each_topic_that_could_be_chance_is_marked_once_by_its_name():
    known = AgainstChance((3.0, 0.5), (1.0, 0.9), 60)
    assert marked(["tea", "tax"], known) == ["tea", f"tax {MARK}"]
    assert marked(marked(["tea", "tax"], known), known) == ["tea", f"tax {MARK}"]
    assert marked(["tea", "tax"], None) == ["tea", "tax"]
    assert verdict(None) == "Not compared with chance yet."


@pytest.mark.parametrize(("first", "marked"), [(0.84, True), (0.82, False)])
def test_a_topic_of_mostly_one_word_is_marked(found, first: float, marked: bool):
    others = np.sqrt((1 - first**2) / 3)
    loadings = np.tile([first, others, others, others], (3, 1))
    table = cards(PLANTED, replace(found, loadings=loadings))
    assert table["sentence"].str.contains("mostly one word").tolist() == [marked] * 3


def test_topics_are_of_a_corpus_and_of_the_years_in_its_titles():
    corpus = read_bundled("state_of_the_union_in_24_words")
    first, last = corpus.titles[0][:4], corpus.titles[-1][:4]
    assert (
        subject(corpus, groupings(corpus))
        == f"State of the Union in 24 Words, {first}-{last}"
    )
    undated = replace(random_corpus(0, 30, 12), name="letters")
    assert subject(undated, groupings(undated)) == "Letters"
    part = read_bundled("state_of_the_union").part("party=Democratic", "date>=1950")
    called = subject(part, groupings(part))
    assert called.startswith("State of the Union, Democratic, 195")
