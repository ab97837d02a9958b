"""Saved results: what was saved comes back, and no field of a stranger's is trusted."""

import json
from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from spca_core.corpus.options import Preparation
from spca_core.errors import InputError
from spca_core.options import frozen, with_values
from spca_core.results.files.export import to_dict, to_json
from spca_core.results.files.provenance import Provenance, versions
from spca_core.results.files.reopen import MAX_BYTES, read_result
from spca_core.results.files.verification import saved_line, verify
from spca_core.results.topics.chance import AgainstChance
from spca_core.topics import Edits, Topics
from tests.fuzz import in_one_test
from tests.oracles import random_corpus, reordered
from tests.oracles import solve_counts as solve

CORPUS = replace(
    random_corpus(1, 40, 20),
    preparation={"stop_words": ["=a", "水"], "min_df": 2, "max_df": 0.5},
)
SOLUTION = solve(CORPUS, 3, 4, method="tpower")
LEADERS = [CORPUS.words[support[0]] for support in SOLUTION.supports]
NAMED = Edits(names={LEADERS[0]: "taxes", LEADERS[2]: "שלום"})
TOLD = replace(SOLUTION, source="sha256:0", edits=NAMED)
ORIGIN = Provenance.of(TOLD)


def saved(**changes: object) -> bytes:
    """A saved result with other fields; those that are ... left out."""
    fields = {**to_dict(TOLD), **changes}
    kept = {name: value for name, value in fields.items() if value is not ...}
    return json.dumps(kept).encode()


def agreement(table: pd.DataFrame) -> dict[str, bool]:
    return dict(zip(table["what"], table["agrees"], strict=True))


@pytest.mark.parametrize("method", ["joint", "bipartite", "exact"])
def test_what_was_saved_comes_back(method: str):
    solution = solve(CORPUS, 3, 4, method=method, candidates=50, effort="quick")
    first, _, third = solution.leaders
    named = Edits(names={first: "taxes", third: "שלום"})
    told = replace(solution, source="sha256:0", edits=named)
    found = read_result(to_json(told).encode())
    assert found.corpus == CORPUS.name
    assert found.content_id == CORPUS.content_id
    assert found.settings == solution.settings
    assert found.topic_words == tuple(solution.words())
    assert np.array_equal(found.loadings, solution.loadings)
    assert np.array_equal(found.variances, solution.variances)
    assert found.captured_variance == solution.captured_variance
    assert found.source == ORIGIN.source
    assert found.preparation == ORIGIN.preparation
    assert found.topic_names == ORIGIN.topic_names
    assert found.versions == versions()


def test_a_preparation_pins_and_fewer_topics_come_back_and_older_results_open():
    preparation = Preparation(stop_words=("=a", "水"), max_df=0.5, same=(("a", "b"),))
    found = read_result(saved(preparation=asdict(preparation))).preparation
    assert with_values(Preparation(), frozen(found)) == preparation
    asked = {**asdict(SOLUTION.settings), "n_components": 5, "method": "joint"}
    stopped = read_result(saved(settings={**asked, "pinned": [[3, 5], [0]]}))
    assert stopped.settings.pinned == ((3, 5), (0,))
    assert len(stopped.topic_words) == 3
    newer = ("source", "preparation", "topic_names")
    found = read_result(saved(**dict.fromkeys(newer, ...)))
    assert (found.source, found.preparation, found.topic_names) == ("", {}, {})
    proof = {"upper_bound": 1e9, "certificate_steps": 1, "certificate_seconds": 1.0}
    certificate = read_result(saved(**proof)).certificate
    assert certificate
    assert certificate.stopped_by == "stop"


def test_a_line_on_a_saved_result_says_what_its_file_says_against_chance():
    known = AgainstChance(tuple(SOLUTION.variances), (1e-9,) * 9, CORPUS.n_documents)
    without, with_chance = (
        saved_line(read_result(to_json(replace(SOLUTION, chance=chance)).encode()))
        for chance in (None, known)
    )
    unknown = "Not compared with chance yet"
    assert with_chance == without.replace(unknown, f"{known.headline}, says the file")
    assert unknown in without


def test_it_opens_however_it_is_written():
    text = to_json(SOLUTION).encode()
    with_mark, in_a_list = b"\xef\xbb\xbf" + text, b"[" + text + b"]"
    for written in (with_mark, in_a_list, text.replace(b"\n", b"\r\n")):
        found, as_it_was = (
            replace(read_result(each), scoring=None) for each in (written, text)
        )
        assert found == as_it_was


TOPICS = to_dict(SOLUTION)["topics"]
LOADINGS = SOLUTION.loadings.tolist()
SETTINGS: Any = to_dict(SOLUTION)["settings"]
HUGE = 10**400
CHANCE: Any = {
    "variances": SOLUTION.variances.tolist(),
    "greatest": [1.0, 2.0],
    "n_documents": CORPUS.n_documents,
}
BAD_FIELDS = {
    "no corpus": {"corpus": ...},
    "a name that is not text": {"corpus": ["kos"]},
    "a long name": {"corpus": "x" * 1001},
    "half a character": {"corpus": "\ud800"},
    "no content id": {"content_id": None},
    "a short content id": {"content_id": "ab"},
    "a path for a content id": {"content_id": "../" + "a" * 61},
    "a source that is not text": {"source": 3},
    "a deep preparation": {"preparation": {"same": [[["a"]]]}},
    "no topics": {"topics": ...},
    "an empty list of topics": {"topics": []},
    "more topics than asked for": {"topics": [*TOPICS, *TOPICS]},
    "a topic of fewer words": {"topics": [*TOPICS[:2], TOPICS[2][:3]]},
    "a word twice": {"topics": [*TOPICS[:2], TOPICS[0]]},
    "an empty word": {"topics": [*TOPICS[:2], [*TOPICS[2][:3], ""]]},
    "a long word": {"topics": [*TOPICS[:2], [*TOPICS[2][:3], "x" * 10**4]]},
    "a number for a word": {"topics": [*TOPICS[:2], [*TOPICS[2][:3], 7]]},
    "a text for a topic": {"topics": [*TOPICS[:2], "abcd"]},
    "fewer loadings": {"loadings": LOADINGS[:2]},
    "shorter loadings": {"loadings": [*LOADINGS[:2], LOADINGS[2][:3]]},
    "loadings that are not finite": {"loadings": [*LOADINGS[:2], [np.nan] * 4]},
    "loadings not of length 1": {"loadings": [*LOADINGS[:2], [1, 1, 1, 1]]},
    "fewer variances": {"variances": [1, 2]},
    "a negative variance": {"variances": [1, 2, -1]},
    "a huge variance": {"variances": [1, 2, HUGE]},
    "a truth value for a variance": {"variances": [1, 2, True]},
    "a text for a variance": {"captured_variance": "1"},
    "no captured variance": {"captured_variance": ...},
    "a name of no topic": {"topic_names": {"4": "x"}},
    "a number for a name": {"topic_names": {"1": 4}},
    "a hidden topic that is none": {"topics_hidden": [4]},
    "a hidden topic that is no number": {"topics_hidden": ["1"]},
    "a bound below what is captured": {
        "upper_bound": SOLUTION.captured_variance / 2,
        "certificate_steps": 1,
        "certificate_seconds": 1.0,
    },
    "a bound without its steps": {"upper_bound": 1e9},
    "against chance, other topics": {
        "chance": {**CHANCE, "variances": [1.0, 2.0, 3.0]},
        "settings": {**SETTINGS, "centred": True},
    },
    **{
        f"against chance, {what}": {"chance": {**CHANCE, **changes}}
        for what, changes in {
            "fewer topics": {"variances": [1.0]},
            "no shuffles": {"greatest": []},
            "too many shuffles": {"greatest": [1.0] * 1_000},
            "less than nothing by chance": {"greatest": [1.0, -1.0]},
            "more documents than there are": {"n_documents": 41},
            "half a document": {"n_documents": 0.5},
        }.items()
    },
    "a verdict on nothing": {"chance": 3},
    "more captured than the topics do": {
        "captured_variance": 2 * SOLUTION.captured_variance
    },
    "no documents": {"n_documents": 0},
    "half a word": {"n_words": 2.5},
    "a kind without rows": {"kind": {"words": "words"}},
    "a warning that is no text": {"warnings": [1]},
    "a remark that is none": {"exhaustive": 3},
    "versions that are no text": {"versions": {"numpy": 2}},
    "too many versions": {"versions": {str(i): "1" for i in range(101)}},
    "no settings": {"settings": ...},
    "no weighting": {
        "settings": {name: SETTINGS[name] for name in SETTINGS if name != "weighting"}
    },
    "no processor seconds": {"processor_seconds": ...},
}


@in_one_test("name", BAD_FIELDS)
def test_a_field_that_is_not_as_written_is_named_with_what_it_must_be(name: str):
    changes = BAD_FIELDS[name]
    field, *_ = changes
    field = {"variances": "variances?", "chance": "(chance|n_documents)"}.get(
        field, field
    )
    with pytest.raises(InputError, match=f'"{field}" must be .* Choose a file'):
        read_result(saved(**changes))


@in_one_test(
    "changes",
    [
        {"n_components": 0},
        {"method": ["joint"]},
        {"method": "x" * 100_000},
        {"unknown": 1},
        {"seed": HUGE},
        {"epsilon": HUGE},
        {"pinned": [["a"]]},
    ],
)
def test_settings_that_cannot_be_are_refused_in_a_short_sentence(changes: dict):
    with pytest.raises(InputError, match="settings cannot be used: ") as refusal:
        read_result(saved(settings={**SETTINGS, **changes}))
    assert len(str(refusal.value)) < 400


@in_one_test(
    "text, why",
    [
        (b"", "not JSON"),
        (saved()[:-9], "not JSON"),
        (b"\x80\x04K\x01.", "not JSON"),
        ('{"corpus": "naïve"}'.encode("latin-1"), "not JSON"),
        (b"[" * 1_000_000, "not JSON"),
        (b"9" * 10_000, "not JSON"),
        (b"[]", "0 results; one is opened at a time"),
        (b"[{}, {}]", "2 results; one is opened at a time"),
        (b"3", '"content" must be an object'),
        (b"{}", '"settings" must be'),
        (json.dumps({str(i): i for i in range(101)}).encode(), "at most 100 entries"),
        (b" " * (MAX_BYTES + 1), "at most 20,000,000 are read"),
    ],
)
def test_what_is_no_saved_result_is_refused(text: bytes, why: str):
    with pytest.raises(InputError, match=why) as refusal:
        read_result(text)
    assert len(str(refusal.value)) < 400


REOPENED = read_result(saved())


def test_the_same_run_agrees_in_everything_and_other_versions_do_not_matter():
    table = verify(REOPENED, SOLUTION)
    assert table["what"].tolist() == [
        *("Content id", "Topic 1", "Topic 2", "Topic 3"),
        *("Captured variance", "Versions"),
    ]
    assert table["agrees"].all()
    assert (table["saved"] == table["now"]).all()
    older = replace(REOPENED, versions={"numpy": "1.0"})
    table = verify(older, SOLUTION)
    assert table["saved"].iloc[-1] == "numpy 1.0" != table["now"].iloc[-1]
    assert pd.isna(table["agrees"].iloc[-1])
    assert table["agrees"].all()


def test_words_in_another_order_of_columns_are_other_data_with_the_same_topics():
    corpus = reordered(CORPUS, np.arange(20)[::-1])
    table = verify(REOPENED, Topics.of(corpus, solve(corpus, 3, 4, method="tpower")))
    other = table["agrees"].eq(False).fillna(False)
    assert table["what"][other].tolist() == ["Content id"]


def test_a_topic_agrees_if_it_has_the_same_words_in_any_order():
    first, second, third = REOPENED.topic_words
    exchanged = (first[::-1], (third[0], *second[1:]), (second[0], *third[1:]))
    found = agreement(verify(replace(REOPENED, topic_words=exchanged), SOLUTION))
    assert [found[f"Topic {topic}"] for topic in (1, 2, 3)] == [True, False, False]


def test_a_topic_that_only_one_of_them_has_does_not_agree():
    more = verify(REOPENED, Topics.of(CORPUS, solve(CORPUS, 4, 4, method="tpower")))
    fewer = verify(REOPENED, Topics.of(CORPUS, solve(CORPUS, 2, 4, method="tpower")))
    assert (more["saved"][4], agreement(more)["Topic 4"]) == ("", False)
    assert (fewer["now"][3], agreement(fewer)["Topic 3"]) == ("", False)


@pytest.mark.parametrize(("change", "agrees"), [(1e-12, True), (1e-6, False)])
def test_captured_variance_agrees_but_for_rounding(change: float, agrees: bool):
    other = SOLUTION.captured_variance * (1 + change)
    table = verify(replace(REOPENED, captured_variance=other), SOLUTION)
    assert agreement(table)["Captured variance"] == agrees


@pytest.mark.parametrize(("off", "opens"), [(5e-7, True), (2e-6, False)])
def test_loadings_may_be_rounded_to_six_digits(off: float, opens: bool):
    text = saved(loadings=(SOLUTION.loadings * (1 + off)).tolist())
    if opens:
        assert read_result(text).topic_words == REOPENED.topic_words
    else:
        with pytest.raises(InputError, match="squares add up to 1"):
            read_result(text)
