"""What the cells of a table tell of its columns."""

import numpy as np

from spca_core.corpus.readers.tables.columns import (
    GUESSED,
    ColumnRoles,
    choose,
    guess_columns,
    has_header,
    holds_prose,
)
from spca_core.corpus.readers.files import Upload
from spca_core.corpus.readers.loading import read_corpus
from spca_core.corpus.readers.tables.several import separator
from tests.fuzz import in_one_test

TEXT = "the tax was raised by all of them in the spring of that year"


@in_one_test(
    "first, told",
    [
        (["name", "text"], True),
        (["name", ""], True),
        (["", ""], False),
        (["name", "2"], False),  # names are no numbers
        (["one", "text"], False),  # a cell of the first column
        (["1999-12-31", "2001-01-02"], False),
        (["x" * 200, "text"], True),
        (["x" * 201, "text"], False),
    ],
)
def test_a_header_is_of_names_that_are_no_cells_of_their_columns(first, told):
    assert has_header([first, ["one", TEXT], ["two", TEXT]]) is told


@in_one_test("names, told", [(2, True), (1, False)])
def test_at_least_half_of_the_columns_have_names(names, told):
    first = [f"name {i}" for i in range(names)] + [""] * (4 - names)
    assert has_header([first, ["a", "b", "c", "d"]]) is told


def test_a_row_alone_is_a_header_unless_it_has_numbers():
    assert has_header([["war", "peace"]])
    assert not has_header([["war", "2"]])
    assert not has_header([["", " "]])


def test_texts_of_one_pattern_are_texts_if_no_others_are_there():
    alike = [f"I think that tea {i} is good" for i in range(60)]
    names = [f"Ann {i}" for i in range(60)]
    assert guess_columns(("name", "text"), [names, alike]).text == (1,)


def test_titles_of_a_few_rows_are_titles_and_names_on_many_rows_are_groups():
    few = [f"title {i}" if i % 5 == 0 else "" for i in range(30)]
    many = [f"name {i % 3}" for i in range(30)]
    assert guess_columns(("title", "text"), [few, [TEXT] * 30]).title == 0
    assert guess_columns(("title", "text"), [many, [TEXT] * 30]).groups == (0,)


@in_one_test(
    "n_groups, n_rows, found",
    [(1, 200, False), (2, 3, True), (60, 200, True), (61, 200, False), (6, 10, False)],
)
def test_groups_are_two_to_sixty_and_not_more_than_half_of_the_rows(
    n_groups, n_rows, found
):
    groups = [f"group {i % n_groups}" for i in range(n_rows)]
    titles = [f"title {i}" for i in range(n_rows)]
    guess = guess_columns(("title", "of", "text"), [titles, groups, [TEXT] * n_rows])
    assert guess.groups == ((1,) if found else ())


@in_one_test("n_distinct, found", [(18, True), (17, False)])
def test_titles_without_a_name_are_nine_of_ten_distinct(n_distinct, found):
    titles = [f"of {min(i, n_distinct - 1)}" for i in range(20)]
    guess = guess_columns(("a", "b"), [titles, [TEXT] * 20])
    assert guess.title == (0 if found else -1)


@in_one_test(
    "n_numbers, n_words, told",
    [(1, 3, True), (1, 2, False), (2, 3, False), (2, 7, False), (2, 8, True)],
)
def test_prose_has_three_words_a_cell_and_eight_where_most_cells_are_numbers(
    n_numbers, n_words, told
):
    words = " ".join(["tax"] * n_words)
    rows = [[*(str(i) for i in range(n_numbers)), words] for _ in range(5)]
    assert holds_prose(rows) is told


def test_columns_as_wordy_as_the_texts_look_like_texts_and_are_no_titles():
    names = ("liked", "missed", "remark", "side", "headline")
    answers = [f"{i} {TEXT}" for i in range(20)]
    sides = ["all of us", "none of them"] * 10
    few = ["it is fine", *[""] * 19]
    columns = [answers, answers[::-1], few, sides, answers]
    guess = guess_columns(names, columns)
    assert guess.like_text == (0, 1)
    assert guess.text[0] in guess.like_text
    assert (guess.title, guess.groups) == (4, (3,))
    rows = list(zip(*columns, strict=True))
    chosen = choose("t.csv", names, rows, GUESSED)
    assert chosen.like_text == ("liked", "missed")
    assert "'missed' looks like texts too" in chosen.doubt
    named = choose("t.csv", names, rows, ColumnRoles(text=("liked", "missed")))
    assert (named.taken.text, named.doubt) == (("liked", "missed"), "")


@in_one_test(
    "cells, mark",
    [
        (("tea; tax", "sea"), ";"),
        (("Action|Comedy", "Drama"), "|"),
        (("cs.CL cs.LG", "cs.CL", "cs.LG"), " "),
        (("post, phone", "post", "phone"), ","),
        (("Paris, France", "Rome, Italy", "France"), ""),
        (("very good", "good", "very bad", "bad"), ""),
        (("yes, in part", "yes", "no", "no, never"), ""),
        (("New York", "York"), ""),
    ],
)
def test_several_values_in_a_cell_are_told_from_one_of_several_words(cells, mark):
    assert separator(cells) == mark


def test_groups_are_the_twelve_filled_columns_of_few_values_that_tell_most():
    rng = np.random.default_rng(0)
    rows = 200
    good = {f"topic {chr(97 + i)}": rng.integers(4, size=rows) for i in range(12)}
    poor = {
        "isbn": rng.integers(2, size=rows),
        "page count": rng.integers(8, size=rows),
        "License": rng.integers(3, size=rows),
        "errata": np.where(np.arange(rows) < 20, "yes", ""),
        "kind": np.where(np.arange(rows) < 3, "letter", "article"),
        "often": np.where(np.arange(rows) < 20, "yes", "no"),
        "shelf": rng.integers(59, size=rows),
    }
    for held, groups in (({**poor, **good}, [*good]), (poor, ["often", "shelf"])):
        table = {"text": [TEXT] * rows, **held}
        columns = [
            [cell and f"{name}{cell}" for cell in map(str, column)]
            for name, column in table.items()
        ]
        guess = guess_columns([*table], columns)
        assert [[*table][i] for i in guess.groups] == groups


def test_tags_in_one_cell_are_groups_of_a_corpus_each():
    rows = [
        f'"{n} {TEXT}",{tags}' for n, tags in enumerate(["cs.CL cs.LG", "cs.LG"] * 3)
    ]
    lines = ["text,tags", *rows, f'"{TEXT}",cs.CL']
    corpus = read_corpus(Upload("papers.csv", "\n".join(lines).encode()))
    assert corpus.groups["tags"] == (*("cs.CL; cs.LG", "cs.LG") * 3, "cs.CL")
