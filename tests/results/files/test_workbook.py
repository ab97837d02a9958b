"""One Excel workbook holds all that was found, without topics that are junk."""

import io
from dataclasses import replace

import pandas as pd

from spca_core.results import topics
from spca_core.results.carried import carried_topics
from spca_core.results.documents import document_scores
from spca_core.results.files.export import to_workbook
from spca_core.results.files.provenance import Provenance
from tests.oracles import planted_corpus
from tests.oracles import solve_counts as solve


def test_a_workbook_has_a_sheet_for_each_table_and_none_for_junk():
    corpus = planted_corpus(0, 3, 4)
    party = tuple(f"party {i % 2}" for i in range(corpus.n_documents))
    corpus = replace(corpus, groups={"party/*": party})
    found = solve(corpus, 3, 4, effort="quick")
    told = topics.topics_with_notes(corpus, found, {"1": "=odd"})
    content = to_workbook(
        corpus,
        found,
        carried_topics(corpus, found),
        topics.words_to_keep(corpus, found),
        document_scores(corpus, found),
        topics.with_names(told, ["a", "b", "c"]).query("topic != 2"),
        ["a", "b", "c"],
        Provenance.of(corpus, found),
    )
    sheets = pd.read_excel(io.BytesIO(content), sheet_name=None)
    assert list(sheets) == [
        *("Topics", "Words", "Leading documents", "Documents", "By party__", "About")
    ]
    assert sheets["Topics"]["name"].tolist() == ["a", "c"]
    assert sheets["Topics"]["note"][0] == "'=odd"  # no formula
    assert set(sheets["Leading documents"]["name"]) == {"a", "c"}
    assert sheets["By party__"].columns.tolist() == ["group", "a", "c"]
    assert len(sheets["Documents"]) == corpus.n_documents
