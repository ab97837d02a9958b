"""The command look prints what a file would be read as, and how else it can be."""

import re

import pytest

import spca_core
from spca_core.cli.command_line import main

CHAPTERS = "\n\n".join(
    f"CHAPTER {i}\n\nANNA: A cup of tea and a \x1b[31mpot.\n\nBERT: The dog ran."
    for i in range(1, 10)
)


@pytest.fixture
def path(tmp_path):
    (tmp_path / "story.txt").write_text(CHAPTERS)
    return tmp_path / "story.txt"


def test_each_suggestion_gives_as_many_documents_as_it_says(path, capsys):
    assert main(["look", str(path)]) == 0
    said = capsys.readouterr().out
    assert "\x1b" not in said
    suggested = re.findall(r"^.*: ([\d,]+) by --(\w+) (\S+)$", said, re.M)
    assert len(suggested) > 1
    for number, option, value in suggested:
        assert main(["look", str(path), f"--{option}", value]) == 0
        assert f"\n{number} documents\n" in capsys.readouterr().out
        seen = spca_core.preview(path, **{option: value})
        assert f"{seen.n_documents:,}" == number


def test_a_pattern_is_tried_and_a_wrong_one_is_pointed_at(path, capsys):
    assert main(["look", str(path), "--pattern", "(?P<speaker>[A-Z]+):"]) == 0
    assert "ANNA" in capsys.readouterr().out
    assert main(["look", str(path), "--pattern", "(CHAPTER"]) == 2
    assert "at character 9" in capsys.readouterr().err


def test_columns_are_shown_with_what_they_are_read_as(tmp_path, capsys):
    rows = "".join(f"Tea {i},A cup of tea and a pot for {i} cats\n" for i in range(9))
    (tmp_path / "notes.csv").write_text(f"name,note\n{rows}")
    assert main(["look", str(tmp_path / "notes.csv")]) == 0
    assert re.search(r"note\s+text\s+9\s+A cup of tea", capsys.readouterr().out)
