"""Topics found on halves of the documents, and the tables of them."""

import io
from dataclasses import replace
from itertools import islice

import numpy as np
import pandas as pd
import pytest
from sklearn.decomposition import NMF, LatentDirichletAllocation

from spca_core.corpus.corpus import MEASUREMENTS
from spca_core.corpus.planted import Plan, plant
from spca_core.corpus.weighting import WEIGHTINGS
from spca_core.methods.rivals.own_words import PASSES, own_words
from spca_core.problem.covariance import covariance_of
from spca_core.problem.settings import Settings
from spca_core.results import held_out as held_out_module
from spca_core.results import quality_table as table_module
from spca_core.results.charts.quality import number_curve, quality_scatter
from spca_core.results.coherence import coherence
from spca_core.results.files.export import to_csv
from spca_core.results.files.latex import to_latex
from spca_core.results.files.provenance import Provenance
from spca_core.results.held_out import (
    SPLITS,
    HeldOut,
    Topics,
    find,
    held_out,
    in_halves,
    share_of_variance,
    some_documents,
)
from spca_core.results.number_of_topics import (
    MEASURES,
    by_number_of_topics,
    number_runs,
    suggestion,
)
from spca_core.results.number_of_topics import text as number_text
from spca_core.results.quality import coverage, halves
from spca_core.results.quality_table import (
    DECIMALS,
    HEADINGS,
    JUDGED,
    SUITED,
    progress,
    quality_runs,
    quality_table,
    text,
)
from tests.oracles import corpus_of, random_corpus, solve_counts
from tests.results.charts.drawn import rows_of
from tests.results.files.test_latex import body, cells

PLANTED = plant(Plan(n_documents=300, n_words=60, n_topics=3, sparsity=4, strength=2.0))
CORPUS = PLANTED.corpus
NOISE = random_corpus(3, 80, 30)
SETTINGS = Settings(n_components=3, sparsity=4, effort="quick")


# What four halves find: by the first two, three words of six are in both.
WORDS = [
    np.array([[0, 1, 2], [3, 4, 5]]),
    np.array([[4, 3, 9], [0, 7, 8]]),
    np.array([[0, 1, 2], [3, 4, 5]]),
    np.array([[3, 5, 4], [2, 1, 0]]),
]


def last(steps):
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value


def judged(settings: Settings = SETTINGS) -> HeldOut:
    return last(held_out(CORPUS, settings))


def test_planted_topics_are_coherent_on_the_other_half_and_found_again():
    found = judged()
    assert found.coherence.shape == (SPLITS * 6,)
    assert found.coherence.min() > 0.2
    assert found.stability.tolist() == [1] * SPLITS
    truth = {frozenset(CORPUS.columns_of(topic)) for topic in PLANTED.truth}
    for half in found.found:
        assert {frozenset(words.tolist()) for words in half.words} == truth


def test_stability_is_of_several_splits_searched_with_seeds_of_their_own(monkeypatch):
    corpus, runs = random_corpus(3, 50, 20), []

    def found(half, settings, executor):
        runs.append((settings.seed, half.observations.toarray().tobytes()))
        yield
        return Topics(WORDS[(len(runs) - 1) % 4], np.ones((2, 3)), 0.0)

    monkeypatch.setattr(held_out_module, "find", found)
    whole = last(held_out(corpus, SETTINGS))
    seeds, halves = zip(*runs, strict=True)
    assert len(set(seeds)) == len(set(halves)) == 2 * SPLITS
    # By hand: of two topics of three words, 3 and 6 words are found again.
    assert whole.stability[:2].tolist() == [3 / 6, 1]
    assert len(whole.found) == 2 * SPLITS


def test_the_same_seed_has_the_same_halves_and_another_has_others():
    first, again = judged(), judged()
    assert np.array_equal(first.coherence, again.coherence)
    assert not np.array_equal(
        first.coherence, judged(replace(SETTINGS, seed=1)).coherence
    )


@pytest.mark.parametrize("method", ["nmf", "lda"])
def test_rivals_own_words_are_the_heaviest_with_loadings_of_unit_length(method):
    found = list(own_words(CORPUS, replace(SETTINGS, method=method)))
    assert len(found) == (PASSES if method == "lda" else 1)
    words, loadings = found[-1]
    assert words.shape == loadings.shape == (3, 4)
    assert np.linalg.norm(loadings, axis=1) == pytest.approx([1, 1, 1])
    assert (np.diff(loadings, axis=1) <= 0).all()
    truth = {frozenset(CORPUS.columns_of(topic)) for topic in PLANTED.truth}
    assert {frozenset(topic.tolist()) for topic in words} == truth


@pytest.mark.filterwarnings("ignore:Maximum number of iterations")
def test_rivals_own_words_are_those_that_scikit_learn_finds():
    """NMF with its usual iterations, LDA as it learns online: here all is one batch."""
    corpus = corpus_of(np.random.default_rng(0).poisson(1.0, (100, 60)))
    online = {"learning_method": "online", "learning_offset": 1.0, "max_iter": PASSES}
    for method, model in {
        "nmf": NMF(3, init="nndsvda", tol=0.0, random_state=0),
        "lda": LatentDirichletAllocation(3, random_state=0, **online),
    }.items():
        asked = replace(SETTINGS, method=method, weighting="counts", seed=0)
        *_, (words, loadings) = own_words(corpus, asked)
        found = model.fit(corpus.observations.copy()).components_
        weights = np.take_along_axis(found, words, axis=1)
        expected = weights / np.linalg.norm(weights, axis=1, keepdims=True)
        np.testing.assert_allclose(loadings, expected, rtol=1e-12, err_msg=method)


@pytest.mark.parametrize("method", ["nmf", "lda"])
def test_rivals_take_read_only_counts(method):
    assert not CORPUS.observations.data.flags.writeable
    before = CORPUS.observations.copy()
    list(own_words(CORPUS, replace(SETTINGS, method=method, weighting="counts")))
    assert (CORPUS.observations != before).nnz == 0


def test_a_rival_can_be_stopped_between_its_passes():
    steps = find(CORPUS, replace(SETTINGS, method="lda"))
    assert len(list(islice(steps, 2))) == 2
    steps.close()


def test_the_share_is_the_papers_sum_where_no_word_is_in_two_topics():
    corpus = random_corpus(3, 50, 20)
    solution = solve_counts(corpus, 3, 4, effort="quick")
    covariance = covariance_of(corpus, solution.settings)
    expected = solution.captured_variance / covariance.variances.sum()
    assert share_of_variance(covariance, solution.supports) == pytest.approx(expected)


def test_a_topic_that_stands_twice_counts_once():
    corpus = random_corpus(3, 50, 20)
    covariance = covariance_of(corpus, Settings())
    once = share_of_variance(covariance, np.array([[0, 1, 2]]))
    twice = share_of_variance(covariance, np.array([[0, 1, 2], [2, 1, 0]]))
    assert twice == pytest.approx(once)


def test_the_runs_begin_with_ones_own_and_lda_comes_last():
    usual = replace(
        SETTINGS, weighting="tf-idf", centred=True, seed=3, pinned=((0, 1),)
    )
    runs = quality_runs(random_corpus(3, 50, 20), usual)
    pairs = [(run.method, run.weighting) for run in runs]
    assert pairs[0] == ("joint", "tf-idf")
    assert pairs[-1] == ("lda", "counts")
    assert ("bipartite", "counts") in pairs
    assert len(set(pairs)) == len(pairs)
    assert {run.centred for run in runs if run.weighting == "counts"} == {False}
    assert {run.centred for run in runs if run.weighting == "tf-idf"} == {True}
    assert {run.seed for run in runs} == {3}
    assert {run.pinned for run in runs} == {()}


def test_the_table_grows_row_by_row():
    runs = [SETTINGS, replace(SETTINGS, method="nmf")]
    tables = list(quality_table(CORPUS, runs))
    assert len(tables[0]) == 1
    assert tables[0]["held_out"].isna().all()
    table = tables[-1]
    assert list(table) == list(HEADINGS)
    assert table["method"].tolist() == ["Joint search", "NMF"]
    assert table["weighting"].tolist() == ["Counts", "Counts"]
    assert not table.isna().any(axis=None)
    assert table["diversity"].tolist() == [1, 1]
    assert table["stability"][0] == judged().stability.mean()
    assert table["spread"][0] == judged().stability.std()
    assert table["held_out"][0] == judged().coherence.mean()
    topics = last(find(CORPUS, SETTINGS)).words
    assert table["coverage"][0] == coverage(CORPUS.observations, topics).mean()


def test_topics_of_two_seeds_are_compared_on_all_documents(monkeypatch):
    seeds = []

    def found(corpus, settings, executor):
        seeds.append((corpus.n_documents, settings.seed))
        yield
        words = np.array([[0, 1], [2, 3 + len(seeds)]])
        return Topics(words, np.full((2, 2), 0.5**0.5), 0.0)

    monkeypatch.setattr(table_module, "find", found)
    *_, table = quality_table(CORPUS, [SETTINGS])
    assert {documents for documents, _ in seeds} == {CORPUS.n_documents}
    assert len(set(seeds)) == len(seeds) == 2
    assert table["reseeded"][0] == 3 / 4


def test_the_best_of_every_column_is_named_however_many_are():
    runs = [replace(SETTINGS, method=method) for method in ("joint", "nmf", "tpower")]
    *_, table = quality_table(NOISE, runs)
    for name in (*JUDGED, "seconds"):
        named = (
            table["best"]
            .str.split("; ")
            .map(lambda names, name=name: HEADINGS[name].lower() in names)
        )
        best = table[name].min() if name == "seconds" else table[name].max()
        assert named.tolist() == (table[name] == best).tolist()
    assert not named.all()
    assert not any("±" in names for names in table["best"])


def test_csv_and_latex_have_every_row_with_what_it_is_the_best_in():
    *_, table = quality_table(NOISE, [SETTINGS, replace(SETTINGS, method="nmf")])
    shown = table.rename(columns=HEADINGS)
    read = pd.read_csv(io.BytesIO(to_csv(shown)))
    pd.testing.assert_frame_equal(read, shown)
    origin = Provenance.of(NOISE, solve_counts(NOISE, 3, 4, effort="quick"), "noise")
    heading, *rows = map(cells, body(to_latex(shown, origin, DECIMALS)))
    assert heading == list(shown)
    texts = ["Method", "Weighting", "Best in"]
    said = [[*row[:2], row[-1]] for row in rows]
    assert said == shown[texts].to_numpy().tolist()
    for row, numbers in zip(rows, shown.drop(columns=texts).to_numpy(), strict=True):
        assert row[2:-1] == [f"{number:.3f}" for number in numbers]


def test_the_planted_number_of_topics_is_suggested_with_its_reason():
    *_, table = by_number_of_topics(CORPUS, SETTINGS, (2, 3, 4, 5, 99))
    assert table["n_components"].tolist() == [2, 3, 4, 5]
    assert table["share"].is_monotonic_increasing
    assert (table["least"] < table["held_out"]).all()
    number, reason = suggestion(table)
    assert number in (2, 3)
    assert reason.startswith(f"{number} topics: ")
    assert reason.count(".") - reason.count("0.") == 1


def test_all_numbers_from_two_are_tried_that_the_words_suffice_for():
    *_, table = by_number_of_topics(CORPUS, replace(SETTINGS, sparsity=5))
    assert table["n_components"].tolist() == list(range(2, CORPUS.n_words // 5 + 1))


def test_searches_for_the_number_are_quick_and_without_pins():
    pinned = replace(SETTINGS, effort="thorough", pinned=((0, 1),))
    assert number_runs(pinned) == SETTINGS


def test_of_numbers_as_good_the_most_stable_and_of_equals_the_smallest_is_suggested():
    *_, table = by_number_of_topics(CORPUS, SETTINGS, (2,))
    table = table.loc[[0] * 4].assign(
        n_components=[2, 3, 4, 5],
        held_out=[0.30, 0.29, 0.29, 0.20],
        stability=[0.5, 0.7, 0.7, 0.9],
        spread=0.04,
    )
    number, reason = suggestion(table)
    assert number == 3
    assert reason == (
        "3 topics: their coherence in documents held out is 0.29 (the best of any "
        "number is 0.30), and of the numbers nearly as good as that, their words are "
        "found again most often in other documents (70% ± 4%)."
    )
    worse = table.assign(held_out=-table["held_out"])
    assert suggestion(worse)[0] == 5
    assert suggestion(table.iloc[:0]) is None


def test_the_charts_show_what_is_known():
    tables = list(quality_table(CORPUS, [SETTINGS]))
    for across in ("seconds", "share"):
        drawn = quality_scatter(tables[-1], across).to_dict()
        assert len(next(iter(drawn["datasets"].values()))) == 1
        x = drawn["encoding"]["x"]
        assert x["field"] == across
        assert ("log" in str(x["scale"])) is (across == "seconds")
        assert ("%" in x["axis"]["format"]) is (across == "share")
        assert quality_scatter(tables[0], across).to_dict()
    *_, table = by_number_of_topics(CORPUS, SETTINGS, (2, 3))
    for measure in MEASURES:
        curve = number_curve(table, measure, suggested=3).to_dict()
        assert curve["params"][0]["name"] == "number"
        (mark,) = (one for one in curve["layer"] if one["mark"]["type"] == "rule")
        assert [row["n_components"] for row in rows_of(curve, mark)] == [3]
        assert f"{table[measure].max():.3g}" in number_text(table, measure)
        assert "nothing is known yet" in number_text(table.head(0), measure)


def test_in_words_a_curve_has_both_its_ends_and_its_top():
    table = pd.DataFrame({"n_components": [2, 3, 4], "held_out": [0.5, 0.7, 0.6]})
    said = number_text(table, "held_out")
    assert said.endswith(": 0.5 at 2, 0.6 at 4; greatest 0.7 at 3.")


def test_each_weighting_there_is_has_its_own_shape_whichever_others_are_there():
    *_, one = quality_table(CORPUS, [SETTINGS])
    tables = [one.assign(weighting=name) for name in WEIGHTINGS.values()]
    scales = [
        quality_scatter(table, "share").to_dict()["encoding"]["shape"]["scale"]
        for table in (*tables, pd.concat(tables))
    ]
    assert [scale["domain"] for scale in scales[:-1]] == [
        [n] for n in WEIGHTINGS.values()
    ]
    shapes = dict(zip(scales[-1]["domain"], scales[-1]["range"], strict=True))
    assert len(set(shapes.values())) == len(WEIGHTINGS)
    for scale in scales[:-1]:
        assert scale["range"] == [shapes[scale["domain"][0]]]


def test_what_is_measured_so_far_is_said():
    runs = [SETTINGS, replace(SETTINGS, method="nmf")]
    first, *_, table = quality_table(CORPUS, runs)
    assert progress(first, 2) == "0 of 2 measured; now Joint search on Counts"
    assert progress(table, 2) == "2 of 2 measured"
    assert text(first) == ""
    second = table.assign(held_out=[0.25, 0.5], stability=0.75, seconds=[0.1, 2.0])
    assert text(second) == (
        "Most coherent in documents held out: NMF on Counts, 0.500, found again 75%, "
        "2 s."
    )


def test_halves_that_were_cut_short_may_have_fewer_topics(monkeypatch):
    numbers = iter([1, 3, 2, 3])

    def find(corpus, settings, executor):
        yield
        words = np.arange(2 * next(numbers)).reshape(-1, 2)
        return Topics(words, np.full(words.shape, 0.5**0.5), 0.0)

    monkeypatch.setattr(held_out_module, "find", find)
    found = judged()
    assert found.coherence.shape == (1 + 3 + 2 + 3,)
    assert found.stability.shape == (SPLITS,)


def test_topics_are_judged_on_the_half_that_they_were_not_found_on():
    found = last(in_halves(NOISE, SETTINGS))
    rows = halves(NOISE.n_documents, SETTINGS.seed)
    expected = [
        coherence(NOISE.observations[rows[other]], found.found[own].words)
        for own, other in ((0, 1), (1, 0))
    ]
    assert found.coherence.tolist() == np.concatenate(expected).tolist()


def test_some_documents_are_counts_alone():
    known = replace(
        corpus_of(np.array([[1, 0], [2, 3], [0, 4]])),
        titles=("a", "b", "c"),
        groups={"party": ("Whig", "Tory", "Whig")},
        dates=("1999", "2000", "2001"),
        texts=("one", "two", "three"),
    )
    part = some_documents(known, np.array([1, 2]))
    assert part.observations.toarray().tolist() == [[2, 3], [0, 4]]
    assert (part.titles, part.groups, part.dates, part.texts) == ((), {}, (), ())


def test_measurements_are_compared_as_they_are():
    measured = replace(NOISE, kind=MEASUREMENTS)
    runs = quality_runs(measured, replace(SETTINGS, method="em", pinned=()))
    assert runs[0].method == "em"
    assert [run.method for run in runs[1:]] == list(SUITED)
    assert {run.weighting for run in runs} == {"counts"}


def test_all_shares_are_of_the_variance_of_the_first_runs_weighting(monkeypatch):
    def found(corpus, settings, executor):
        yield
        return Topics(WORDS[1], np.full((2, 3), 3**-0.5), 0.0)

    for module in (table_module, held_out_module):
        monkeypatch.setattr(module, "find", found)
    runs = [replace(SETTINGS, weighting=one) for one in ("tf-idf", "counts")]
    *_, table = quality_table(CORPUS, runs)
    ours, others = (
        share_of_variance(covariance_of(CORPUS, run), WORDS[1]) for run in runs
    )
    assert table["share"].tolist() == [ours, ours]
    assert ours != pytest.approx(others)
