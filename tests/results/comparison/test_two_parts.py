"""Two parts side by side: topics matched by words, and measured in both."""

from dataclasses import replace

import numpy as np
import pytest

from spca_core.corpus.conditions import Condition
from spca_core.corpus.corpus import Corpus
from spca_core.results.comparison.two_parts import (
    Side,
    about_shared_documents,
    keyness_of_parts,
    label_of,
    shares_figures,
    shares_in_both,
)
from spca_core.results.documents.groups import keyness_of_groups
from spca_core.results.documents.shares import share_interval
from spca_core.topics import solve
from tests.oracles import random_corpus

GROUPS = tuple("aab" * 30)


def grouped(seed: int = 0) -> Corpus:
    """Return counts in two groups, one of which lacks some words."""
    counts = np.random.default_rng(seed).poisson(0.6, (90, 24)) * 1.0
    counts[np.array(GROUPS) == "b", :3] = 0
    corpus = random_corpus(seed, 90, 24)
    return replace(corpus, observations=counts, groups={"side": GROUPS})


def side(corpus: Corpus, *where: str) -> Side:
    part = corpus.part(*where)
    found = solve(part, 3, 4, method="span", progress=False)
    return Side(label_of([*map(Condition.parse, where)]), found)


@pytest.fixture(scope="module")
def both() -> tuple[Side, Side]:
    corpus = grouped()
    return side(corpus, "side=a"), side(corpus, "side=b")


def test_a_topics_share_is_that_of_a_plain_scan_in_both_parts(both):
    table = shares_in_both(*both)
    assert len(table) == 2 * 2 * 3
    by_label = {one.label: one for one in both}
    for row in table.to_dict("records"):
        words = by_label[row["found_in"]].topics.words()[row["topic"] - 1]
        part = by_label[row["part"]].corpus
        carrying = sum(
            len({*np.array(part.words)[counts > 0]} & {*words}) >= 2
            for counts in np.asarray(part.observations)
        )
        assert (row["carrying"], row["documents"]) == (carrying, part.n_documents)
        low, high = share_interval(np.array([carrying]), np.array([part.n_documents]))
        assert (row["low"], row["high"]) == (low[0], high[0])
        assert row["low"] <= row["share"] <= row["high"]
    for figure in shares_figures(table):
        assert figure.chart().to_dict()


def test_two_groups_of_a_part_differ_as_the_two_parts_do():
    corpus = grouped()
    whole = replace(corpus, groups={**corpus.groups, "half": ("x", "y") * 45})
    half = whole.part("half=x")
    sides = (half.part(f"side={name}") for name in "ab")
    found = (solve(part, 2, 3, method="span", progress=False) for part in sides)
    of_parts = keyness_of_parts(*map(Side, "ab", found))
    of_groups = keyness_of_groups(half, half.groups["side"], "a", "b")
    z = [one.set_index("word")["z"].to_dict() for one in (of_parts, of_groups)]
    assert z[0] == pytest.approx(z[1])


def test_two_corpora_have_words_apart_too():
    first, second = side(grouped(1)), side(grouped(2))
    table = keyness_of_parts(
        first._replace(label="1"), replace_words(second)._replace(label="2")
    )
    by_group = table.groupby("group")["word"].agg(list)
    for group, start in zip(by_group.index, ("word_", "other_"), strict=True):
        assert all(word.startswith(start) for word in by_group[group])
    assert not about_shared_documents(first.corpus, second.corpus)


def replace_words(one: Side) -> Side:
    words = tuple(word.replace("word_", "other_") for word in one.corpus.words)
    corpus = replace(one.corpus, words=words)
    return one._replace(topics=replace(one.topics, corpus=corpus))
