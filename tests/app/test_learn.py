"""Learn: each chapter opens, answers its controls, and is handed on by a link."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from pages.learn import LESSONS
from pages.parts.learn.reader import hideable
from pages.shared.state.options import OPTIONS, Lesson, keys_of
from spca_core.lessons import cost, dense, one_at_a_time
from tests.app.visits import SMALL, begin, button, charts
from tests.fuzz import slowly
from tests.lessons.test_cost import made_cases

SERVED = ("sparse", "noise")  # the chapters whose pictures the server draws


@pytest.fixture(autouse=True)
def searches_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them take a quarter of a minute."""
    monkeypatch.setattr(dense, "SIZES", (1, 10))
    monkeypatch.setattr(one_at_a_time, "CORPUS", SMALL)
    monkeypatch.setattr(one_at_a_time, "SIZE", (2, 3))
    monkeypatch.setattr(cost, "every_case", lambda _: made_cases())


def open_learn(chapter: str, **address: str) -> AppTest:
    app = begin("learn", chapter=chapter, **address)
    assert not app.exception, app.exception
    return app


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
    assert chapter.tasks[0].question in text(app)
    assert chapter.for_teachers in text(app)
    assert bool(held(app)) == (name not in SERVED)
    for data in held(app):
        assert data["values"].keys() <= set(chapter.widgets)
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
    assert chapter.for_teachers not in text(hidden)
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
    assert not held(pupil)[0]["controls"]
    assert numbers(pupil) == numbers(app)


def test_what_is_hidden_stays_hidden_while_a_pupil_works():
    app = open_learn("sparse", hide="answer,note")
    app.slider(key="choice_kept_words").set_value(3).run()
    assert LESSONS["sparse"].for_teachers not in text(app)
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


def test_no_answer_is_chosen_before_the_reader_has_chosen_one():
    (number,) = open_learn("component").number_input
    (choice,) = open_learn("matching").radio
    assert (number.value, choice.value) == (None, None)


def test_an_answer_is_checked_kept_in_the_link_and_counted_on_the_path():
    app = open_learn("component")
    assert "0 of 25 tasks solved" in text(app)
    (data,) = held(app)
    app.number_input(key="answer_spread").set_value(125).run()
    assert "across" in app.warning[0].value
    assert len(held(app)[0]["columns"]) > len(data["columns"])  # it was a guess
    app.number_input(key="answer_spread").set_value(35).run()
    assert LESSONS["component"].tasks[0].why in [one.value for one in app.success]
    assert dict(app.query_params)["answers"] == "spread,35"
    assert "1 of 25 tasks solved" in text(app)
    pupils = open_learn("component", answers="spread,35;sum,5")
    assert "2 of 25 tasks solved" in text(pupils)
    silent = open_learn("component", answers="spread,125", hide="answer")
    assert not silent.warning


def test_a_right_and_a_wrong_answer_look_the_same_where_the_link_hides_which_is_right():
    right, wrong = (
        open_learn("component", answers=f"spread,{answer}", hide="answer")
        for answer in (35, 125)
    )
    assert "1 of 25 tasks answered" in text(right)
    assert text(right) == text(wrong)
    assert [one.options for one in right.button_group] == [
        one.options for one in wrong.button_group
    ]


def test_a_target_that_was_reached_stays_solved_when_the_pupil_goes_on():
    app = open_learn("sparse", answers="enough,2;pair,1")
    assert "Try fewer" in app.info[0].value
    app.slider(key="choice_kept_words").set_value(7).run()
    app.slider(key="choice_kept_words").set_value(20).run()
    assert app.success
    assert dict(app.query_params)["answers"].endswith("quarters,reached")
    path = app.button_group(key="choice_chapter")
    assert any(
        "2 Sparse" in one.content and "✓" in one.content for one in path.proto.options
    )


def test_answers_in_a_link_that_no_task_takes_count_for_nothing():
    app = open_learn("component", answers="spread,x;pair,9;nobody,1;half,%3Cb%3E")
    assert "0 of 25 tasks solved" in text(app)


@pytest.mark.parametrize(
    ("chapter", "name"),
    [
        ("together", "pairings"),
        ("limit", "every_choice"),
    ],
)
def test_what_gives_the_solution_away_can_be_hidden_alone(chapter: str, name: str):
    def shown(app: AppTest) -> int:
        return len(app.dataframe)

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


def test_the_address_can_name_just_the_chapters_there_are():
    assert [*LESSONS, "plan"] == [*OPTIONS["chapter"].choices]


def test_the_lesson_plan_has_45_minutes_and_links_that_hide_what_comes_later():
    assert sum(chapter.minutes for chapter in LESSONS.values()) == 45
    app = open_learn("plan")
    assert app.subheader[0].value == "Lesson plan: 45 minutes"
    shown = text(app)
    for name, chapter in LESSONS.items():
        assert f"chapter={name}&hide=chapters%2Cnote" in shown
        assert chapter.goal in shown
        for task in chapter.tasks:
            assert task.question in shown
            assert task.why in shown
    pupil = open_learn("noise", hide="chapters,note")
    assert [one.key for one in pupil.button_group] == ["task_noise"]
    assert LESSONS["noise"].for_teachers not in text(pupil)
