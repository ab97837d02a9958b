"""What a card says of its topic is what was measured; a title has its years."""

from dataclasses import replace

import pytest

from spca_core.corpus.corpus import COUNTS, MEASUREMENTS
from spca_core.corpus.report import Report
from spca_core.results.topics.cards import (
    cards,
)
from spca_core.results.topics.chance import AgainstChance
from spca_core.results.topics.coverage import documents_with_topics
from spca_core.topics import Description, Topics
from tests.oracles import planted_corpus
from tests.oracles import solve_counts as solve

PLANTED = planted_corpus(0, 3, 4)


@pytest.fixture(scope="module")
def found() -> Topics:
    return solve(PLANTED, 3, 4, effort="quick")


def test_a_card_says_how_its_topic_is_against_chance_once_that_is_known(found):
    documents = documents_with_topics(found).sum(axis=0)
    inside = [f"in {number} documents" for number in documents]
    assert cards(found)["sentence"].tolist() == inside
    assert cards(found)["verdict"].tolist() == [""] * 3
    known = AgainstChance((3.2, 2.1, 1.9), (1.5, 2.0), PLANTED.n_documents)
    table = cards(replace(found, chance=known))
    verdicts = [f"{times} times as strong as chance" for times in ("1.6", "1.05")]
    assert table["verdict"].tolist() == [*verdicts, "could be chance"]
    assert table["sentence"].tolist() == inside
    for times, figures in zip(("1.6", "1.05", "0.95"), table["figures"], strict=True):
        assert figures.startswith(
            f"captures {times} times as much as the greatest topic of 2 shuffled tables"
        )
    words = tuple(PLANTED.words[i] for i in found.supports.flat)
    said = Description(
        name="",
        content_id="",
        n_documents=1,
        n_words=1,
        words=words,
        kind=COUNTS,
        warnings=(),
        preparation={},
    )
    absent = cards(replace(found, corpus=None, description=said, chance=known))
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
