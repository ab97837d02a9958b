"""Provenance: what a result needs to be made again, and the machine it is from."""

import json
from dataclasses import replace
from importlib.metadata import version

import pytest

from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.proof import verdict
from spca_core.proof.certificate import certificates
from spca_core.results.comparison import curves, result_table
from spca_core.results.files.latex import to_latex
from spca_core.results.files.provenance import (
    PACKAGES,
    Provenance,
)
from spca_core.topics import Edits, Topics
from tests.made_runs import made_topics
from tests.oracles import random_corpus
from tests.oracles import solve_counts as solve

CORPUS = random_corpus(1, 40, 20)
SOLUTION = made_topics(CORPUS, 3, 4, seed=7)


def values(lines: list[str]) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in lines)


def test_it_names_the_data_the_settings_and_the_software():
    prepared = replace(CORPUS, preparation={"min_df": 2})
    found = Provenance.of(Topics.of(prepared, SOLUTION, source="kos"))
    lines = values(found.lines())
    assert lines["corpus"] == CORPUS.name
    assert lines["content id"] == CORPUS.content_id
    assert lines["source"] == "kos"
    hidden = Topics.of(prepared, SOLUTION, edits=Edits(hidden=(SOLUTION.leaders[1],)))
    assert Provenance.of(hidden).topics_hidden == [2]
    assert json.loads(lines["preparation"]) == {"min_df": 2}
    assert Settings(**json.loads(lines["settings"])) == SOLUTION.settings
    assert lines["seed"] == "7"
    for name in PACKAGES:
        assert f"{name} {version(name)}" in lines["versions"]


def test_a_comparison_says_what_was_run_and_what_is_proven_in_latex():
    runs = [SOLUTION, solve(CORPUS, 3, 4, method="em", seed=8)]
    *_, proof = certificates(Covariance.of(CORPUS, centred=False), 3, 4)
    made_of = replace(
        result_table.provenance_of_comparison(CORPUS, [run.settings for run in runs]),
        limits=verdict.records(verdict.limits([proof], runs)),
    )
    table = curves.cumulative(runs)
    comments = [
        line.removeprefix("% ") for line in to_latex(table, made_of).splitlines()
    ]
    said = made_of.lines()
    assert comments[: len(said)] == said
    lines = values(said)
    assert json.loads(lines["seeds by method"]) == {"em": [8], "tpower": [7]}
    (limit,) = json.loads(lines["proven limits"])
    assert limit["steps"] == proof.steps
    assert limit["upper_bound"] == proof.upper_bound


@pytest.mark.parametrize("name", ["水", "a\nb", "a\r\nb", "\u2028", "\x00", "שלום"])
def test_whatever_the_names_each_line_is_one_line_of_printable_ascii(name: str):
    corpus = replace(CORPUS, name=name, preparation={"stop_words": (name,)})
    leader = corpus.words[SOLUTION.supports[0, 0]]
    edits = Edits(names={leader: name})
    found = Provenance.of(Topics.of(corpus, SOLUTION, source=name, edits=edits))
    lines = found.lines()
    assert len(lines) == len(Provenance.of(SOLUTION).lines())
    assert all(line.isascii() and line.isprintable() for line in lines)
    assert json.loads(values(lines)["topic names"]) == {"1": name}
