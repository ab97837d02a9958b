"""Other documents are uploaded on the page Documents, and scored by the topics."""

import pytest
from streamlit.testing.v1 import AppTest

from spca_core.corpus.bundled import read_bundled
from spca_core.corpus.preparation import DEFAULT_PREPARATION, prepare
from spca_core.results.files.stored import stored_topics
from tests.app.visits import errors, open_page, run_to_the_end, said

pytestmark = pytest.mark.usefixtures("proofs_end_at_their_first_bound")
NEW = (
    "text,note,who\n"
    '"Health insurance and medical care for children, say families",a,x\n'
    '"Zebras graze, and **unicorns** <b>too</b>",b,y\n'
)


def opened() -> AppTest:
    app = open_page("documents")
    app.session_state["new_documents"] = True
    return run_to_the_end(app)


def sent(app: AppTest, name: str, content: bytes) -> AppTest:
    app.file_uploader(key="new_files").set_value([(name, content, "")])
    return scored(app)


def scored(app: AppTest) -> AppTest:
    return app.run()


@pytest.mark.slow
def test_new_documents_are_scored_as_by_the_library():
    app = opened()
    assert "counted and weighted like those of the corpus" in said(app)
    app = sent(app, "new.csv", NEW.encode())
    assert not errors(app)
    corpus = prepare(read_bundled("state_of_the_union"), DEFAULT_PREPARATION)
    topics = stored_topics(corpus)
    assert topics
    expected = topics.transform([*NEW.split('"')[1::2]])
    shown = next(
        table.value for table in app.dataframe if "unknown" in table.value.columns
    )
    for name in ("main_topic", "share", "unknown"):
        assert shown[name].tolist() == expected[name].tolist()
    assert "2 documents, of which 50 % have a topic." in said(app)


def test_a_file_that_cannot_be_read_is_refused_and_another_column_can_be_named():
    app = sent(opened(), "new.csv", b"\x89PNG\r\n\x1a\n")
    assert "a PNG picture" in errors(app)
    app = sent(app, "new.csv", NEW.encode())
    app.text_input(key="new_column").set_value("nobody")
    scored(app)
    assert "nobody" in errors(app)
    app.text_input(key="new_column").set_value("note")
    scored(app)
    assert "2 documents contain none of the corpus's words." in said(app)
