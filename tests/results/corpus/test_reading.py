"""How a file that was read is summarised, and its first documents as parsed."""

from dataclasses import replace

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.report import Report
from spca_core.results.corpus import reading
from tests.oracles import corpus_of


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
