"""Phrases that are offered for a word can be counted as one."""

import spca_core
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import prepare
from spca_core.results.topics.suggestions import phrases_with

TEXTS = ["the Railway company", "a railway company", "railroad track", "railroad track"]


def test_phrases_with_a_merged_word_are_those_of_the_texts_and_can_be_counted():
    loaded = spca_core.load(TEXTS, languages="en")
    same = (("railroad", "railway"),)
    offered = phrases_with(prepare(loaded, Preparation(same=same)), "railroad", 6)
    assert {*offered} == {"railway company", "railroad track"}
    both = Preparation(same=same, phrases=tuple(offered))
    assert {*prepare(loaded, both).words} == {*offered}
