"""Learn: each chapter opens, answers its controls, and is handed on by a link."""

from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from pages.learn import LESSONS
from pages.parts.learn.reader import hideable
from pages.shared.state.options import OPTIONS, Lesson, keys_of
from spca_core.lessons import dense, matching, one_at_a_time
from tests.app.visits import SMALL, begin, button, charts
from tests.fuzz import slowly


@pytest.fixture(autouse=True)
def searches_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them take a quarter of a minute."""
    monkeypatch.setattr(dense, "SIZES", (1, 10))
    monkeypatch.setattr(one_at_a_time, "CORPUS", SMALL)
    monkeypatch.setattr(one_at_a_time, "SIZE", (2, 3))


def open_learn(chapter: str, **address: str) -> AppTest:
    app = begin("learn", chapter=chapter, **address)
    assert not app.exception, app.exception
    return app


def text(app: AppTest) -> str:
    return " ".join(one.value for one in app.markdown)


def numbers(app: AppTest) -> list:
    return [frame.value.to_dict() for frame in app.dataframe]


@pytest.mark.usefixtures("charts_are_held_against_the_schema")
@pytest.mark.parametrize("name", ["component", *map(slowly, [*LESSONS][1:])])
def test_a_chapter_has_pictures_numbers_a_question_and_its_answer(name: str):
    app, chapter = open_learn(name), LESSONS[name]
    number = [*LESSONS].index(name) + 1
    begins = f"{number}. " if chapter.minutes else "For students: "
    assert app.subheader[0].value == f"{begins}{chapter.title}"
    label = OPTIONS["chapter"].choices[name]
    assert label.startswith(f"{number} ") == bool(chapter.minutes)
    assert charts(app)
    assert app.dataframe
    assert chapter.tasks[0].question in text(app)
    assert chapter.for_teachers in text(app)


@pytest.mark.parametrize("name", [*sorted({*LESSONS} - {"sparse"}), slowly("sparse")])
def test_what_a_chapters_widgets_set_is_in_the_address_and_can_be_hidden(name: str):
    chapter = LESSONS[name]
    assert set(chapter.widgets) <= set(keys_of(Lesson()))
    assert not set(chapter.parts) & set(keys_of(Lesson()))
    hide = ",".join(hideable(chapter))
    hidden = open_learn(name, hide=hide)
    for kind in ("slider", "multiselect", "toggle"):
        assert not hidden.get(kind)
    assert chapter.for_teachers not in text(hidden)
    assert charts(hidden)  # the picture stays, and nothing moves it
    assert not [one for one in hidden.button_group if "Words of" in one.label]


def test_a_link_opens_the_chapter_as_the_teacher_left_it():
    app = open_learn("component", angle="35")
    app.multiselect(key="to_hide").set_value(["angle", "answer"]).run()
    link = next(code.value for code in app.code if "hide=" in code.value)
    said = {name: one for name, (one,) in parse_qs(urlsplit(link).query).items()}
    pupil = open_learn(said.pop("chapter", "component"), **said)
    assert not pupil.slider
    assert numbers(pupil) == numbers(app)


@pytest.mark.slow
def test_a_step_of_the_matching_is_watched_with_its_sentence_and_its_sums():
    app = open_learn("matching", answers="contested=1")
    for step, frame in enumerate(matching.example(), start=1):
        play = next(one for one in app.button if one.key == "play_Play")
        play.click().run()
        assert f"**Step {step}.** {frame.happened}" in text(app)
    assert next(one for one in app.button if one.key == "play_Play").disabled
    assert any("hands tax on" in frame.happened for frame in matching.example())


def bar_of_yours(app: AppTest) -> bytes:
    """Return what is sent to draw the totals."""
    return app.get("vega_lite_chart")[1].proto.SerializeToString()


def test_a_click_on_an_edge_and_a_word_below_both_move_the_bar():
    app = open_learn("matching", own="20000000")
    assert b"49 with 1 word" in bar_of_yours(app)
    first, second = (one for one in app.button_group if "Words of" in one.label)
    assert second.value == ["tax"]
    first.set_value(["money", "trade"]).run()
    assert dict(app.query_params)["own"] == "21000100"
    assert b"177 with 3 words" in bar_of_yours(app)
    app.button_group(key="words_of_2").set_value(["tax", "navy"]).run()
    assert b"235 with 4 words" in bar_of_yours(app)
    assert "best=reached" in dict(app.query_params)["answers"]


def test_restart_forgets_all_answers_and_all_that_was_moved():
    app = open_learn("component", answers="spread=35,sum=5", angle="80", hide="note")
    button(app, "Restart").click().run()
    assert {**dict(app.query_params)} == {"hide": "note"}
    assert "0 of 26 tasks solved" in text(app)


def test_pupils_find_topics_in_their_own_sentences():
    app = open_learn("sentences")
    words = [word for word in app.dataframe[-1].value["words"]]
    assert sorted(words[0].split(", ")) == ["ball", "goal", "goalkeeper"]
    own = "\n".join(
        [f"The king and the queen wear a crown {number}." for number in range(5)]
        + [f"A ship with a sail left the harbour {number}." for number in range(5)]
    )
    app.text_area[0].set_value(own)
    button(app, "Find the topics").click().run()
    assert "own=reached" in dict(app.query_params)["answers"]
    app.text_area[0].set_value("One line.")
    button(app, "Find the topics").click().run()
    assert app.warning


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


def test_an_answer_is_checked_kept_in_the_link_and_counted_on_the_path():
    app = open_learn("component")
    assert "0 of 26 tasks solved" in text(app)
    n_pictures = len(charts(app))
    app.number_input(key="answer_spread").set_value(125).run()
    assert "across" in app.warning[0].value
    assert len(charts(app)) > n_pictures  # it was a guess
    app.number_input(key="answer_spread").set_value(35).run()
    assert LESSONS["component"].tasks[0].why in [one.value for one in app.success]
    assert dict(app.query_params)["answers"] == "spread=35"
    assert "1 of 26 tasks solved" in text(app)
    pupils = open_learn("component", answers="spread=35,sum=5")
    assert "2 of 26 tasks solved" in text(pupils)
    silent = open_learn("component", answers="spread=125", hide="answer")
    assert not silent.warning


@pytest.mark.slow
def test_a_target_that_was_reached_stays_solved_when_the_pupil_goes_on():
    app = open_learn("sparse", answers="enough=5,pair=1")
    assert "Try fewer" in app.info[0].value
    app.slider(key="choice_kept_words").set_value(6).run()
    app.slider(key="choice_kept_words").set_value(20).run()
    assert app.success
    assert dict(app.query_params)["answers"].endswith("thirty=reached")
    path = app.button_group(key="choice_chapter")
    assert any(
        "Sparse" in one.content and "✓" in one.content for one in path.proto.options
    )


def test_the_lesson_plan_has_35_minutes_and_links_that_hide_what_comes_later():
    lesson = {name: one for name, one in LESSONS.items() if one.minutes}
    assert sum(chapter.minutes for chapter in lesson.values()) == 35
    assert [*lesson] == ["component", "together", "matching", "noise", "sentences"]
    app = open_learn("plan")
    assert app.subheader[0].value == "Lesson plan: 35 minutes"
    shown, solutions = text(app), text(open_learn("solutions"))
    for name, chapter in LESSONS.items():
        for task in chapter.tasks:
            assert task.why in solutions
            assert task.why not in shown, "solutions are on a page of their own"
        if chapter.minutes:
            assert f"chapter={name}&hide=chapters%2Cnote" in shown
            assert chapter.goal in shown
            assert all(task.question in shown for task in chapter.tasks)
    pupil = open_learn("noise", hide="chapters,note")
    assert [one.key for one in pupil.button_group] == ["task_noise"]
    assert LESSONS["noise"].for_teachers not in text(pupil)


def test_a_right_and_a_wrong_answer_look_the_same_where_the_link_hides_which_is_right():
    right, wrong = (
        open_learn("component", answers=f"spread={answer}", hide="answer")
        for answer in (35, 125)
    )
    assert "1 of 26 tasks answered" in text(right)
    assert text(right) == text(wrong)
    assert [one.options for one in right.button_group] == [
        one.options for one in wrong.button_group
    ]
    assert "✓" not in str([one.options for one in right.button_group])
    every = ",".join(["spread=35", "sum=5", "half=reached"])
    done = open_learn("component", answers=every, hide="answer")
    assert "✓" not in str([one.options for one in done.button_group])
    assert LESSONS["component"].closing not in text(done)
    assert LESSONS["component"].closing in text(open_learn("component", answers=every))
