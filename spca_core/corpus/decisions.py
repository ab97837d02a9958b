"""Decisions on words as a small file that people read and share: words.toml.

stop_words = ["shall"]
phrases = ["civil war"]
pinned = [["gold", "silver"]]

[same]
prioritisation = ["prioritization"]

A file with another ending than .toml is a list of stop words, one a line, or of
synonyms, or words by their lemma: prioritisation = prioritization.
"""

import json
import os
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.options import Preparation
from spca_core.corpus.readers.files import Source, cannot_open
from spca_core.corpus.readers.lines import decode, quote
from spca_core.corpus.rewording import joined, reworded
from spca_core.corpus.texts.whole_words import normalised
from spca_core.errors import InputError
from spca_core.formatting import counted, near_matches
from spca_core.options import GROUPS, Groups

MAX_BYTES = 1_000_000
MAX_EXAMPLES = 3
ENDING = ".toml"
SAME, PHRASES, STOP_WORDS, PINNED = KEYS = ("same", "phrases", "stop_words", "pinned")
ABOUT = "# Decisions on words, which the page Corpus and --decisions read."
IN_QUOTES = re.compile(  # or in a comment
    r"""(?P<many_lines>\"{3}|'{3})|"(?>\\.|[^"\\\n])*+"?|'[^'\n]*+'?|\#[^\n]*+"""
)
BARE = re.compile(r"[A-Za-z0-9_-]+", re.ASCII)  # a key that needs no quotes


@dataclass(frozen=True, kw_only=True)
class Decisions:
    """Decisions on words, by the names of the options that carry them out.

    Attributes
    ----------
    same, phrases, stop_words
        As in `Preparation`.
    pinned
        As for `solve`: groups of words, each to be in one topic.

    Raises
    ------
    InputError
        If a group is none, or a word is in two.
    """

    same: Groups = ()
    phrases: tuple[str, ...] = ()
    stop_words: tuple[str, ...] = ()
    pinned: Groups = ()

    def __post_init__(self) -> None:
        GROUPS.check(SAME, self.same)
        GROUPS.check(PINNED, self.pinned)

    def of_words_in(self, corpus: Corpus) -> tuple["Decisions", tuple[str, ...]]:
        """Return those about words of a corpus, and a sentence if there are others.

        A group keeps its first word, which is a name, and the others that are here.
        """
        phrases = self.phrases if corpus.texts else ()
        counted_here = reworded(corpus, phrases, ())
        forms = (form for forms in corpus.forms.values() for form in forms)
        known = {*counted_here.columns, *forms}

        def here(words: Iterable[str]) -> tuple[str, ...]:
            return tuple(word for word in words if normalised(word) in known)

        alone = ((word,) for word in (*self.phrases, *self.stop_words))
        entries = (*self.same, *self.pinned, *alone)
        missing = [entry[0] for entry in entries if not here(entry)]
        same = ((first, *here(others)) for first, *others in self.same)
        found = Decisions(
            same=tuple(group for group in same if len(group) > 1),
            phrases=here(phrases),
            stop_words=here(self.stop_words),
            pinned=tuple(filter(None, map(here, self.pinned))),
        )
        if not missing:
            return found, ()
        n_missing, n = f"{len(missing):,}", counted(len(entries), "entries")
        have = "has" if len(missing) == 1 else "have"
        examples = ", ".join(map(quote, missing[:MAX_EXAMPLES]))
        return found, (
            f"{n_missing} of {n} on words {have} no word in {corpus.name}, such as "
            f"{examples}.",
        )

    def added_to(self, preparation: Preparation) -> Preparation:
        """Return a preparation that carries out these decisions too."""
        return replace(
            preparation,
            same=joined((*self.same, *preparation.same)),
            phrases=_united(self.phrases, preparation.phrases),
            stop_words=_united(self.stop_words, preparation.stop_words),
        )


def read_decisions(file: str | os.PathLike[str] | Source) -> Decisions:
    """Read words.toml, or a list of stop words and synonyms.

    Raises
    ------
    InputError
        If it is neither; the message names the line or the key.
    """
    source: Any = Path(file) if isinstance(file, str) else file
    try:
        with source.open("rb") as opened:
            content = opened.read(MAX_BYTES + 1)
    except OSError as error:
        raise cannot_open(source, error) from error
    if len(content) > MAX_BYTES:
        raise InputError(
            f"{source.name} has over {MAX_BYTES:,} bytes, the most of a file of "
            "decisions on words. Leave out words that the corpus does not have."
        )
    text = decode(content, source.name).removeprefix("\ufeff")
    try:
        if source.name.lower().endswith(ENDING):
            return _of_toml(text)
        return _of_lines(text)
    except InputError as error:
        raise InputError(f"{source.name}: {error}") from error


def _of_lines(text: str) -> Decisions:
    groups = [*read_synonyms(text, least=1)]
    return Decisions(
        same=joined(group for group in groups if len(group) > 1),
        stop_words=tuple(group[0] for group in groups if len(group) == 1),
    )


def read_synonyms(text: str, least: int = 2) -> Iterator[list[str]]:
    """Yield the words of each line, which has = between them; # begins a comment.

    least : how many words a line has at least
    """
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        words = [word.strip() for word in line.split("=")]
        if len(words) < least or not all(words):
            raise InputError(
                f"line {number}, {quote(line)}, is not of words with = between them. "
                "Write such as prioritisation = prioritization."
            )
        yield words


def write_decisions(decisions: Decisions) -> str:
    """Return decisions as the text of words.toml, one word or group a line."""
    same = {first: others for first, *others in decisions.same}
    groups = [f"[{', '.join(map(_text, group))}]" for group in decisions.pinned]
    lists = (
        (STOP_WORDS, map(_text, decisions.stop_words)),
        (PHRASES, map(_text, decisions.phrases)),
        (PINNED, groups),
    )
    parts = [
        ABOUT,
        *(_one_a_line(key, each) for key, each in lists),
        "\n".join([f"[{SAME}]", *(_entry(*each) for each in same.items())]),
    ]
    return "\n\n".join(parts) + "\n"


def _one_a_line(key: str, values: Iterable[str]) -> str:
    return "\n".join([f"{key} = [", *(f"  {value}," for value in values), "]"])


def _entry(first: str, others: list[str]) -> str:
    key = first if BARE.fullmatch(first) else _text(first)
    return f"{key} = [{', '.join(map(_text, others))}]"


def _text(word: str) -> str:
    """Return a word as TOML writes it: as JSON does, but for one control character."""
    return json.dumps(word, ensure_ascii=False).replace("\x7f", r"\u007f")


def _united(*lists: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for words in lists for word in words))


def _of_toml(text: str) -> Decisions:
    _refuse_dots(text)
    try:
        read = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"this is not TOML: {error}. Correct it there.") from error
    except RecursionError:
        raise InputError(
            "lists are nested too deeply. Write groups of words."
        ) from None
    for key in read:
        if key not in KEYS:
            raise InputError(
                f"{quote(key)} is none of {', '.join(KEYS)}{near_matches(key, KEYS)}. "
                "Correct or remove it."
            )
    table = read.get(SAME, {})
    _check(SAME, isinstance(table, dict), "a table of words", table)
    same = [
        [
            first,
            *_words(f"{SAME}.{first}", [others] if isinstance(others, str) else others),
        ]
        for first, others in table.items()
    ]
    groups = read.get(PINNED, [])
    _check(PINNED, isinstance(groups, list), "a list of lists of words", groups)
    return Decisions(
        same=joined(same),
        phrases=_words(PHRASES, read.get(PHRASES, [])),
        stop_words=_words(STOP_WORDS, read.get(STOP_WORDS, [])),
        pinned=tuple(_words(PINNED, group) for group in groups),
    )


def _refuse_dots(text: str) -> None:
    """Refuse dotted keys, over which tomllib takes time quadratic in their length.

    Without texts of several lines, what is in quotes or a comment ends with its line.
    """
    bare = IN_QUOTES.sub(lambda hit: "." if hit["many_lines"] else "", text)
    if (place := bare.find(".")) >= 0:
        line = bare.count("\n", 0, place) + 1
        raise InputError(
            f"line {line} has a dot outside of quotes, or a text of several lines. "
            "Write each word and key on one line, in quotes."
        )


def _words(key: str, value: Any) -> tuple[str, ...]:
    are_words = isinstance(value, list) and all(isinstance(w, str) and w for w in value)
    _check(key, are_words, "a list of words", value)
    return tuple(value)


def _check(key: str, holds: bool, rule: str, value: object) -> None:
    if not holds:
        raise InputError(f"{key[:64]} must be {rule}, got {quote(repr(value))}.")
