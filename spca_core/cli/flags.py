"""Flags of the command line, made from the options of dataclasses."""

import argparse
from typing import Any

from spca_core.corpus.conditions import GRAMMAR
from spca_core.corpus.options import LAYOUT, Preparation, Reading
from spca_core.options import YES_OR_NO, Option, form_of, options

# They go to `spca_core.load` by their names.
READING = {**options(Reading()), **options(Preparation())}
SOURCE_HELP = "a bundled corpus's name, a file, a folder of texts, a store; - for stdin"
WORDS_HELP = (
    "words or features, one on each line: of counts without them, or the only ones "
    "that are counted in texts"
)
WHERE_HELP = (
    f"only documents that meet a condition, in quotes: {GRAMMAR}; with several, all"
)
DECISIONS_HELP = (
    "decisions on words: words.toml, which -o words.toml writes, or a list of synonyms "
    "with lines such as prioritisation = prioritization"
)
ABOUT_READING = (
    "Options that are not given are detected. A column is named, or numbered from "
    "1;\n0 means none. Commas separate several names; languages and non-words may be "
    "none."
)


def add_reading_flags(command: argparse.ArgumentParser) -> None:
    """Add the flags for a file, for its columns and for its words."""
    command.add_argument("source", metavar="SOURCE", help=SOURCE_HELP)
    group = command.add_argument_group("how the source is read", ABOUT_READING)
    group.add_argument("--words", "--vocabulary", metavar="FILE", help=WORDS_HELP)
    group.add_argument("--where", metavar="CONDITION", action="append", help=WHERE_HELP)
    group.add_argument("--decisions", metavar="FILE", help=DECISIONS_HELP)
    for option in READING.values():
        add_flag(group, option)


def add_layout_flags(command: argparse.ArgumentParser) -> None:
    """Add the flags for a file and for how documents are in it."""
    command.add_argument("source", metavar="FILE", help=SOURCE_HELP)
    group = command.add_argument_group("how the file is read", ABOUT_READING)
    for name in LAYOUT:
        add_flag(group, READING[name])


def reading_options(arguments: argparse.Namespace) -> dict[str, Any]:
    """Return the keywords of `load` that are among the arguments."""
    names = ("words", "where", "decisions", *READING)
    return {name: value for name, value in vars(arguments).items() if name in names}


def add_flag(group: Any, option: Option, note: str = "") -> None:
    """Add the flag of an option, with its help, its choices and its default.

    `load` and `solve` have the defaults of flags that are left out.
    """
    named = option.name.replace("_", "-")
    flags = [f"-{option.short}"] * bool(option.short) + [f"--{named}"]
    notes = [", ".join(filter(None, option.choices)), _default(option), note]
    help_text = " ".join(
        [option.help, *(f"({note})" for note in notes if note)]
    ).replace("%", "%%")
    form = form_of(option)
    if form.name == YES_OR_NO:
        opposite = named.replace("without-", "with-", 1)
        opposite = f"no-{named}" if opposite == named else opposite
        flags.append(f"--{opposite}")
        group.add_argument(*flags, dest=option.name, action=_YesOrNo, help=help_text)
    else:
        group.add_argument(
            *flags,
            dest=option.name,
            type=form.parse,
            metavar=form.metavar,
            help=help_text,
        )


class _YesOrNo(argparse.Action):
    """Takes the first of two flags as yes, and the last as no."""

    def __init__(self, option_strings: list[str], dest: str, **more: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, **more)

    def __call__(
        self, _parser: object, namespace: object, _value: object, flag: object = None
    ) -> None:
        setattr(namespace, self.dest, flag != self.option_strings[-1])


def _default(option: Option) -> str:
    is_shown = isinstance(option.default, int | float | str) and option.type is not bool
    return f"default: {option.default}" if is_shown and option.default != "" else ""
