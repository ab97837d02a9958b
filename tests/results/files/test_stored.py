"""What is stored beside the bundled corpora: true of their counts, or not shown."""

import json
from copy import deepcopy
from dataclasses import replace

import pytest

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.load import load
from spca_core.methods.solve import solutions
from spca_core.problem.covariance import covariance_of
from spca_core.problem.solution import captured_variance
from spca_core.proof.certificate import certify
from spca_core.results.comparison.curves import cumulative, few_seeds
from spca_core.results.comparison.runs import (
    FAIR_SEEDS,
    as_in_the_paper,
    default_methods,
)
from spca_core.results.files import stored
from spca_core.results.files.saved import topics_on
from spca_core.results.files.saved_format import read_saved
from spca_core.results.files.stored import (
    answers,
    stored_comparisons,
    stored_paths,
    stored_topics,
)
from spca_core.results.topics.chance import against_chance
from spca_core.results.topics.key_figures import key_figures
from spca_core.results.topics.quality import evenness
from spca_core.topics import SHUFFLES, solve
from tests.fuzz import slowly

NAME, SMALL = "state_of_the_union", "state_of_the_union_in_24_words"
DOCSTRINGS = "docstrings"
# What is left of the gap where the proof is made again, within a minute or so.
AGAIN = {NAME: 0.025, SMALL: 0.0, DOCSTRINGS: 0.002}


@pytest.fixture(scope="module")
def corpus():
    return load(NAME)


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A folder of its own for the stored file, and what is in it."""
    written = stored.FOLDER / NAME / f"topics.{NAME}.json"
    fields = json.loads(written.read_text("utf-8"))
    (tmp_path / NAME).mkdir()
    monkeypatch.setattr(stored, "FOLDER", tmp_path)

    def write(change=lambda run: None):
        changed = deepcopy(fields)
        change(changed["runs"][0])
        (tmp_path / NAME / f"topics.{NAME}.json").write_text(json.dumps(changed))

    return write


def test_the_stored_topics_are_those_that_the_app_finds_by_itself(corpus):
    found = stored_topics(corpus)
    settings = found.settings
    assert (settings.n_components, settings.sparsity) == (8, 10)
    few_words = read_bundled("state_of_the_union_in_24_words")
    by_itself = solve(few_words, 2, 3, effort="quick").settings
    assert settings == replace(by_itself, n_components=8, sparsity=10, effort="normal")
    assert evenness(found.loadings).min() >= 3, "none is mostly a word or two"
    total = captured_variance(covariance_of(corpus, settings), found.supports)
    assert found.captured_variance == pytest.approx(total, rel=1e-9)
    assert found.trace == ((0, 0, 0, 8, found.captured_variance),)
    shown = {name: value for name, _, value in key_figures(found)}
    assert shown["ended"] == "stored with the corpus"
    assert (found.seconds, "time" in shown) == (0, False)


@pytest.mark.slow  # some seconds of search
def test_a_search_finds_the_stored_topics(corpus):
    found, kept = solve(corpus, 8, 10), stored_topics(corpus)
    assert kept.captured_variance == pytest.approx(found.captured_variance, rel=1e-6)
    assert {*map(frozenset, found.supports)} == {*map(frozenset, kept.supports)}


def test_what_is_stored_against_chance_is_as_much_as_a_page_would_find(corpus):
    known = stored_topics(corpus).chance
    assert (known.n_shuffles, len(known.variances)) == (SHUFFLES, 8)
    assert not known.is_saved, "it came with the program"


@pytest.mark.slow  # some seconds of search
def test_a_comparison_finds_what_is_stored_against_chance(corpus):
    found = next(against_chance(stored_topics(corpus)))
    known = stored_topics(corpus).chance
    assert known.n_documents == found.n_documents
    assert known.variances == pytest.approx(found.variances, rel=1e-6)
    assert known.greatest[0] == pytest.approx(found.greatest[0], rel=1e-6)


@pytest.mark.slow
@pytest.mark.parametrize("name", AGAIN)
def test_stored_topics_come_with_their_proof_which_a_search_has_at_once(name: str):
    found = stored_topics(corpus := load(name))
    assert found.certificate.upper_bound >= found.captured_variance * (1 - 1e-9)
    assert found.gap <= AGAIN[name]
    size = found.settings.n_components, found.settings.sparsity
    searched = solve(corpus, *size, method="tpower")
    assert searched.upper_bound == found.upper_bound
    assert searched.gap > found.gap, "it was found by deflation"
    assert solve(corpus, size[0], size[1] - 1, method="tpower").certificate is None
    by_counts = solve(corpus, *size, method="tpower", weighting="counts")
    assert by_counts.certificate is None, "it is of another matrix"
    assert replace(corpus, name="mine").content_id == corpus.content_id
    assert solve(replace(corpus, name="mine"), *size, method="tpower").gap is None


@pytest.mark.nightly  # up to a minute for each
@pytest.mark.parametrize("name", AGAIN)
def test_a_stored_proof_can_be_made_again(name: str):
    found = stored_topics(corpus := load(name))
    again = certify(
        corpus,
        found.settings.n_components,
        found.settings.sparsity,
        supports=found.supports,
        seconds=None,
        gap=AGAIN[name],
    )
    assert again.gap(found.captured_variance) <= AGAIN[name]
    if again.finished:
        assert again.upper_bound == pytest.approx(found.upper_bound, rel=1e-6)


def test_a_file_with_another_variance_loadings_or_words_is_not_shown(corpus, kept):
    kept()
    assert stored_topics(corpus) is not None
    for change in (
        lambda run: run["topics"][0].update(variance=1.0),
        lambda run: run["topics"][0]["loadings"].reverse(),
        lambda run: run["topics"][0]["words"].__setitem__(0, "no such word"),
        lambda run: run.update(chance={}),
    ):
        kept(change)
        assert stored_topics(corpus) is None


def test_stored_files_are_as_they_would_be_written_today():
    topics = [stored.FOLDER / name / f"topics.{name}.json" for name in AGAIN]
    for path in (*topics, *stored_paths(NAME), *stored_paths(SMALL)):
        text = path.read_text("utf-8")
        assert f"{read_saved(text.encode()).json}\n" == text
    assert '"verdict": "All 8 topics are stronger' in topics[0].read_text("utf-8")


def test_other_counts_of_the_same_name_have_no_stored_topics(corpus):
    counts = corpus.observations[:1000]
    fewer = replace(corpus, observations=counts, titles=(), texts=(), groups={})
    assert stored_topics(fewer) is None
    assert stored_topics(replace(corpus, name="mine")) is None


@pytest.mark.parametrize("name", [SMALL, slowly(NAME), slowly("docstrings")])
def test_stored_comparisons_are_fair_runs_on_raw_counts_and_weighted(name: str):
    corpus = load(name)
    raw, weighted = stored_comparisons(name)
    by_itself = solve(load(SMALL), 2, 3, effort="quick").settings
    for experiment in (raw, weighted):
        runs = topics_on(experiment, corpus)
        size = runs[0].settings.n_components, runs[0].settings.sparsity
        default = replace(by_itself, n_components=size[0], sparsity=size[1])
        if experiment is raw:
            default = as_in_the_paper(default, corpus.kind)
        assert answers(experiment, replace(default, effort="normal"))
        seeds: dict[str, list[int]] = {}
        for run in runs:
            seeds.setdefault(run.settings.method, []).append(run.settings.seed)
        assert {*seeds} == {*default_methods(corpus.n_words, size[1])}
        assert all(sorted(of) == [*range(FAIR_SEEDS)] for of in seeds.values())
        assert 0 < experiment.equal_time < 60
        limit = experiment.proven.set_index("n_components")["upper_bound"][size[0]]
        assert all(run.captured_variance <= limit * (1 + 1e-9) for run in runs)
        assert few_seeds(cumulative(runs)).empty, "enough seeds for bands"


@pytest.mark.slow  # some seconds of search
def test_the_runs_of_a_stored_comparison_are_found_again():
    corpus = load(SMALL)
    for experiment in stored_comparisons(SMALL):
        for known in topics_on(experiment, corpus):
            *_, again = solutions(corpus, known.settings)
            assert {*map(frozenset, again.supports)} == {
                *map(frozenset, known.supports)
            }
