"""A collection is read as its units on the page Corpus, and others can be chosen."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.app.visits import errors, open_page, run_to_the_end, said, upload
from tests.corpus.readers.containers import factiva_codes, made_articles

pytestmark = pytest.mark.usefixtures("proofs_end_at_their_first_bound")
ABOUT = ("tea cups pots", "war ships sea", "tax law land")


def chosen(app: AppTest, label: str):
    return next(one for one in app.selectbox if one.label == label)


def test_articles_are_found_in_an_upload_and_another_unit_can_be_chosen():
    articles = [
        article._replace(paragraphs=(f"Of {ABOUT[i % 3]}.", f"And {ABOUT[i % 3]}."))
        for i, article in enumerate(made_articles(0, 9))
    ]
    app = upload(open_page("corpus"), ("report.txt", factiva_codes(articles)))
    assert not errors(app)
    assert "9 documents (split into records)" in said(app)
    chosen(app, "Split long texts into").set_value("paragraphs")
    run_to_the_end(app)
    assert "(split into paragraphs)" in said(app)


def test_the_separator_of_a_table_can_be_chosen():
    rows = (f"{i}|It is of {ABOUT[i % 3]}, they said|x" for i in range(9))
    content = "\n".join(["id|text|more", *rows]).encode()
    app = upload(open_page("corpus"), ("x.csv", content))
    assert not errors(app)
    assert "9 documents" in said(app)
    chosen(app, "Separator").set_value("pipe")
    run_to_the_end(app)
    assert "9 documents" in said(app)
