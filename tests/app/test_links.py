"""The address of a page holds its choices, and links of older versions still open."""

from urllib.parse import parse_qsl

import pytest

from pages.shared.state import choices, fields
from pages.shared.state.fields import FIELDS, ORIGIN, PREPARATION
from pages.shared.state.kinds import MAX_TEXT, Field
from pages.shared.state.older_links import RENAMED, upgrade_query
from spca_core.corpus.options import Reading
from spca_core.corpus.preparation import USUAL
from spca_core.options import Option, options
from spca_core.problem.settings import Settings
from tests.app.test_pages import QUICK, SMALL, metric, open_app, words
from tests.fuzz import in_one_test

PARTS = ("PREPARATION", "VALUES", "SIZE", "RUN", "VIEW", "COMPARE", "LESSON")
OPTIONS = [
    one
    for usual in (Settings(), Reading(), USUAL)
    for one in options(usual).values()
    if one.name not in ("restarts", "seconds")  # which no page has
]
# Every name that was another, with a text that is not the default.
OLDER = dict(
    parse_qsl(
        "group=party&stop=shall,upon&language=de,fr&merge=stems&phrases=2&digits=1&"
        "case=1&pattern=[a-z]&repeated=0&least=5&most=0.5&features=100&copies=0&"
        "weigh=log&numbers=3-5"
    )
)


def examples(one: Option) -> list[object]:
    """Return the default, and the ends of what may be chosen."""
    if one.type is bool:
        return [True, False]
    if one.is_list:
        return [one.default, tuple(one.choices)[1:3] or ("a,b", "ü;=&% c")]
    if one.choices:
        return list(one.choices)
    return [one.default, *(one.offered or one.limits)] if one.type is not str else ["x"]


def opens(field: Field, text: str) -> bool:
    try:
        field.parse(text)
    except ValueError:
        return False
    return True


@in_one_test("one", OPTIONS)
def test_a_link_holds_every_option_and_only_what_the_option_may_be(one: Option):
    field = FIELDS[one.key]
    for value in examples(one):
        assert field.parse(field.write(value)) == value
    beyond = {int: ["0.5", "x", str(10**30)], bool: ["2", "yes"], float: ["nan", "-1"]}
    for text in beyond.get(one.type, ["x" * (MAX_TEXT + 1)]):
        assert not opens(field, text), text


def test_no_name_means_two_things():
    # What is done with repeated text belongs to the reading and to the preparation.
    n_names = len(ORIGIN) + sum(len(getattr(fields, part)) for part in PARTS) - 1
    assert len(FIELDS) == n_names
    assert set(PREPARATION) & set(ORIGIN) == {"without_repeated"}


def test_every_choice_asks_for_what_it_says():
    usual = {name: field.default for name, field in FIELDS.items()}
    asked = choices.requested({**usual, "k": 3, "numbers": True, "min_df": 4})
    assert asked.settings == Settings(n_components=3, weighting="tf-idf", centred=True)
    assert asked.origin.reading.tokenisation.numbers
    assert asked.preparation.min_df == 4
    assert asked.origin.choices.items() <= {**usual, "numbers": True}.items()


@pytest.mark.parametrize("name", RENAMED)
def test_an_older_name_opens_as_what_it_was(name: str):
    now = RENAMED[name]
    said = upgrade_query({"weigh": "tf-idf", "repeated": "1", name: OLDER[name]})
    assert said[now] == ("0" if name == "case" else OLDER[name])
    assert FIELDS[now].parse(said[now]) != FIELDS[now].default
    assert name not in said


def test_a_name_of_today_is_not_taken_for_an_older_one():
    address = {"numbers": "1", "without_repeated": "0", "weighting": "tf-idf"}
    assert upgrade_query(address) == address


@pytest.mark.parametrize(
    ("address", "weighting", "centred"),
    [
        ({"k": "5"}, "counts", "0"),
        ({"centred": "1"}, "counts", "1"),
        ({"weighting": "tf-idf"}, "count-idf", "0"),
        ({"weighting": "log", "centred": "1"}, "log", "1"),
        ({"weigh": "tf-idf", "centred": "1"}, "tf-idf-2.5", "1"),
        ({"weigh": "log", "centred": "0"}, "log", "0"),
    ],
)
def test_in_an_older_link_values_are_what_they_were_and_nothing_is_left_out(
    address, weighting, centred
):
    said = upgrade_query(address)
    assert (said["weighting"], said["centred"]) == (weighting, centred)
    left_out = [said[name] for name in ("without_repeated", "without_copies", "junk")]
    assert left_out == ["0", "0", ""]
    kept = upgrade_query({**address, "weigh": "tf-idf", "repeated": "1"})
    assert (kept["weighting"], kept["without_repeated"]) == ("tf-idf", "1")
    assert "without_copies" not in kept


@pytest.mark.parametrize("address", [{}, {"page": "2"}])
def test_a_link_that_says_nothing_stays_as_it_is(address):
    assert upgrade_query(address) == address


def test_an_older_link_opens_as_what_it_was_and_its_new_form_opens_the_same():
    older = open_app(corpus=SMALL, weighting="tf-idf", **QUICK)
    assert metric(older, "Values") == "Count times idf"
    address = dict(older.query_params)
    assert (address["weighting"], address["centred"]) == ("count-idf", "0")
    assert words(open_app(**address)) == words(older)
    raw = open_app(corpus=SMALL, **QUICK)
    assert metric(raw, "Values") == "raw"
    assert metric(raw, "Captured variance")


def test_what_a_link_may_not_say_is_told_with_what_is_used():
    refused = {"k": "99", "method": "![x](http://example.com)", "pattern": "("}
    app = open_app(**{**QUICK, "weighting": "<b>", **refused})
    assert app.slider(key="choice_k").value == 8
    notes = [warning.value for warning in app.warning]
    assert len(notes) == 4
    assert any("weighting is not one of" in note for note in notes)
    assert not any("example.com" in note or "<b>" in note for note in notes)
