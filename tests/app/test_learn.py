"""Learn: each chapter opens, answers its controls, and is handed on by a link."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from pages.learn import LESSONS
from pages.parts.learn.reader import hideable
from pages.shared import player
from pages.shared.state.options import N_CHAPTERS, Lesson, keys_of
from spca_core.lessons import cost, dense
from spca_core.lessons.matching import TOPICS
from tests.app.test_explore import button
from tests.app.test_pages import APP, LONGEST_RUN, charts
from tests.fuzz import slowly
from tests.lessons.test_cost import made_cases

UNDER_THE_POINTER = (1, 3, 5, 6, 8, 9, 10)
CHAPTERS = {number: lesson.CHAPTER for number, lesson in enumerate(LESSONS, start=1)}


@pytest.fixture(autouse=True)
def searches_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of them take a quarter of a minute."""
    monkeypatch.setattr(dense, "SIZES", (1, 10, 50))
    monkeypatch.setattr(cost, "every_case", lambda _: made_cases())


def open_learn(chapter: int, **address: str) -> AppTest:
    app = AppTest.from_file(str(APP), default_timeout=LONGEST_RUN)
    for name, value in {"chapter": str(chapter), **address}.items():
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
@pytest.mark.parametrize("number", [1, *map(slowly, sorted(CHAPTERS)[1:])])
def test_a_chapter_has_pictures_numbers_a_question_and_its_answer(number: int):
    app, chapter = open_learn(number), CHAPTERS[number]
    assert app.subheader[0].value == f"{number}. {chapter.title}"
    assert pictures(app)
    assert app.dataframe
    assert chapter.question in text(app)
    assert {"The answer", "For teachers"} <= set(expanders(app))
    assert chapter.answer in text(app)
    assert bool(held(app)) == (number in UNDER_THE_POINTER)
    for data in held(app):
        assert data["values"].keys() == set(chapter.widgets)
        for picture in (one for column in data["columns"] for one in column):
            names = {one["name"] for one in picture["spec"]["params"]}
            assert {one["name"] for one in picture["moves"]} <= names
            assert names & data["values"].keys()
        for control in data["controls"]:
            assert control["name"] in data["values"]


@pytest.mark.parametrize("number", CHAPTERS)
def test_what_a_chapters_widgets_set_is_in_the_address_and_can_be_hidden(number: int):
    chapter = CHAPTERS[number]
    assert set(chapter.widgets) <= set(keys_of(Lesson()))
    assert not set(chapter.parts) & set(keys_of(Lesson()))
    hide = ",".join(hideable(chapter))
    hidden = open_learn(number, hide=hide)
    for kind in ("slider", "multiselect", "toggle"):
        assert not hidden.get(kind)
    assert not {"The answer", "For teachers"} & set(expanders(hidden))
    assert pictures(hidden)  # the picture stays, and nothing moves it
    for data in held(hidden):
        assert not data["controls"]
        assert not any(one["moves"] for column in data["columns"] for one in column)


def test_what_the_link_says_is_where_the_pictures_begin():
    (data,) = held(open_learn(8, first_angle="35", second_angle="150.5"))
    assert data["values"] == {"first_angle": 35.0, "second_angle": 150.5}
    tables = numbers(open_learn(8, first_angle="35"))
    assert tables != numbers(open_learn(8))


def test_a_link_opens_the_chapter_as_the_teacher_left_it():
    app = open_learn(1, angle="35")
    app.multiselect(key="to_hide").set_value(["angle", "answer"]).run()
    link = next(code.value for code in app.code if "hide=" in code.value)
    said = {name: one for name, (one,) in parse_qs(urlsplit(link).query).items()}
    pupil = open_learn(int(said.pop("chapter", "1")), **said)
    assert [one["name"] for one in held(pupil)[0]["controls"]] == ["best_direction"]
    assert "The answer" not in expanders(pupil)
    assert numbers(pupil) == numbers(app)


def test_what_is_hidden_stays_hidden_while_a_pupil_works():
    app = open_learn(7, hide="answer,note")
    words = app.multiselect(key="choice_first_words")
    words.set_value(words.options[:2]).run()
    assert "The answer" not in expanders(app)
    assert dict(app.query_params)["hide"] == "answer,note"


def test_the_chapters_are_turned_by_their_names_and_one_by_one():
    app = open_learn(1)
    app.button_group(key="choice_chapter").set_value(4).run()
    assert app.subheader[0].value.startswith("4. ")
    assert dict(app.query_params)["chapter"] == "4"
    button(app, "Next").click().run()
    assert app.subheader[0].value.startswith("5. ")
    button(app, "Previous").click().run()
    assert app.subheader[0].value.startswith("4. ")


def test_the_matching_is_stepped_through_forth_and_back():
    app = open_learn(4)
    first = numbers(app)
    button(app, "Step").click().run()
    second = numbers(app)
    button(app, "Step").click().run()
    button(app, "Step back").click().run()
    assert numbers(app) == second
    assert app.slider(key="choice_step").value == 1
    app.slider(key="choice_step").set_value(0).run()
    assert numbers(app) == first


def test_tables_are_shuffled_singly_or_by_nine_and_taken_back():
    app = open_learn(11, strength="0")
    steps = {"Shuffle": 1, "Shuffle 9 times": 10, "Step back": 9, "Reset": 0}
    for label, shuffles in steps.items():
        button(app, label).click().run()
        assert dict(app.query_params).get("shuffles", "0") == str(shuffles)
        assert len(app.dataframe[0].value) == shuffles + 1
    last = open_learn(11, shuffles="36")
    assert button(last, "Shuffle").disabled
    assert len(last.dataframe[0].value) == 37


def test_play_begins_and_pause_ends_it():
    app = open_learn(4)
    button(app, "Play").click().run()
    assert app.session_state[player.PLAYING] == "step"
    button(app, "Pause").click().run()
    assert player.PLAYING not in app.session_state


def test_the_best_prices_prove_the_optimum_of_the_four_words():
    app = open_learn(6)
    button(app, "Set the best prices").click().run()
    account = next(frame.value for frame in app.dataframe if "term" in frame.value)
    values = account.set_index("term")["value"]
    assert values["Your limit"] == pytest.approx(values["The best topics capture"])


@pytest.mark.parametrize(
    ("number", "name"),
    [
        (3, "pairings"),
        (6, "best_prices"),
        (6, "every_choice"),
        (7, "hint"),
        (7, "variances"),
        (7, "best_topics"),
    ],
)
def test_what_gives_the_solution_away_can_be_hidden_alone(number: int, name: str):
    def shown(app: AppTest) -> int:
        return len([*app.dataframe, *app.expander, *app.button, *app.toggle])

    app = open_learn(number)
    assert CHAPTERS[number].parts[name] in app.multiselect(key="to_hide").options
    hidden = open_learn(number, hide=name)
    assert not hidden.warning
    assert 0 < shown(hidden) < shown(app)


def test_what_a_link_hides_and_no_chapter_has_is_named():
    app = open_learn(1, hide="answer,angel,%3Cb%3E")
    (said,) = app.warning
    assert "angel" in said.value
    assert "<b>" not in said.value
    assert "answer" not in said.value
    assert "The answer" not in expanders(app)


def test_hidden_weights_are_shown_but_cannot_be_changed():
    app = open_learn(4, hide="weights", weights=",".join(map(str, range(16))))
    weights = next(one.value for one in app.dataframe if TOPICS[0] in one.value)
    assert weights[list(TOPICS)].to_numpy().T.ravel().tolist() == list(range(16))
    assert not [one for one in app.button if one.label == "Draw at random"]


def test_weights_drawn_at_random_begin_at_the_first_frame():
    app = open_learn(4, step="3")
    button(app, "Draw at random").click().run()
    address = dict(app.query_params)
    assert len(address["weights"].split(",")) == 16
    assert "step" not in address


def test_neither_topic_is_offered_the_others_words():
    app = open_learn(7)
    first, second = "choice_first_words", "choice_second_words"
    words = app.multiselect(key=first).options
    app.multiselect(key=first).set_value(words[:3]).run()
    assert app.multiselect(key=second).options == words[3:]
    app.multiselect(key=second).set_value(words[3:5]).run()
    assert app.multiselect(key=first).options == [*words[:3], *words[5:]]
    assert app.multiselect(key=first).value == words[:3]
    app.multiselect(key=first).set_value(words[1:3]).run()
    assert app.multiselect(key=second).options == [words[0], *words[3:]]
    assert app.multiselect(key=second).value == words[3:5]
    assert not app.warning


def test_a_word_that_a_link_gives_both_topics_is_refused_and_can_be_taken_out():
    app = open_learn(7, first_words="tax,america", second_words="tax")
    assert "tax is chosen twice" in app.warning[0].value
    assert not charts(app)
    app.multiselect(key="choice_second_words").set_value([]).run()
    assert not app.warning
    assert charts(app)
    assert set(app.multiselect(key="choice_first_words").value) == {"tax", "america"}


def test_strangers_words_in_a_link_are_left_out_and_named():
    app = open_learn(7, first_words="tax,zebra,%3Cscript%3E,![x](http://example.com)")
    assert app.multiselect(key="choice_first_words").value == ["tax"]
    (said,) = app.warning
    assert "zebra" in said.value
    for markup in ("<script>", "![x](", "http://"):
        assert markup not in said.value
    assert charts(app)


def test_there_are_as_many_chapters_as_the_address_can_name():
    assert len(CHAPTERS) == N_CHAPTERS
