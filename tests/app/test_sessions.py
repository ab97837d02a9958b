"""Sessions share what is computed, and each sees its own corpus: that of its link."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.state.uploads import shelf
from spca_core.corpus.readers.files import Upload
from tests.app.visits import (
    errors,
    open_page,
    place_of,
    run_to_the_end,
    title,
    upload,
    use,
)
from tests.fuzz import slowly
from tests.made import WORDS

pytestmark = pytest.mark.usefixtures("proofs_end_at_their_first_bound")
SIZE = {"k": "2", "s": "3", "effort": "quick", "find": WORDS[1]}
PAGES = [
    (None, {"tab": "time", "by": "side"}),
    ("documents", {"document": "3"}),
    *(slowly(None, {"tab": tab}) for tab in ("cards", "topic", "time", "find")),
    slowly(None, {"tab": "map", "map": "documents"}),
    slowly("documents", {}),
    slowly("compare", {}),
    slowly("corpus", {"view": "pictures"}),
]


def table(side: str, year: int, mark: str) -> bytes:
    """Return texts with the same counts and titles, whatever the arguments are.

    mark : between the words of the texts; it has no letters, so it is no word
    """
    rows = ["title,date,other_date,side,other_side,text"]
    for i in range(60):
        text = f" {mark} ".join(WORDS[(i * j) % 40] for j in range(1, 9))
        when = f"{year + i % 5}-01-01,{year + 300 + i % 5}-01-01"
        rows.append(f"Title {i},{when},{side}{i % 2},yonder{i % 2},{text}")
    return "\n".join(rows).encode()


def shown(app: AppTest) -> str:
    """Return all that the page shows: texts, tables and charts."""
    drawn = [getattr(node, "proto", None) for node in (*app.main, *app.sidebar)]
    parts = [proto.SerializeToString() for proto in drawn if proto]
    return b"".join(parts).decode("utf-8", "replace")


def year(decade: int) -> str:
    """Return what finds a year, and nothing in other numbers: seconds, say."""
    return rf"(?<![\w.]){decade}[1-5](?!\w)"


# A file's name and content, and by what one sees that it is shown.
ONE = (
    "alpha.csv",
    table("northerly", 1601, "¤¤"),
    ("alpha", "northerly", year(160), "¤¤"),
)
TWO = (
    "omega.csv",
    table("southerly", 1701, "¶¶"),
    ("omega", "southerly", year(170), "¶¶"),
)


def found(marks: tuple[str, ...], text: str) -> list[str]:
    return [mark for mark in marks if re.search(mark, text, re.IGNORECASE)]


@pytest.mark.parametrize(("page", "view"), PAGES)
def test_a_corpus_of_the_same_counts_shows_its_own_name_groups_dates_and_texts(
    page: str | None, view: dict[str, str]
):
    for (name, content, own), (*_, others) in ((ONE, TWO), (TWO, ONE)):
        place = shelf().put(Upload(name, content))
        app = open_page(page, corpus=place, **SIZE, **view)
        assert found(others, shown(app)) == []
        assert own[0] in found(own, shown(app))


@pytest.mark.parametrize(
    ("option", "marks"),
    [
        ("date", {"date": year(160), "other_date": year(190)}),
        ("groups", {"side": "northerly", "other_side": "yonder"}),
    ],
)
def test_the_same_file_read_in_another_way_shows_what_was_read(
    option: str, marks: dict[str, str]
):
    place = shelf().put(Upload("same.csv", ONE[1]))
    for column, mark in marks.items():
        by = "year" if option == "date" else column
        link = {"corpus": place, option: column, "tab": "time", "by": by}
        app = open_page(**link, **SIZE)
        assert found(tuple(marks.values()), shown(app)) == [mark]


@pytest.mark.slow
def test_the_same_bytes_have_the_name_by_which_each_session_has_sent_them():
    apps = []
    for name in ("mine.csv", "yours.csv"):
        app = upload(open_page("corpus", **SIZE), (name, ONE[1]))
        apps.append(use(app))
    for app, name in zip(apps, ("Mine", "Yours"), strict=True):
        assert f"{name}, " in title(run_to_the_end(app.run()))
        assert f"Corpus: {name.lower()}.csv" in shown(app).replace("\\", "")
        again = open_page(**dict(app.query_params))  # as after a reload
        assert again.title[0].value == app.title[0].value


def test_a_link_that_gives_an_upload_no_name_opens_it():
    shelf().put(Upload("mine.csv", ONE[1]))
    app = open_page(corpus=place_of(ONE[1]), **SIZE)
    assert "Uploaded file, " in title(app)
    assert "mine" not in shown(app)


@pytest.mark.slow
def test_files_uploaded_together_are_not_called_as_a_file_of_another_session():
    header, *rows = ONE[1].splitlines()
    halves = (b"\n".join([header, *half]) for half in (rows[:30], rows[30:]))
    use(upload(open_page("corpus", **SIZE), ("earlier.csv", ONE[1])))
    parts = zip(("a.csv", "b.csv"), halves, strict=True)
    app = use(upload(open_page("corpus", **SIZE), *parts))
    assert title(app).startswith("2 files")
    assert "earlier" not in shown(app).lower()


def test_numbers_that_are_refused_are_refused_without_the_name_of_another_session():
    rows = b"a,b\n-1.5,2.25\n0.5,1.75\n2.5,0.5\n"
    for name, other in (("alpha.csv", "omega"), ("omega.csv", "alpha")):
        place = shelf().put(Upload(name, rows))
        app = open_page(corpus=place, weighting="log", k="1", s="1")
        assert "negative numbers" in errors(app)
        assert other not in shown(app)


@pytest.mark.slow
def test_private_uploads_have_their_own_names_too(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("SPCA_PRIVATE_UPLOADS", "1")
    for name in ("mine.csv", "yours.csv"):
        app = use(upload(open_page("corpus", **SIZE), (name, ONE[1])))
        assert title(app).startswith(name.removesuffix(".csv").title())
