"""Provenance: what a result needs to be made again, and the machine it is from."""

import json
import os
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import pytest

from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.proof import verdict
from spca_core.proof.certificate import certificates
from spca_core.results.comparison import curves, result_table
from spca_core.results.files import provenance
from spca_core.results.files.latex import to_latex
from spca_core.results.files.provenance import (
    PACKAGES,
    PROJECT,
    Provenance,
    as_options,
    versions,
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
    assert json.loads(lines["preparation"]) == {"min_df": 2}
    assert Settings(**json.loads(lines["settings"])) == SOLUTION.settings
    assert lines["seed"] == "7"
    for name in PACKAGES:
        assert f"{name} {version(name)}" in lines["versions"]


def test_pinned_words_are_among_the_options_only_if_there_are_any():
    assert "pinned" not in as_options(Settings())
    options = as_options(Settings(pinned=((3, 5), (0,))))
    assert options["pinned"] == [[3, 5], [0]]
    assert options.keys() - as_options(Settings()).keys() == {"pinned"}


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


def test_the_version_of_the_project_is_unknown_only_if_it_is_not_installed(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(provenance, "_version", lambda name: "1.2.3")
    found = versions()
    assert set(found) == {PROJECT, *PACKAGES}
    assert set(found.values()) == {"1.2.3"}

    def absent(name: str) -> str:
        if name == PROJECT:
            raise provenance.PackageNotFoundError
        return "1.2.3"

    monkeypatch.setattr(provenance, "_version", absent)
    assert versions()[PROJECT] == "unknown"


def test_the_machine_is_described_by_its_processor_and_memory_if_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    figures = dict(
        provenance.machine_table(provenance.machine_figures()).to_numpy().tolist()
    )
    assert {"Processors", "System", "Python", "numpy"} <= set(figures)
    assert all(figures.values())
    listed = tmp_path / "cpuinfo"
    listed.write_text("processor\t: 0\nmodel\t: 25\nmodel name\t: Maker 7: 3 GHz\n")
    assert provenance.processor(listed) == "Maker 7: 3 GHz"
    listed.write_text("processor\t: 0\nBogoMIPS\t: 48.00\n")
    assert provenance.processor(listed) == ""
    assert provenance.processor(tmp_path / "missing") == ""
    pages = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": 2**19}
    monkeypatch.setattr(os, "sysconf", pages.__getitem__, raising=False)
    assert provenance.memory() == "2.0 GiB"
    for trouble in (AttributeError, ValueError, OSError):

        def refuse(name: str, trouble: type[Exception] = trouble) -> int:
            raise trouble(name)

        monkeypatch.setattr(os, "sysconf", refuse, raising=False)
        assert provenance.memory() == ""
