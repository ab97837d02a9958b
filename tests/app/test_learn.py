"""Learn: each chapter opens, answers its controls, and is handed on by a link."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from pages.learn import LESSONS
from pages.parts.learn.reader import hideable
from pages.shared.state.options import OPTIONS, Lesson, keys_of
from spca_core.lessons import cost, dense
from tests.app.test_explore import button
from tests.app.test_pages import APP, LONGEST_RUN, charts
from tests.fuzz import slowly
from tests.lessons.test_cost import made_cases

SERVED = ("sparse", "noise")  # the chapters whose pictures the server draws


@pytest.fixture(autouse=True)
def searches_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them take a quarter of a minute."""
    monkeypatch.setattr(dense, "SIZES", (1, 10, 50))
    monkeypatch.setattr(cost, "every_case", lambda _: made_cases())


def open_learn(chapter: str, **address: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=LONGEST_RUN)
    for name, value in {"chapter": chapter, **address}.items():
        app.query_params[name] = value
    app.switch_page("pages/learn.py").run()
    assert not app.exception, app.exception
    return app


def expanders(app: AppTest) -> list[str]:
    return [one.label for one in app.expander]


def text(app: AppTest) -> str:
    return " ".join(one.value for one in app.markdown)


def numbers(app: AppTest) -> list:
    return [frame.value.to_dict() for frame in app.dataframe]


def held(app: AppTest) -> list[dict]:
    """Return what the browser gets for the pictures under the pointer, if any."""
    return [json.loads(one.proto.json) for one in app.get("bidi_component")]


def pictures(app: AppTest) -> list:
    return [*charts(app), *held(app)]


@pytest.mark.usefixtures("charts_are_held_against_the_schema")
@pytest.mark.parametrize("name", ["component", *map(slowly, [*LESSONS][1:])])
def test_a_chapter_has_pictures_numbers_a_question_and_its_answer(name: str):
    app, chapter = open_learn(name), LESSONS[name]
    number = [*LESSONS].index(name) + 1
    assert app.subheader[0].value == f"{number}. {chapter.title}"
    assert OPTIONS["chapter"].choices[name].startswith(f"{number} ")
    assert pictures(app)
    assert app.dataframe
    assert chapter.question in text(app)
    assert {"The answer", "For teachers"} <= set(expanders(app))
    assert chapter.answer in text(app)
    assert bool(held(app)) == (name not in SERVED)
    for data in held(app):
        assert data["values"].keys() == set(chapter.widgets)
        for picture in (one for column in data["columns"] for one in column):
            names = {one["name"] for one in picture["spec"]["params"]}
            assert {one["name"] for one in picture["moves"]} <= names
            assert names & data["values"].keys()
        for control in data["controls"]:
            assert control["name"] in data["values"]


@pytest.mark.parametrize("name", LESSONS)
def test_what_a_chapters_widgets_set_is_in_the_address_and_can_be_hidden(name: str):
    chapter = LESSONS[name]
    assert set(chapter.widgets) <= set(keys_of(Lesson()))
    assert not set(chapter.parts) & set(keys_of(Lesson()))
    hide = ",".join(hideable(chapter))
    hidden = open_learn(name, hide=hide)
    for kind in ("slider", "multiselect", "toggle"):
        assert not hidden.get(kind)
    assert not {"The answer", "For teachers"} & set(expanders(hidden))
    assert pictures(hidden)  # the picture stays, and nothing moves it
    for data in held(hidden):
        assert not data["controls"]
        assert not any(one["moves"] for column in data["columns"] for one in column)


def test_what_the_link_says_is_where_the_pictures_begin():
    angles = {"first_angle": "35", "second_angle": "150.5"}
    (data,) = held(open_learn("paper", **angles))
    assert data["values"] == {
        "first_angle": 35.0,
        "second_angle": 150.5,
        "net_epsilon": 0.5,
    }
    tables = numbers(open_learn("paper", first_angle="35"))
    assert tables != numbers(open_learn("paper"))


def test_a_link_opens_the_chapter_as_the_teacher_left_it():
    app = open_learn("component", angle="35")
    app.multiselect(key="to_hide").set_value(["angle", "answer"]).run()
    link = next(code.value for code in app.code if "hide=" in code.value)
    said = {name: one for name, (one,) in parse_qs(urlsplit(link).query).items()}
    pupil = open_learn(said.pop("chapter", "component"), **said)
    assert [one["name"] for one in held(pupil)[0]["controls"]] == ["best_direction"]
    assert "The answer" not in expanders(pupil)
    assert numbers(pupil) == numbers(app)


def test_what_is_hidden_stays_hidden_while_a_pupil_works():
    app = open_learn("sparse", hide="answer,note")
    app.slider(key="choice_kept_words").set_value(3).run()
    assert "The answer" not in expanders(app)
    assert dict(app.query_params)["hide"] == "answer,note"


def test_the_chapters_are_turned_by_their_names_and_one_by_one():
    app = open_learn("component")
    assert button(app, "Back").disabled
    app.button_group(key="choice_chapter").set_value("matching").run()
    assert app.subheader[0].value.startswith("4. ")
    assert dict(app.query_params)["chapter"] == "matching"
    button(app, "Next").click().run()
    assert app.subheader[0].value.startswith("5. ")
    button(app, "Back").click().run()
    assert app.subheader[0].value.startswith("4. ")


def test_a_link_to_a_chapter_that_is_not_there_says_so_and_opens_the_first():
    app = open_learn("7")
    assert app.subheader[0].value.startswith("1. ")
    assert "The link's chapter is not one of component, sparse" in app.warning[0].value


def test_a_step_of_the_matching_is_watched_with_its_sentence_and_its_sums():
    app = open_learn("matching", step="9")
    assert "hands tax on" in app.text[0].value
    assert numbers(app) != numbers(open_learn("matching", step="8"))
    assert not open_learn("matching").text


def test_tables_are_shuffled_singly_or_by_nine_and_taken_back():
    app = open_learn("noise", strength="0")
    steps = {"Shuffle": 1, "Shuffle 9 times": 10, "Step back": 9, "Reset": 0}
    for label, shuffles in steps.items():
        button(app, label).click().run()
        assert dict(app.query_params).get("shuffles", "0") == str(shuffles)
        assert len(app.dataframe[0].value) == shuffles + 1
    last = open_learn("noise", shuffles="36")
    assert button(last, "Shuffle").disabled
    assert len(last.dataframe[0].value) == 37


def test_the_best_prices_prove_the_optimum_of_the_four_words():
    app = open_learn("limit")
    button(app, "Set the best prices").click().run()
    account = next(frame.value for frame in app.dataframe if "term" in frame.value)
    values = account.set_index("term")["value"]
    assert values["Your limit"] == pytest.approx(values["The best topics capture"])


@pytest.mark.parametrize(
    ("chapter", "name"),
    [
        ("together", "pairings"),
        ("limit", "best_prices"),
        ("limit", "every_choice"),
    ],
)
def test_what_gives_the_solution_away_can_be_hidden_alone(chapter: str, name: str):
    def shown(app: AppTest) -> int:
        return len([*app.dataframe, *app.expander, *app.button, *app.toggle])

    app = open_learn(chapter)
    assert LESSONS[chapter].parts[name] in app.multiselect(key="to_hide").options
    hidden = open_learn(chapter, hide=name)
    assert not hidden.warning
    assert 0 < shown(hidden) < shown(app)


def test_what_a_link_hides_and_no_chapter_has_is_named():
    app = open_learn("component", hide="answer,angel,%3Cb%3E")
    (said,) = app.warning
    assert "angel" in said.value
    assert "<b>" not in said.value
    assert "answer" not in said.value
    assert "The answer" not in expanders(app)


def test_the_address_can_name_just_the_chapters_there_are():
    assert [*LESSONS] == [*OPTIONS["chapter"].choices]
