"""Every option of a file says something of how it is read."""

import argparse

from spca_core.cli.reading import add_reading_options, reading_of
from spca_core.corpus.readers.loading import Reading
from spca_core.corpus.readers.text_table import Columns
from spca_core.corpus.texts.pieces import Cutting
from spca_core.corpus.texts.tokenisation import Tokenisation


def parsed(options: str = "") -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    add_reading_options(parser)
    return parser.parse_args(["speeches.csv", *options.split()])


def test_a_file_is_read_as_usual_unless_somebody_says_otherwise():
    assert reading_of(parsed()) == Reading()


def test_every_option_reaches_the_reading():
    options = parsed(
        "--vocabulary words.txt --format text_table --label id --text title,body "
        "--title headline --date when --group party,state --encoding utf-16 "
        "--cut pieces --piece 300 --language de,fr --stop-words tax,war "
        "--merge stems --phrases 2 --numbers --token-pattern [a-z]+"
    )
    assert (options.source, options.vocabulary) == ("speeches.csv", "words.txt")
    assert reading_of(options) == Reading(
        format="text_table",
        label="id",
        columns=Columns(
            text=("title", "body"),
            title="headline",
            date="when",
            groups=("party", "state"),
        ),
        encoding="utf-16",
        cutting=Cutting(how="pieces", n_words=300),
        tokenisation=Tokenisation(
            languages=("de", "fr"),
            stop_words=("tax", "war"),
            merging="stems",
            longest_phrase=2,
            numbers=True,
            token_pattern="[a-z]+",
        ),
    )


def test_function_words_of_no_language_are_left_out_on_demand():
    assert reading_of(parsed("--language none")).tokenisation.languages == ()
