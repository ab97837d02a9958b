"""Results as tables: the numbers of a solution, and nothing lost on the way."""

import numpy as np
import pytest

from spca_core.corpus.weightings import WEIGHTINGS
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution, TracePoint
from spca_core.proof import verdict
from spca_core.results.comparison import curves
from spca_core.results.comparison.runs import run_totals
from spca_core.results.files.saved import to_json, topics_of
from spca_core.results.files.saved_format import read_saved
from spca_core.results.files.verification import saved_line, verify
from spca_core.results.topics.key_figures import key_figures, values_analysed
from spca_core.results.topics.variances import (
    variance_by_topic,
    variance_labels,
    variances_figure,
)
from spca_core.results.topics.words import (
    MINUS,
    PLUS,
    list_topics,
    topic_lists,
    topic_words,
    word_columns,
    written_topics,
)
from spca_core.topics import Edits, Topics
from tests.oracles import corpus_of, random_corpus
from tests.oracles import solve_counts as solve

CORPUS = corpus_of(np.ones((3, 6)))  # word_0 to word_5
SUPPORTS = [[2, 0], [5, 3], [1, 4]]


def by_hand(
    variances: list[float], method: str = "joint", stopped_by: str = "finished"
) -> Solution:
    """A solution of two words a topic with these variances."""
    n_components = len(variances)
    return Solution(
        settings=Settings(n_components=n_components, sparsity=2, method=method),
        supports=np.array(SUPPORTS[:n_components]),
        loadings=np.tile([0.8, -0.6], (n_components, 1)),
        variances=np.array(variances),
        trace=(
            TracePoint(0.1, 0.1, 1, 1, 2.0),
            TracePoint(0.4, 0.5, 7, 2, sum(variances)),
        ),
        seconds=0.5,
        processor_seconds=0.6,
        candidates=1_234,
        stopped_by=stopped_by,
    )


def test_every_word_has_a_row_with_its_loading():
    words = topic_words(Topics.of(CORPUS, by_hand([3.0, 1.0])))
    assert words["topic"].tolist() == [1, 1, 2, 2]
    assert words["rank"].tolist() == [1, 2, 1, 2]
    assert words["word"].tolist() == ["word_2", "word_0", "word_5", "word_3"]
    assert words["loading"].tolist() == [0.8, -0.6, 0.8, -0.6]
    assert words["sign"].tolist() == [PLUS, MINUS] * 2
    assert words["magnitude"].tolist() == [0.8, 0.6, 0.8, 0.6]
    assert words["weight"].tolist() == pytest.approx([0.64, 0.36, 0.64, 0.36])


def test_the_columns_of_words_are_the_topics_under_their_names():
    edits = Edits(names={"word_1": "taxes"})
    columns = word_columns(Topics.of(CORPUS, by_hand([3.0, 2.0, 1.0]), edits=edits))
    assert columns.to_dict("list") == {
        "word_2": ["word_2", "word_0"],
        "word_5": ["word_5", "word_3"],
        "taxes": ["word_1", "word_4"],
    }
    assert columns.index.tolist() == [1, 2]


def test_as_text_every_topic_is_a_line_heaviest_word_first():
    corpus = random_corpus(0, 40, 20)
    solution = solve(corpus, 3, 4)
    solution = solution.renamed({2: "taxes"})
    columns, lines = word_columns(solution), topic_lists(solution)
    assert lines["name"].tolist() == list(columns) == solution.names
    assert (solution.loadings > 0).all()
    words = [", ".join(columns[name]) for name in columns]
    assert lines["words"].tolist() == words
    assert list_topics(list(columns), words).equals(lines)


def test_words_against_the_heaviest_are_marked_in_text():
    (line,) = written_topics(Topics.of(CORPUS, by_hand([1.0])))
    assert line == "word_2; against: word_0"


def test_every_topic_has_its_variance_its_share_and_the_running_total():
    topics = variance_by_topic(by_hand([3.0, 1.0]))
    assert topics.to_dict("list") == {
        "topic": [1, 2],
        "variance": [3.0, 1.0],
        "share": [0.75, 0.25],
        "cumulative_variance": [3.0, 4.0],
    }


def test_totals_are_held_against_the_best_run():
    table = run_totals([by_hand([2.0, 1.0], "tpower"), by_hand([3.0, 1.0])])
    assert table["method"].tolist() == ["TPower", "Joint search"]
    assert table["captured_variance"].tolist() == [3.0, 4.0]
    assert table["share_of_best"].tolist() == [0.75, 1.0]
    assert table["processor_seconds"].tolist() == [0.6, 0.6]
    nothing = by_hand([0.0, 0.0])
    assert variance_by_topic(nothing)["share"].tolist() == [0, 0]
    assert run_totals([nothing])["share_of_best"].tolist() == [0]


@pytest.mark.parametrize(
    ("stopped_by", "sentence"),
    [("finished", "finished"), ("seconds", "time limit"), ("stop", "not finished")],
)
def test_the_headline_has_the_figures_as_they_are_read(stopped_by: str, sentence: str):
    solution = by_hand([3.0, 1.0], stopped_by=stopped_by)
    assert run_totals([solution])["stopped_by"].tolist() == [sentence]
    figures = key_figures(Topics.of(CORPUS, solution))
    headline = {name: value for name, _, value in figures}
    assert headline == {
        "ended": sentence,
        "variance": "4.0000",
        "time": "0.50",
        "candidates_tried": "1,234",
        "documents": "3",
        "words": "6",
        "values": "raw",
    }


@pytest.mark.parametrize("weighting", ["counts", "tf-idf"])
def test_what_is_measured_in_variance_is_called_weighted_where_counts_are(
    weighting: str,
):
    corpus = random_corpus(0, 40, 20)
    solution = solve(corpus, 2, 3, weighting=weighting, effort="quick")
    settings = solution.settings
    labels = variance_labels(settings)
    figure = variances_figure(variance_by_topic(solution), settings)
    chart = figure.chart().to_dict()
    saved = read_saved(to_json(solution).encode())
    for sentence in (
        labels["variance"],
        labels["cumulative_variance"],
        chart["encoding"]["x"]["title"],
        chart["encoding"]["tooltip"][1]["title"],
        figure.text,
        key_figures(solution)[0].label,
        verdict.bound_figures(solution, 1.0)[0].label,
        saved_line(topics_of(saved)),
        verify(saved, solution)["what"].iloc[-2],
        curves.scale_titles(settings)["absolute"],
    ):
        assert ("weighted" in sentence) == (weighting != "counts"), sentence
    assert not any("weighted" in labels[name] for name in ("topic", "share"))


def test_two_topics_of_one_name_are_numbered_and_the_others_with_them():
    names = {"word_2": "tax", "word_1": "tax"}
    topics = Topics.of(CORPUS, by_hand([3.0, 2.0, 1.0]), edits=Edits(names=names))
    assert topics.names == ["1. tax", "2. word_5", "3. tax"]


@pytest.mark.parametrize(
    ("weighting", "centred", "sentence"),
    [("counts", False, "raw"), ("log", True, f"{WEIGHTINGS['log'].label}, centred")],
)
def test_values_are_named_by_their_weighting_and_centring(weighting, centred, sentence):
    assert values_analysed(Settings(weighting=weighting, centred=centred)) == sentence
