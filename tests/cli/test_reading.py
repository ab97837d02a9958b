"""Every option of a file is a keyword of `load`, and reaches it."""

import argparse
import inspect
import io
import sys

import pytest

import spca_core
from spca_core.cli.command_line import main
from spca_core.cli.reading import add_reading_options, reading_options
from spca_core.corpus.readers.encodings import ENCODINGS
from spca_core.corpus.texts.pieces import CUTS
from spca_core.corpus.texts.tokenisation import JUNK, MERGINGS

EVERY = (
    "--words words.txt --format text_table --label id --text title,body "
    "--title headline --date when --group party,state --encoding utf-16 "
    "--join id --header 2 --sheet texts --order day "
    "--cut pieces --piece 300 --language de,fr --stop-words tax,war "
    "--merge stems --phrases 2 --numbers --token-pattern [a-z]+ --no-lowercase "
    "--shortest 2 --junk links,gaps --keep-repeated --keep-copies "
    "--min-df 5 --max-df 0.5 --max-features 100 --removed shall"
)


def parsed(options: str = "") -> dict[str, object]:
    parser = argparse.ArgumentParser(argument_default=argparse.SUPPRESS)
    add_reading_options(parser)
    return reading_options(parser.parse_args(["speeches.csv", *options.split()]))


def test_what_is_not_given_is_left_to_load():
    assert parsed() == {}


def test_every_option_is_a_keyword_of_load_and_every_keyword_is_an_option():
    keywords = inspect.signature(spca_core.load).parameters.keys()
    given = parsed(EVERY)
    assert given.keys() == keywords - {"source", "progress"}
    assert given["text"] == ("title", "body")
    assert given["junk"] == ("links", "gaps")
    assert not given["without_repeated"]
    assert not given["without_copies"]
    assert (given["piece"], given["min_df"], given["max_df"]) == (300, 5, 0.5)
    assert (given["numbers"], given["lowercase"]) == (True, False)
    assert parsed("--vocabulary words.txt") == parsed("--words words.txt")


def test_the_help_names_every_choice_and_the_defaults_of_load(capsys):
    with pytest.raises(SystemExit):
        main(["keep", "--help"])
    said = capsys.readouterr().out
    assert all(choice in said for choice in (*CUTS, *MERGINGS, *JUNK))
    assert {"utf-8", "cp1252"} <= set(ENCODINGS)
    keywords = inspect.signature(spca_core.load).parameters
    for name in ("piece", "phrases"):
        _, _, about = " ".join(said.split()).partition(f"--{name} N ")
        assert f"(default: {keywords[name].default})" in about.partition(" --")[0]


def test_a_source_may_come_by_standard_input(capsys, monkeypatch):
    texts = b"tea and milk\nmilk with tea\ndogs chase cats\ncats chase dogs\n"
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(texts)))
    assert main(["topics", "-", "-k", "2", "-s", "2"]) == 0
    assert "standard input: 4 documents, 5 words" in capsys.readouterr().out
