"""Topics of a file applied to new documents on the command line."""

from functools import partial

import pandas as pd
import pytest

import spca_core
from spca_core.cli.command_line import main
from spca_core.topics import Topics
from tests.made import TOPICS, planted_texts

pytestmark = pytest.mark.usefixtures("known_methods")


@pytest.fixture
def files(tmp_path):
    """Saved topics of texts, and a table of new ones."""
    texts = planted_texts(0, 60)
    topics = Topics.from_words(spca_core.load(texts, languages=()), map(sorted, TOPICS))
    topics.save(tmp_path / "topics.json")
    new = pd.DataFrame({"text": [*texts[:3], "Zebras\x1b[2J graze."], "who": [*"abab"]})
    new.to_csv(tmp_path / "new.csv", index=False)
    return tmp_path, topics, new


def test_new_documents_are_scored_printed_and_written(files, capsys):
    folder, topics, new = files
    saved, source = str(folder / "topics.json"), str(folder / "new.csv")
    expected = topics.transform(new).drop(columns="title")  # with a sign of control
    command = ["topics", source, "--apply", saved]
    assert main(command) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("4 documents, of which 75 % have a topic.")
    assert "\x1b" not in printed
    assert [line.split()[0] for line in printed.splitlines()[2:]] == [*"1234"]
    for ending, read in (
        (".csv", pd.read_csv),
        (".xlsx", partial(pd.read_excel, engine="openpyxl")),
    ):
        written = folder / f"out{ending}"
        assert main([*command, "-q", "-o", str(written)]) == 0
        assert not capsys.readouterr().err
        found = read(written, keep_default_na=False)[[*expected]]
        pd.testing.assert_frame_equal(found, expected, check_dtype=False)


def test_what_does_not_apply_is_refused_and_no_file_of_its_own_is_replaced(
    files, capsys
):
    folder, *_ = files
    saved, source = str(folder / "topics.json"), str(folder / "new.csv")
    for more, said in (
        (["--merging", "off"], "--merging: this does not apply with --apply"),
        (["--name", "new"], "--name: this does not apply"),
        (["-k", "3"], "--n-components: this does not apply"),
        (["-o", source], "new.csv"),
        (["-o", saved], "topics.json"),
    ):
        before = (folder / "new.csv").read_bytes()
        assert main(["topics", source, "--apply", saved, *more]) == 2
        assert said in capsys.readouterr().err
        assert (folder / "new.csv").read_bytes() == before
