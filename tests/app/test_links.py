"""The address of a page holds its choices; what it leaves out is as usual."""

from dataclasses import fields, replace
from types import SimpleNamespace

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.state import choices
from pages.shared.state.options import (
    DEFAULT,
    NOT_ON_PAGES,
    OPTIONS,
    ORIGIN,
    PREPARATION,
    keys_of,
    limits_of,
    parse,
    write_value,
)
from pages.shared.state.origins import Origin
from pages.shared.state.uploads import shelf
from spca_core.corpus.options import Reading
from spca_core.corpus.preparation import DEFAULT_PREPARATION
from spca_core.corpus.readers.files import Upload
from spca_core.options import GROUPS, MAX_TEXT, Option, options
from spca_core.paper.figures import experiments
from spca_core.problem.settings import Settings
from tests.app.visits import (
    QUICK,
    SMALL,
    open_page,
    place_of,
    words,
)
from tests.fuzz import in_one_test, slowly

pytestmark = pytest.mark.usefixtures("proofs_end_at_their_first_bound")
OF_RUNS = [
    one
    for made in (Settings(), Reading(), DEFAULT_PREPARATION)
    for one in options(made).values()
    if one.name not in NOT_ON_PAGES
]
PLACE = "sha256:" + "0" * 64
WEIGHTS = (",".join(["9"] * 16),)
EXPERIMENTS = tuple(map(str, experiments()))


def examples(one: Option) -> list[object]:
    """Return the default, and the ends of what may be chosen."""
    if one.type is bool:
        return [True, False]
    if one.is_list:
        return [one.default, tuple(one.choices)[1:3] or ("a,b", "ü;=&% c")]
    if one.form is GROUPS:
        return [one.default, (("a;b", "ü,=&% c"), ("d",))]
    if one.choices:
        return list(one.choices)
    return [one.default, *(one.offered or one.limits)] if one.type is not str else ["x"]


def opens(name: str, text: str) -> bool:
    try:
        parse(name, text)
    except ValueError:
        return False
    return True


@in_one_test("one", OF_RUNS)
def test_a_link_holds_every_option_and_only_what_the_option_may_be(one: Option):
    for value in examples(one):
        assert parse(one.key, write_value(one.key, value)) == value
    beyond = {int: ["0.5", "x", str(10**30)], bool: ["2", "yes"], float: ["nan", "-1"]}
    for text in beyond.get(one.type, ["x" * (MAX_TEXT + 1)]):
        assert not opens(one.key, text), text


def test_no_name_means_two_things():
    # What is done with repeated text belongs to the reading and to the preparation.
    parts = [keys_of(getattr(DEFAULT, part.name)) for part in fields(DEFAULT)]
    assert len(OPTIONS) == sum(map(len, parts)) - 1
    assert set(PREPARATION) & set(ORIGIN) == {"without_repeated"}


def test_every_choice_asks_for_what_it_says():
    usual = choices.defaults(OPTIONS)
    asked = choices.requested({**usual, "k": 3, "numbers": True, "min_df": 4})
    assert asked.settings == replace(DEFAULT.settings, n_components=3)
    assert asked.origin.reading.tokenisation.numbers
    assert asked.preparation.min_df == 4
    assert asked.origin.choices.items() <= {**usual, "numbers": True}.items()


def choices_of_link(**address: str) -> AppTest:
    def page() -> None:
        from pages.shared.state import choices

        choices.load_address()

    app = AppTest.from_function(page)
    for name, value in address.items():
        app.query_params[name] = value
    return app.run()


def text_that_is_not_the_default(name: str) -> str:
    named = limits_of(name).removeprefix("one of ").removeprefix("some of ").split(", ")
    texts = (
        *named,
        SMALL,
        "100",
        "7",
        "2",
        "1",
        "0",
        "0.3",
        "3-5",
        "a,b",
        "a=b",
        "0" * 7 + "1",
        PLACE,
    )
    others = (text for text in (*texts, *WEIGHTS, *EXPERIMENTS) if opens(name, text))
    return next(text for text in others if parse(name, text) != OPTIONS[name].default)


@in_one_test("name", OPTIONS)
def test_a_link_that_says_one_thing_leaves_all_others_as_usual(name: str):
    text = text_that_is_not_the_default(name)
    app = choices_of_link(**{name: text})
    chosen = parse(name, text)
    assert app.session_state["choices"] == {**choices.defaults(OPTIONS), name: chosen}
    assert dict(app.query_params) == {name: write_value(name, chosen)}


@pytest.mark.slow
@pytest.mark.parametrize("page", [None, *map(slowly, ("documents", "compare"))])
def test_a_link_to_a_corpus_leaves_its_size_and_weighting_as_they_are_when_it_is_chosen(
    page: str | None,
):
    rows = "\n".join(
        ["a,b,c,d,e", *(f"{i}.5,{i * i % 7},-1,{i % 3},2" for i in range(9))]
    )
    place = shelf().put(Upload("measured.csv", rows.encode()))
    app = open_page(page, corpus=place)
    assert not app.error
    usual = {"weighting": "counts", "norm": "none", "k": "1", "s": "2"}
    assert app.query_params.items() >= {"corpus": place, **usual}.items()
    said = open_page(page, corpus=place, s="1")
    assert said.query_params.items() >= {"corpus": place, **usual, "s": "1"}.items()


def test_what_is_usual_for_no_corpus_but_the_first_is_in_a_link_to_another():
    app = open_page(corpus=SMALL, k="2", s="3")
    assert app.query_params["weighting"] == "tf-idf"
    assert app.query_params["norm"] == "half"
    assert words(open_page(**app.query_params)) == words(app)


@pytest.mark.slow
def test_an_invalid_value_in_a_link_is_reported_with_the_value_used_instead():
    refused = {"k": "99", "method": "![x](http://example.com)", "token_pattern": "("}
    app = open_page(**{**QUICK, "weighting": "<b>", **refused})
    assert app.slider(key="choice_k").value == 8
    notes = [warning.value for warning in app.warning]
    assert len(notes) == 4
    assert any("weighting is not one of" in note for note in notes)
    assert not any("example.com" in note or "<b>" in note for note in notes)


def test_a_control_holds_what_the_link_says_also_in_runs_that_write_nothing_to_it():
    """A busy browser may draw it for the first time in such a run."""
    app = open_page(corpus=SMALL, k="2", s="3")
    for _ in range(2):
        held = {one.label: one.proto.default[0] for one in app.slider}
        assert (held["Topics"], held["Words in each topic"]) == (2, 3)
        app.run()


def test_what_a_link_of_before_asked_for_is_ignored_in_one_line():
    hostile = "<b>![x](http://x.y)" * 9
    app = open_page("learn", titled="gold", sort="-date", **{hostile: "1"})
    line = next(one.value for one in app.caption if "in the link" in one.value)
    assert line.startswith("Ignored in the link: titled, sort")
    assert "http://" not in line
    assert "titled" not in app.query_params
    assert not app.warning


def test_what_the_link_says_counts_again_after_going_back(monkeypatch):
    app = open_page(corpus=SMALL, **QUICK)
    went_back = SimpleNamespace(is_history_navigation=True)
    monkeypatch.setattr(choices, "get_script_run_ctx", lambda: went_back)
    app.query_params["s"] = "4"
    assert app.run().session_state["choices"]["s"] == 4


def test_counts_with_another_list_of_words_are_another_file():
    place = place_of(b"counts")
    one, other = (Origin(place, words=place_of(words)) for words in (b"a", b"b"))
    assert one.is_of_file(one.read_with({"name": "x"}))
    assert not one.is_of_file(other)
