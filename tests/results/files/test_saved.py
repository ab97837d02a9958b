"""Saved topics: nothing is lost, and no field of a stranger's is trusted."""

import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from functools import cache, reduce
from itertools import chain, product
from typing import Any

import numpy as np
import pandas as pd
import pytest

import spca_core
from spca_core.corpus.options import Preparation
from spca_core.errors import InputError
from spca_core.methods.solve import solutions
from spca_core.options import frozen, with_values
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution
from spca_core.proof.verdict import limits, records
from spca_core.results.comparison.result_table import result_table
from spca_core.results.comparison.runs import runs_by_seed
from spca_core.results.documents.new_documents import scoring_of
from spca_core.results.files.provenance import versions
from spca_core.results.files.saved import (
    open_topics,
    to_experiment,
    to_json,
    topics_of,
    topics_on,
)
from spca_core.results.files.saved_format import MAX_BYTES, read_saved
from spca_core.results.files.stored import answers, options_of
from spca_core.results.files.verification import saved_line, verify
from spca_core.results.topics.chance import AgainstChance
from spca_core.topics import Edits, Topics
from tests.fuzz import in_one_test
from tests.made_runs import made_topics
from tests.oracles import planted_corpus, random_corpus, reordered
from tests.oracles import solve_counts as solve

CORPUS = replace(
    random_corpus(1, 40, 20), preparation=asdict(Preparation(stop_words=("=a", "水")))
)
SOLUTION = made_topics(CORPUS, 3, 4)
EDITS = Edits(
    names={SOLUTION.leaders[0]: "taxes", SOLUTION.leaders[2]: "שלום"},
    hidden=(SOLUTION.leaders[1],),
)
TOLD = replace(
    SOLUTION,
    edits=EDITS,
    source="sha256:0",
    chance=AgainstChance(tuple(SOLUTION.variances), (1e-9, 2e-9), 40),
)
SAVED: dict[str, Any] = json.loads(to_json(TOLD))


def changed(saved: dict[str, Any], *changes: tuple[str, Any]) -> bytes:
    """A saved file with other fields, by their places; those that are ... left out."""
    written = json.loads(json.dumps(saved))
    for place, value in changes:
        *within, last = (
            int(part) if part.isdigit() else part for part in place.split(".")
        )
        where: Any = reduce(lambda held, part: held[part], within, written)
        if value is ...:
            del where[last]
        else:
            where[last] = value
    return json.dumps(written).encode()


def agreement(table: pd.DataFrame) -> dict[str, bool]:
    return dict(zip(table["what"], table["agrees"], strict=True))


@pytest.mark.parametrize("method", ["joint", "bipartite", "exact"])
def test_what_was_saved_comes_back(method: str):
    solution = solve(CORPUS, 3, 4, method=method, candidates=50, effort="quick")
    told = Topics.of(CORPUS, solution, edits=EDITS, source="sha256:0")
    saved = read_saved(to_json(told).encode())
    found = topics_of(saved)
    (again,) = topics_on(saved, CORPUS)
    assert found.about.name == CORPUS.name
    assert found.about.content_id == CORPUS.content_id
    assert found.about.preparation == CORPUS.preparation
    assert found.words() == again.words() == told.words()
    assert np.array_equal(again.supports, told.supports)
    for opened in (found, again):
        assert opened.settings == solution.settings
        assert np.allclose(opened.loadings, solution.loadings, atol=1e-12)
        assert opened.captured_variance == pytest.approx(told.captured_variance)
        assert opened.edits == replace(
            EDITS,
            names={n: x for n, x in EDITS.names.items() if n in told.leaders},
            hidden=tuple(n for n in EDITS.hidden if n in told.leaders),
        )
        assert (opened.source, opened.remarks) == (told.source, told.remarks)
        assert (opened.seconds, opened.trace) == (told.seconds, told.trace)
    assert versions().items() <= saved.machine.items()


def test_it_is_plain_ascii_whatever_the_words():
    words = ("naïve", "水", 'qu"ote', "back\\slash", "line\nbreak", "\u2028")
    corpus = replace(random_corpus(0, 20, 6), words=words)
    text = to_json(Topics.of(corpus, solve(corpus, 2, 3, effort="quick")))
    assert text.isascii()
    found = topics_of(read_saved(text.encode())).words()
    assert {*chain.from_iterable(found)} == {*words}


def test_it_says_what_is_known_of_chance_and_what_is_proven():
    told = replace(TOLD.certify(seconds=0.2, progress=False), edits=Edits())
    text = to_json(told)
    assert json.loads(text)["runs"][0]["verdict"].startswith("All 3 topics are")
    found = topics_of(read_saved(text.encode()))
    assert found.upper_bound == told.upper_bound
    assert found.certificate.steps == told.certificate.steps
    assert found.certificate.stopped_by == told.certificate.stopped_by
    assert found.chance.is_saved
    assert found.chance.table.equals(TOLD.chance.table)


def test_a_preparation_pins_and_fewer_topics_come_back():
    preparation = Preparation(stop_words=("=a", "水"), max_df=0.5, same=(("a", "b"),))
    told = replace(SOLUTION, corpus=replace(CORPUS, preparation=asdict(preparation)))
    found = topics_of(read_saved(to_json(told).encode())).about.preparation
    assert with_values(Preparation(), frozen(found)) == preparation
    pins = ("runs.0.settings.pinned", [[3, 5], [0]])
    asked = ("runs.0.settings.n_components", 5), ("runs.0.settings.method", "joint")
    stopped = topics_of(read_saved(changed(SAVED, *asked, pins)))
    assert stopped.settings.pinned == ((3, 5), (0,))
    assert len(stopped) == 3


HUGE = 10**400
TOPIC = "runs.0.topics.2"
BAD = {
    "no corpus": ("corpus", ...),
    "a name that is not text": ("corpus", ["kos"]),
    "a long name": ("corpus", "x" * 1001),
    "no content id": ("content_id", None),
    "a short content id": ("content_id", "ab"),
    "a path for a content id": ("content_id", "../" + "a" * 61),
    "a line after the content id": ("content_id", "a" * 64 + "\n"),
    "a source that is not text": ("source", 3),
    "a deep preparation": ("preparation.same", [[["a"]]]),
    "a part without a condition": ("where", ["date"]),
    "a preparation that cannot be": ("preparation.min_df", -1),
    "no documents": ("n_documents", 0),
    "half a word": ("n_words", 2.5),
    "a kind without rows": ("kind.documents", ...),
    "a warning that is no text": ("warnings", [1]),
    "a machine that is no text": ("machine", {"numpy": 2}),
    "too long a machine": ("machine", {str(i): "1" for i in range(101)}),
    "no runs": ("runs", []),
    "a run that is none": ("runs", [3]),
    "no settings": ("runs.0.settings", ...),
    "no topics": ("runs.0.topics", ...),
    "an empty list of topics": ("runs.0.topics", []),
    "more topics than asked for": ("runs.0.settings.n_components", 2),
    "a topic of fewer words": (f"{TOPIC}.words", ["a", "b"]),
    "a word twice": (f"{TOPIC}.words", SAVED["runs"][0]["topics"][0]["words"]),
    "an empty word": (f"{TOPIC}.words.3", ""),
    "a long word": (f"{TOPIC}.words.3", "x" * 10**4),
    "a number for a word": (f"{TOPIC}.words.3", 7),
    "a text for a topic": (TOPIC, "abcd"),
    "shorter loadings": (f"{TOPIC}.loadings", [1.0]),
    "loadings that are not finite": (f"{TOPIC}.loadings", [np.nan] * 4),
    "loadings of zeros": (f"{TOPIC}.loadings", [0, 0, 0, 0]),
    "loadings not of length 1": (f"{TOPIC}.loadings", [1, 1, 1, 1]),
    "a negative variance": (f"{TOPIC}.variance", -1),
    "a huge variance": (f"{TOPIC}.variance", HUGE),
    "an infinite variance": (f"{TOPIC}.variance", np.inf),
    "a truth value for a variance": (f"{TOPIC}.variance", True),
    "a text for a variance": ("runs.0.captured_variance", "1"),
    "no captured variance": ("runs.0.captured_variance", ...),
    "more captured than the topics do": ("runs.0.captured_variance", 1e6),
    "a number for a name": (f"{TOPIC}.name", 4),
    "a topic that is half hidden": (f"{TOPIC}.hidden", 0.5),
    "a bound below what is captured": (
        "limits",
        [{"n_components": 3, "upper_bound": 0.0, "proof": "certificate", "steps": 1}],
    ),
    "a bound without its steps": (
        "limits",
        [{"n_components": 3, "upper_bound": 1e9, "proof": "certificate"}],
    ),
    "a bound of half a topic": (
        "limits",
        [{"n_components": 0.5, "upper_bound": 1e9, "proof": "certificate", "steps": 1}],
    ),
    "a bound by what is no proof": (
        "limits",
        [{"n_components": 3, "upper_bound": 1e9, "proof": 3, "steps": 1}],
    ),
    "a limit that is no number": ("limits", [{"upper_bound": "high"}]),
    "a verdict on nothing": ("runs.0.chance", 3),
    "against chance, fewer topics": ("runs.0.chance.variances", [1.0]),
    "against chance, no shuffles": ("runs.0.chance.greatest", []),
    "against chance, too many shuffles": ("runs.0.chance.greatest", [1.0] * 1_000),
    "less than nothing by chance": ("runs.0.chance.greatest", [1.0, -1.0]),
    "more documents than there are": ("runs.0.chance.n_documents", 41),
    "half a document": ("runs.0.chance.n_documents", 0.5),
    "a remark that is none": ("runs.0.remarks", {"exhaustive": 3}),
    "an unknown end": ("runs.0.stopped_by", "magic"),
    "a run of less than no time": ("runs.0.seconds", -1.0),
    "no processor seconds": ("runs.0.processor_seconds", ...),
    "a trace of too few numbers": ("runs.0.trace", [[0, 0, 0]]),
    "no components": ("runs.0.settings.n_components", 0),
    "a list for a method": ("runs.0.settings.method", ["joint"]),
    "a long method": ("runs.0.settings.method", "x" * 100_000),
    "a huge seed": ("runs.0.settings.seed", HUGE),
    "a huge epsilon": ("runs.0.settings.epsilon", HUGE),
    "a huge rank": ("runs.0.settings.rank", 10**9),
    "pins that are no columns": ("runs.0.settings.pinned", [["a"]]),
}


@in_one_test("name", BAD)
def test_a_field_that_is_not_as_written_is_refused_in_a_short_sentence(name: str):
    place, _ = BAD[name]
    with pytest.raises(InputError, match=r"Choose a file that was saved") as refusal:
        read_saved(changed(SAVED, BAD[name]))
    said = str(refusal.value)
    assert len(said) < 500
    # Of a number that is not JSON, the byte is named.
    assert place.partition(".")[0] in said or "byte" in said


NUMBERS = (-1, 0, 0.5, 1e300, 1e-320, 2**53 + 1, HUGE, np.nan, np.inf)
ODD = (
    *NUMBERS,
    None,
    True,
    "",
    "x" * 2_000,
    "\ud800",
    [],
    {},
    [[]],
    ["a"],
    [1.0] * 9,
    ...,
)


def places(held: Any, within: str = "") -> Iterator[str]:
    """Yield the places of all fields of a file, as `changed` takes them."""
    if isinstance(held, dict | list):
        for name in held if isinstance(held, dict) else range(len(held)):
            yield f"{within}{name}"
            yield from places(held[name], f"{within}{name}.")


@pytest.mark.slow
@pytest.mark.parametrize("of", [lambda: SAVED, lambda: with_scoring()])
def test_a_field_of_any_other_type_size_or_range_is_read_or_refused(of):
    saved = of()
    for place, odd in product(places(saved), ODD):
        try:
            said = saved_line(topics_of(read_saved(changed(saved, (place, odd)))))
        except InputError as refusal:
            said = str(refusal)
        assert len(said) < 3_000, (place, odd)


def test_against_chance_other_variances_of_the_same_documents_are_refused():
    centred = ("runs.0.settings.centred", True)
    variances = ("runs.0.chance.variances", [1.0, 2.0, 3.0])
    assert read_saved(changed(SAVED, centred))
    with pytest.raises(InputError, match="chance must have the topics' variances"):
        read_saved(changed(SAVED, centred, variances))


@in_one_test(
    "text, why",
    [
        (b"", "truncated"),
        (changed(SAVED)[:-9], "truncated"),
        (b"\x80\x04K\x01.", "malformed"),
        (changed(SAVED).replace(b"taxes", b"\xef"), "utf-8"),
        (changed(SAVED).replace(b"taxes", b"\\ud800"), "cannot be read"),
        (b"[" * 1_000_000, "cannot be read"),
        (b'{"q": ' + b"[" * 1_000_000, "recursion"),
        (b"9" * 10_000, "cannot be read"),
        (b"[]", "Expected `object`"),
        (b"3", "Expected `object`"),
        (b'{"format": "disjoint topics 1"}', "missing required field `corpus`"),
        (b"{}", "was not saved by this version: search again and save"),
        (changed(SAVED, ("format", "disjoint topics 0")), "not saved by this version"),
        (changed(SAVED, ("format", 1)), "not saved by this version"),
        (changed(SAVED, (f"{TOPIC}.variance", "?")).replace(b'"?"', b"1e999"), "range"),
        (b" " * (MAX_BYTES + 1), "at most 20,000,000 are read"),
    ],
)
def test_what_is_no_saved_file_is_refused_with_a_way_out(text: bytes, why: str):
    with pytest.raises(InputError, match=why) as refusal:
        read_saved(text)
    assert len(str(refusal.value)) < 500
    assert "-o topics.json" in str(refusal.value)


REOPENED = read_saved(changed(SAVED))


def test_the_same_run_agrees_in_everything_and_other_versions_do_not_matter():
    table = verify(REOPENED, SOLUTION)
    assert table["what"].tolist() == [
        *("Content id", "Topic 1", "Topic 2", "Topic 3"),
        *("Captured variance", "Versions"),
    ]
    assert table["agrees"].all()
    assert (table["saved"] == table["now"]).all()
    older = read_saved(changed(SAVED, ("machine", {"numpy": "1.0"})))
    table = verify(older, SOLUTION)
    assert table["saved"].iloc[-1] == "numpy 1.0" != table["now"].iloc[-1]
    assert pd.isna(table["agrees"].iloc[-1])
    assert table["agrees"].all()


def test_words_in_another_order_of_columns_are_other_data_with_the_same_topics():
    corpus = reordered(CORPUS, np.arange(20)[::-1])
    found = replace(SOLUTION, corpus=corpus, supports=19 - SOLUTION.supports)
    other = (table := verify(REOPENED, found))["agrees"].eq(False).fillna(False)
    assert table["what"][other].tolist() == ["Content id"]


def test_a_topic_agrees_if_it_has_the_same_words_in_any_order():
    first, second, third = (topic["words"] for topic in SAVED["runs"][0]["topics"])
    exchanged = (first[::-1], [third[0], *second[1:]], [second[0], *third[1:]])
    changes = [(f"runs.0.topics.{n}.words", words) for n, words in enumerate(exchanged)]
    found = agreement(verify(read_saved(changed(SAVED, *changes)), SOLUTION))
    assert [found[f"Topic {topic}"] for topic in (1, 2, 3)] == [True, False, False]


PLANTED = planted_corpus(0, 3, 4)
SETTINGS = Settings(n_components=3, sparsity=4, candidates=50, effort="quick")
LIMIT = {"n_components": 3, "upper_bound": 99.0, "proof": "certificate", "steps": 5}


@pytest.fixture(scope="module")
def made() -> list[Solution]:
    runs = runs_by_seed(SETTINGS, ("bipartite", "tpower"), 3)
    return [[*solutions(PLANTED, run)][-1] for run in runs]


@pytest.fixture(scope="module")
def text(made) -> str:
    return to_experiment(PLANTED, made, [LIMIT])


def test_runs_are_read_again_with_every_figure_of_the_table(made, text):
    saved = read_saved(text.encode())
    again = topics_on(saved, PLANTED)
    assert len(again) == 4  # TPower has no chance: one run
    tables = [result_table(runs, limits([])) for runs in (made, again)]
    assert tables[0].equals(tables[1])
    assert sorted(run.trace for run in again) == sorted(run.trace for run in made)
    options = options_of(saved)
    assert (options["methods"], options["seeds"]) == (("bipartite", "tpower"), 3)
    assert (options["n_components"], options["candidates"]) == (3, 50)


def test_all_figures_can_be_recomputed_by_numpy_from_the_file_and_the_counts(text):
    S = np.asarray(PLANTED.observations.toarray(), dtype=float)
    for run in json.loads(text)["runs"]:
        total = 0.0
        for topic in run["topics"]:
            scores = S[:, PLANTED.columns_of(topic["words"])] @ topic["loadings"]
            assert topic["variance"] == pytest.approx(scores @ scores / len(S))
            total += topic["variance"]
        assert total == pytest.approx(run["captured_variance"], rel=1e-12)
        assert run["trace"][-1][4] == pytest.approx(total, rel=1e-9)


def test_limits_are_read_again_and_a_run_answers_its_own_settings_only(made, text):
    saved = read_saved(text.encode())
    assert records(saved.proven) == [LIMIT]
    assert answers(saved, SETTINGS)
    assert answers(saved, replace(SETTINGS, effort="thorough")), "of no method here"
    for change in ({"seed": 1}, {"sparsity": 5}, {"candidates": 51}, {"centred": True}):
        assert not answers(saved, replace(SETTINGS, **change))
    again = [replace(run, settings=replace(run.settings, restarts=2)) for run in made]
    timed = read_saved(to_experiment(PLANTED, again, (), 1.5).encode())
    assert answers(timed, SETTINGS)


def test_runs_of_another_corpus_are_refused_and_a_variance_that_is_not_captured(text):
    saved = read_saved(text.encode())
    with pytest.raises(InputError, match=f"Open the same.*{PLANTED.content_id}"):
        topics_on(saved, planted_corpus(1, 3, 4))
    written = json.loads(text)
    for topic in written["runs"][0]["topics"]:
        topic["variance"] *= 2
    written["runs"][0]["captured_variance"] *= 2
    with pytest.raises(InputError, match="does not match"):
        topics_on(read_saved(changed(written)), PLANTED)


def test_of_several_runs_none_is_opened_as_the_topics(text, tmp_path):
    (tmp_path / "runs.json").write_text(text)
    with pytest.raises(InputError, match=r"4 runs, .*Open it on the page Compare"):
        open_topics(tmp_path / "runs.json", PLANTED)


TEXTS = ["Ships of the navy", "A tax on land", "The navy and its ship", "Land taxes"]
WORDS = ["land", "navy", "ship", "tax"]


@cache
def of_texts() -> Topics:
    texts = [*TEXTS, *(f"{text} again" for text in TEXTS)]
    return spca_core.solve(texts, 2, 2, method="tpower")


@cache
def with_scoring() -> dict[str, Any]:
    return json.loads(to_json(of_texts()))


def test_what_new_documents_are_scored_by_comes_back():
    scoring = scoring_of(of_texts())
    found = topics_of(read_saved(changed(with_scoring()))).scoring
    assert found.words == scoring.words == tuple(WORDS)
    assert found.weights.rarity.tolist() == scoring.weights.rarity.tolist()
    assert found.preparation == scoring.preparation
    for name in ("tokenisation", "languages", "script", "usual", "forms", "phrases"):
        assert getattr(found.analyser, name) == getattr(scoring.analyser, name)


@in_one_test(
    "place, value",
    [
        ("words", WORDS[:-1]),
        ("words", [*WORDS[:-1], WORDS[0]]),
        ("words", ["x", *WORDS[1:]]),
        ("words", [7, *WORDS[1:]]),
        ("rarity", [1.0]),
        ("rarity", [-1.0] * len(WORDS)),
        ("centre", ["0"] * len(WORDS)),
        ("centre", [0.0]),
        ("are_counts", 1),
        ("is_dense", None),
        ("analyser", "english"),
        ("analyser.languages", ["xx"]),
        ("analyser.script", [True, True, True]),
        ("analyser.usual", "the"),
        ("analyser.forms", {"ship": "ships"}),
        ("analyser.phrases", [[["supreme"]]]),
        ("analyser.phrases", [[], [], []]),
        ("analyser.tokenisation", {"merging": "lemmas"}),
        ("analyser.tokenisation", {"token_pattern": "("}),
        ("analyser.tokenisation", {"shortest": "three"}),
        ("analyser.tokenisation", {"vocabulary": ["tax", ""]}),
    ],
)
def test_a_field_of_scoring_that_is_not_as_written_is_refused(place, value):
    with pytest.raises(InputError, match="scoring"):
        read_saved(changed(with_scoring(), (f"runs.0.scoring.{place}", value)))


def test_a_topic_that_only_one_of_them_has_does_not_agree():
    more = verify(REOPENED, Topics.of(CORPUS, solve(CORPUS, 4, 4, method="tpower")))
    fewer = verify(REOPENED, Topics.of(CORPUS, solve(CORPUS, 2, 4, method="tpower")))
    assert (more["saved"][4], agreement(more)["Topic 4"]) == ("", False)
    assert (fewer["now"][3], agreement(fewer)["Topic 3"]) == ("", False)


@pytest.mark.parametrize(("change", "agrees"), [(1e-12, True), (1e-6, False)])
def test_captured_variance_agrees_but_for_rounding(change: float, agrees: bool):
    other = [topic["variance"] * (1 + change) for topic in SAVED["runs"][0]["topics"]]
    changes = [(f"runs.0.topics.{n}.variance", value) for n, value in enumerate(other)]
    saved = read_saved(
        changed(SAVED, *changes, ("runs.0.captured_variance", sum(other)))
    )
    assert agreement(verify(saved, SOLUTION))["Captured variance"] == agrees
