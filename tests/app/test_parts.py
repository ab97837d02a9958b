"""Parts of a corpus on the pages: chosen, linked, refused, left and undone."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.state import choices
from pages.shared.state.options import parse, write_value
from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.preparation import DEFAULT_PREPARATION, prepare
from spca_core.topics import solve
from tests.app.visits import (
    QUICK,
    SMALL,
    cards,
    choose,
    keys,
    open_page,
    pressed,
    run_to_the_end,
    said,
    words,
)
from tests.fuzz import slowly

pytestmark = pytest.mark.usefixtures("proofs_end_at_their_first_bound")
WHERE = "party=Democratic", "date>=2010"
QUICKLY = {"corpus": SMALL, **QUICK, "method": "span"}


def link(*where: str) -> str:
    return write_value("where", where)


def part_alone(*where: str) -> Corpus:
    return prepare(read_bundled(SMALL), DEFAULT_PREPARATION).part(*where)


def warnings(app: AppTest) -> str:
    return " ".join(one.value.replace("\\", "") for one in app.warning)


def set_editor(app: AppTest, n_conditions: int, *, open: bool) -> None:
    app.session_state[f"choose_documents_{n_conditions}"] = open
    app.run()


def test_a_link_holds_any_conditions():
    where = ("party=A|B, C", r"x\=y!=ü %2C&", "date>=1950", "word=civil war|gold")
    assert parse("where", link(*where)) == where


@pytest.mark.parametrize("page", [None, *map(slowly, ("documents", "compare"))])
def test_a_link_to_a_part_shows_it_on_each_page(page: str | None):
    app = open_page(page, where=link(*WHERE), methods="span", **QUICKLY)
    n_documents = part_alone(*WHERE).with_copies.n_documents
    assert f"{n_documents:,} of 1,933 documents" in said(app)
    assert {"part_back_to_all", "part_remove_0", "part_remove_1"} <= keys(app)
    assert app.query_params["where"] == link(*WHERE)


@pytest.mark.slow
def test_topics_of_a_part_are_those_of_its_documents_and_each_condition_goes_alone():
    app = open_page(where=link(*WHERE), **QUICKLY)
    alone = solve(part_alone(*WHERE), 2, 3, method="span", progress=False)
    found = [word for topic in alone.words() for word in topic]
    assert sorted(words(app)) == sorted(found)
    pressed(app, "part_remove_0")
    assert app.query_params["where"] == link(WHERE[1])
    pressed(app, "undo_part")
    assert app.query_params["where"] == link(*WHERE)
    pressed(app, "part_back_0")
    assert app.query_params["where"] == link(WHERE[0])
    pressed(app, "part_back_to_all")
    assert "where" not in app.query_params


@pytest.mark.parametrize(
    ("where", "why"),
    [
        (("party=Demokratic",), "did you mean Democratic"),
        (("party=Republican", "president=Barack Obama"), "Each one alone is met by"),
        (("document=1|2",), "too few for 2 topics"),
    ],
)
def test_a_part_without_documents_or_with_too_few_says_so_and_can_be_left(where, why):
    app = open_page(where=link(*where), **QUICKLY)
    assert why in warnings(app)
    assert app.query_params["where"] == link(*where)
    pressed(app, "part_back_to_all")
    assert len(words(app)) == 2 * 3
    assert not app.warning


def test_words_that_a_part_lacks_are_not_kept_together_there_and_the_page_says_so():
    pinned, where = "jobs=nation,american", "word!=jobs"
    more = {**QUICKLY, "method": "joint"}
    app = open_page(where=link(where), pinned=pinned, **more)
    (note,) = app.info
    assert "do not contain jobs" in note.value
    assert "american" in words(app)


def test_a_group_whose_documents_are_listed_is_left_with_its_grouping():
    app = open_page(tab="time", by="party", within="Democratic", **QUICKLY)
    choose(app, "choice_by", "year")
    assert app.query_params["by"] == "year"
    assert "within" not in app.query_params


@pytest.mark.slow
def test_documents_are_chosen_by_time_group_and_word_and_counted_before_they_count():
    app = open_page(**QUICKLY)
    set_editor(app, 0, open=True)
    app.text_input(key="draft_since").set_value("2010")
    app.text_input(key="draft_words").set_value("jobs or new")
    app.button_group(key="draft_group_party").set_value(["Democratic"]).run()
    part = part_alone(*WHERE, "word=jobs|new")
    counts = f"{part.with_copies.n_documents:,} of 1,933 documents"
    assert counts in said(app)
    app.text_input(key="draft_until").set_value("2009").run()
    assert "Each one alone is met by" in warnings(app)
    assert app.button(key="find_in_part").disabled
    assert "where" not in app.query_params
    app.text_input(key="draft_until").set_value("").run()
    set_editor(app, 0, open=False)
    set_editor(app, 0, open=True)
    assert counts in said(app)  # what was chosen is there again
    pressed(app, "find_in_part")
    assert {*parse("where", app.query_params["where"])} == {*map(str, part.where)}
    assert counts in said(app)
    set_editor(app, len(part.where), open=True)
    assert app.text_input(key="draft_since").value == ""


def test_from_documents_without_a_topic_to_their_topics():
    app = open_page("documents", within="no topic", **QUICKLY)
    app.button(key="find_listed").click().run()
    app.switch_page("app.py")  # AppTest does not follow st.switch_page
    run_to_the_end(app)
    where = parse("where", app.query_params["where"])
    assert len(where) == 2
    assert all(one.startswith("topic!=") for one in where)
    n_documents = part_alone(*where).with_copies.n_documents
    assert f"{n_documents:,} of 1,933 documents" in said(app)
    assert "part_remove_1" not in keys(app)  # they are one pill


def open_two_parts(**sides: str) -> AppTest:
    return open_page("documents", beside="parts", **sides, **QUICKLY)


@pytest.mark.slow
def test_two_parts_are_those_of_the_largest_groups_or_of_any_conditions():
    app = open_two_parts()
    largest = {"first": "party=Democratic", "second": "party=Republican"}
    assert app.query_params.items() >= largest.items()
    for where in ((*largest.values(),), ("date<=2009", "word=jobs|new")):
        first, second = where
        app = open_two_parts(first=link(first), second=link(second))
        sides = [
            solve(part, 2, 3, method="span", progress=False)
            for part in map(part_alone, where)
        ]
        table = app.dataframe[0].value
        for column, of in zip(("first", "second"), sides, strict=True):
            assert {*table[column]} - {""} == {*of.names}
    assert "date<=2009" in app.multiselect[0].options  # as it was typed
    assert not app.warning


@pytest.mark.parametrize(
    ("second", "why"),
    [("party=Whig", "has no party"), ("party=Democratic", "two parts")],
)
def test_two_parts_that_cannot_be_compared_say_so(second: str, why: str):
    app = open_two_parts(first="party=Democratic", second=second)
    assert why in warnings(app) + " ".join(one.value for one in app.info)
    assert not app.dataframe


def test_a_filter_has_the_documents_of_a_topic_that_its_card_counts():
    app = open_page(**{**QUICKLY, "s": "6"})  # a topic with words against the others
    counted = re.findall(r"in ([\d,]+) documents", cards(app))
    set_editor(app, 0, open=True)
    for topic, number in zip(app.session_state[choices.NAMED], counted, strict=True):
        app.selectbox(key="draft_topic").set_value(topic).run()
        assert f"{number} of 1,933 documents" in said(app)
