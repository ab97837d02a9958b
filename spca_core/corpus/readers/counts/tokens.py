"""Documents whose words are counted already: JSON lines read and written, and tokens.

{"id": 7, "label": "drinks", "year": 1946, "tokens": ["tea", "cup", "tea"]}
{"counts": {"tea": 2, "cup": 1}}
{"tea": 2, "cup": 1}
"""

import gzip
import io
import json
import sys
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any

import numpy as np
from scipy import sparse

from spca_core.corpus import limits
from spca_core.corpus.corpus import Corpus, normalised
from spca_core.corpus.matrix import MAX_COUNT, in_memory
from spca_core.corpus.readers.counts.checks import in_alphabet
from spca_core.corpus.readers.files import Source, Upload
from spca_core.corpus.readers.gathering import NO_GROUPS, Documents, encodable
from spca_core.corpus.readers.lines import MAX_QUOTED, quote, text_lines
from spca_core.corpus.readers.tables.nested import UNREADABLE
from spca_core.corpus.texts.dates import iso_date
from spca_core.errors import InputError


class BadRecordError(ValueError):
    """A line is not an object that can be read; the message says why."""


def read_json_lines(source: Source) -> Corpus:
    """Read objects with a list of tokens, or a count for each word.

    Both are taken as they are. Optional are a title, or else an id; groups, or one
    label; and a year, which is put before the title.
    """
    assembly = Assembly(source)
    for line, content in text_lines(source, assembly.refusals.add):
        try:
            if not content.strip():
                continue
            record = parse_object(content)
            if record and all(map(_is_number, record.values())):
                record = {"counts": record}
            is_about = record.keys() == {"about"} and isinstance(record["about"], dict)
            if not is_about:  # the first line of a packed corpus
                counts, title = _counts(record), _title(record, line)
                date, groups = _name(record, "date"), _groups(record)
                assembly.add(
                    counts, line=line, title=title, groups=groups, date=iso_date(date)
                )
        except BadRecordError as error:
            assembly.refusals.add(line, str(error))
    return assembly.corpus()


def parse_object(content: str) -> dict[str, Any]:
    """Return the JSON object on a line, or raise BadRecordError."""
    try:
        record = json.loads(content)
    except json.JSONDecodeError as error:
        raise BadRecordError(f"not JSON: {error.msg}, column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise BadRecordError(UNREADABLE) from error
    if not isinstance(record, dict):
        raise BadRecordError(f"not a JSON object but {quote(content)}")
    return record


def count_token_lists(texts: Iterable[Sequence[object] | None]) -> Corpus:
    """Return the tokens counted as they are; None has none.

    raises : InputError if a token is no text, or there is none
    """
    assembly = Assembly(Upload("texts", b""), "text", keeps_empty=True)
    for number, tokens in enumerate(texts, start=1):
        try:
            assembly.add(count_tokens(tokens or ()), line=number)
        except BadRecordError as error:
            raise InputError(
                f"Text {number} has {error}. Give each text as a list of words, and "
                "numbers as an array."
            ) from error
    return assembly.corpus()


def pack(corpus: Corpus, about: dict[str, Any]) -> bytes:
    """Return a corpus as gzipped JSON lines: titles, groups and counts, not the texts.

    `about`, a description of the corpus, comes first, on a line of its own.
    """
    corpus.check_has_documents()
    counts = sparse.csr_array(in_memory(corpus.observations))
    if counts.data.min(initial=0) < 0:
        raise InputError(
            f"{corpus.name} has negative numbers, and a packed corpus holds counts. "
            "Keep the file that it was read from."
        )
    packed = io.BytesIO()
    # Without a timestamp, the same corpus gives the same bytes.
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as file:
        for line in chain([{"about": about}], _records(corpus, counts)):
            file.write(json.dumps(line).encode() + b"\n")
    return packed.getvalue()


def _records(corpus: Corpus, counts: sparse.csr_array) -> Iterator[dict[str, Any]]:
    for document, (start, end) in enumerate(pairwise(counts.indptr)):
        words = (corpus.words[word] for word in counts.indices[start:end])
        numbers = counts.data[start:end].tolist()
        groups = {name: all_[document] for name, all_ in corpus.groups.items()}
        yield {
            **({"title": corpus.titles[document]} if corpus.titles else {}),
            **({"date": corpus.dates[document]} if corpus.dates else {}),
            **({"groups": groups} if groups else {}),
            "counts": dict(zip(words, numbers, strict=True)),
        }


class Assembly(Documents):
    """Collects documents whose words are already counted, one a `part`."""

    def __init__(
        self, source: Source, part: str = "line", *, keeps_empty: bool = False
    ) -> None:
        super().__init__(source, part, keeps_empty=keeps_empty)
        self._columns: dict[str, int] = {}
        self._indices, self._counts = array("i"), array("d")
        self._starts = array("q", [0])
        self._dates: list[str] = []
        self._name_bytes = 0

    def add(
        self,
        counts: Mapping[str, float],
        *,
        line: int,
        title: str = "",
        groups: Mapping[str, str] = NO_GROUPS,
        date: str = "",
    ) -> None:
        """Add a document; one with a fault is only noted, as may be an empty one."""
        new = [word for word in counts if word not in self._columns]
        fault = _fault_of_names(new, groups.values()) or _fault_of_counts(counts)
        if fault:
            self.refusals.add(line, fault)
        elif self.keeps_empty or any(counts.values()):
            self._name_bytes += sum(map(sys.getsizeof, (*new, title, *groups.values())))
            self._add_counts(counts)
            self.name(title, groups)
            self._dates.append(date)
            self.check_size(
                (len(self._columns), limits.WORDS, "different words"),
                (len(self._indices), limits.CELLS, "pairs of a document and a word"),
                (self._name_bytes, limits.NAMES, "bytes of words, titles and labels"),
            )
        else:
            self.skip()

    def corpus(self) -> Corpus:
        """Return the documents in file order, with sorted words, and any dates."""
        described = self.described()
        words, columns = in_alphabet(self._columns, self._indices)
        parts = (np.array(self._counts), columns, np.array(self._starts))
        shape = (len(self._titles), len(words))
        observations = sparse.csr_array(parts, shape)
        observations.sort_indices()
        return Corpus(
            **described,
            observations=observations,
            words=words,
            dates=tuple(self._dates) if any(self._dates) else (),
        )

    def _add_counts(self, counts: Mapping[str, float]) -> None:
        for word, count in counts.items():
            if count:
                self._indices.append(self._columns.setdefault(word, len(self._columns)))
                self._counts.append(count)
        self._starts.append(len(self._indices))


def _fault_of_names(new_words: list[str], groups: Iterable[str]) -> str:
    """Say what is wrong with a word or a group's name."""
    words, labels = (("word", w) for w in new_words), (("label", g) for g in groups)
    for what, name in chain(words, labels):
        if what == "word" and not name.strip():
            return "an empty word"
        if "\n" in name or "\r" in name:
            return f"a {what} with a line break: {quote(name)}"
        if name != encodable(name):
            return f"a {what} that is not valid Unicode: {quote(name)}"
        if len(name.encode()) > limits.NAME:
            return f"a {what} of over {limits.NAME:,} bytes: {quote(name)}..."
    return ""


def _fault_of_counts(counts: Mapping[str, float]) -> str:
    for word, count in counts.items():
        if not 0 <= count <= MAX_COUNT:
            shown = f"{str(count)[:MAX_QUOTED]} for {quote(word)}"
            return f"a count of {shown}; it can be 0 to {MAX_COUNT:,}"
    return ""


def _counts(record: dict[str, Any]) -> Mapping[str, float]:
    match record:
        case {"tokens": list(tokens)}:
            return count_tokens(tokens)
        case {"counts": dict(counts)}:
            for word, count in counts.items():
                if not _is_number(count):
                    fault = f"{_show(count)} for {_show(word)}"
                    raise BadRecordError(f"a count that is not a number: {fault}")
            return counts
    raise BadRecordError('no "tokens" or "counts", nor words with numbers')


def count_tokens(tokens: Sequence[Any]) -> Counter[str]:
    """Count tokens as they are; BadRecordError if one is not text."""
    for token in tokens:
        if not isinstance(token, str):
            raise BadRecordError(f"a token that is not text: {_show(token)}")
    # Other programs also give blanks and line ends as tokens, and letters in two ways.
    return Counter(filter(None, map(str.strip, map(normalised, tokens))))


def _show(value: object) -> str:
    # Brackets nested too deeply cannot be written as text.
    shown = type(value).__name__ if isinstance(value, list | dict) else str(value)
    return quote(shown)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _title(record: dict[str, Any], line: int) -> str:
    title, year = _name(record, "title") or _name(record, "id"), _name(record, "year")
    return title if year in title else f"{year} {title or f'line {line}'}"


def _groups(record: dict[str, Any]) -> dict[str, str]:
    groups = record.get("groups", {})
    if not isinstance(groups, dict):
        raise BadRecordError("groups that are not an object")
    all_groups = {"label": _name(record, "label")} | {
        name: _name(groups, name) for name in groups
    }
    return {name: group for name, group in all_groups.items() if group}


def _name(record: dict[str, Any], key: str) -> str:
    value = record.get(key)
    if value is None:
        return ""
    if not isinstance(value, str | int | float):
        raise BadRecordError(f"a {key} that is neither text nor number")
    return str(value).strip()
