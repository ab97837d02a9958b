"""The flags are the options of `load` and of a run, and reach them by their names."""

import argparse
import inspect
import io
import re
import sys

import pytest

import spca_core
from spca_core.cli import command_line
from spca_core.cli.command_line import main
from spca_core.cli.flags import add_flag, add_reading_flags, reading_options
from spca_core.corpus.options import Reading
from spca_core.corpus.preparation import DEFAULT_PREPARATION
from spca_core.options import GROUPS, Option, options
from spca_core.problem.settings import Settings
from tests.fuzz import in_one_test

READING = {**options(Reading()), **options(DEFAULT_PREPARATION)}
EVERY = [*READING.values(), *options(Settings()).values()]


def parsed(*given: str) -> dict[str, object]:
    parser = argparse.ArgumentParser(argument_default=argparse.SUPPRESS)
    add_reading_flags(parser)
    return reading_options(parser.parse_args(["speeches.csv", *given]))


def test_every_keyword_of_load_is_a_flag_and_what_is_not_given_is_left_to_load():
    assert parsed() == {}
    keywords = inspect.signature(spca_core.load).parameters
    assert {"words", "where", "decisions", *READING} == keywords.keys() - {
        "source",
        "progress",
    }
    for name, option in READING.items():
        assert keywords[name].default == option.default
    named = {"words": "words.txt", "decisions": "words.toml"}
    assert parsed("--words", "words.txt", "--decisions", "words.toml") == named
    several = ("--where", "word=gold", "--where", "date>=1950")
    assert parsed(*several) == {"where": ["word=gold", "date>=1950"]}
    assert parsed("--vocabulary", "w.txt") == parsed("--words", "w.txt")


@in_one_test("option", EVERY)
def test_a_flag_has_the_name_of_its_option_and_gives_what_it_holds(option: Option):
    parser = argparse.ArgumentParser(argument_default=argparse.SUPPRESS)
    add_flag(parser, option)
    flag = f"--{option.name.replace('_', '-')}"
    if option.type is bool:
        opposite = flag.replace("--without", "--with")
        opposite = f"--no{flag[1:]}" if opposite == flag else opposite
        given = {True: [flag], False: [opposite]}
    elif option.is_list:
        given = {("a", "b"): [flag, "a,b"]}
    elif option.form is GROUPS:
        given = {(("a", "b"), ("c", "d e")): [flag, "a=b,c = d e"]}
    elif option.type in (str, str | None):
        given = {"day": [flag, "day"]}
    else:
        given = {5: [flag, "5"]}
    if option.short:
        given[5] = [f"-{option.short}", "5"]
    if option.type in (float, int | float):
        given[0.5] = [flag, "0.5"]
    for value, arguments in given.items():
        (held,) = vars(parser.parse_args(arguments)).values()
        assert held == value
        assert option.type != int | float or type(held) is type(value)


def test_each_help_has_examples_that_are_parsed(capsys):
    for command in ("topics", "find", "compare", "paper", "keep", "app"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        _, _, examples = capsys.readouterr().out.partition("examples:\n")
        calls = re.findall(r"disjoint-topics (.*)", examples)
        assert len(calls) >= 2
        for call in calls:
            command_line._parser().parse_known_args(call.split())


def test_a_source_may_come_by_standard_input(capsys, monkeypatch):
    texts = b"tea and milk\nmilk with tea\ndogs chase cats\ncats chase dogs\n"
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BytesIO(texts), encoding="utf-8")
    )
    assert main(["topics", "-", "-k", "2", "-s", "2"]) == 0
    assert "standard input: 4 documents, 5 words" in capsys.readouterr().out
