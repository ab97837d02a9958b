"""A document a line: plain text, MALLET, and JSON lines, which are written too.

{"title": "Of tea", "label": "drinks", "year": 1946, "text": "Tea is ..."}
{"id": 7, "tokens": ["tea", "cup", "tea"]}
{"counts": {"tea": 2, "cup": 1}}
{"tea": 2, "cup": 1}
"""

import gzip
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, pairwise
from typing import Any

from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.assembly import Assembly
from spca_core.corpus.readers.files import Source
from spca_core.corpus.readers.lines import decode, numbered_lines, quote
from spca_core.corpus.tokeniser import DEFAULT, Tokeniser
from spca_core.errors import InputError

MAX_LINE = 10_000_000  # bytes: JSON takes fifty times as many in memory


def read_plain_text(source: Source, tokeniser: Tokeniser = DEFAULT) -> Corpus:
    """Read a file in which every line that is not blank is a document."""
    assembly = Assembly(source)
    for line, text in _text_lines(source, assembly):
        assembly.add(Counter(tokeniser.words(text)), line=line, text=text.strip())
    return assembly.corpus()


def read_mallet(source: Source, tokeniser: Tokeniser = DEFAULT) -> Corpus:
    """Read a file of lines `name TAB label TAB text`; names become titles."""
    assembly = Assembly(source)
    for line, content in _text_lines(source, assembly):
        columns = content.split("\t", 2)
        if len(columns) < 3:
            assembly.refuse(line, "not `name TAB label TAB text`")
            continue
        name, label, text = map(str.strip, columns)
        counts = Counter(tokeniser.words(text))
        assembly.add(counts, line=line, title=name, label=label, text=text)
    return assembly.corpus()


def read_json_lines(source: Source, tokeniser: Tokeniser = DEFAULT) -> Corpus:
    """Read objects with a text, a list of tokens, or a count for each word.

    Tokens, and words with counts, are taken as they are. A title, or else an id, is
    optional, and so are a label and a year, which is put before the title.
    """
    assembly = Assembly(source)
    for line, content in _text_lines(source, assembly):
        try:
            record = _parse(content)
            is_about = record.keys() == {"about"} and isinstance(record["about"], dict)
            if not is_about:  # the first line of a packed corpus
                counts, text = _words(record, tokeniser)
                title, label = _title(record, line), _name(record, "label")
                assembly.add(counts, line=line, title=title, label=label, text=text)
        except _BadLineError as error:
            assembly.refuse(line, str(error))
    return assembly.corpus()


def _text_lines(source: Source, assembly: Assembly) -> Iterator[tuple[int, str]]:
    """Yield the lines that are not blank, with their numbers from 1.

    Lines that are too long are left out, and the assembly notes them.
    """
    for number, content in numbered_lines(source, MAX_LINE):
        if len(content) > MAX_LINE:
            assembly.refuse(number, f"over {MAX_LINE:,} bytes long")
            continue
        text = decode(content, f"{source.name}, line {number}").rstrip("\r\n")
        if text.strip():
            yield number, text


class _BadLineError(ValueError):
    """A line is not a document; the message says why."""


def _parse(content: str) -> dict[str, Any]:
    try:
        record = json.loads(content)
    except json.JSONDecodeError as error:
        raise _BadLineError(f"no JSON: {error.msg}, column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        fault = "a number of over 4,000 digits, or brackets in hundreds of brackets"
        raise _BadLineError(fault) from error
    if not isinstance(record, dict):
        raise _BadLineError(f"no JSON object but {quote(content)}")
    holds_counts = record and all(map(_is_number, record.values()))
    return {"counts": record} if holds_counts else record


def _words(
    record: dict[str, Any], tokeniser: Tokeniser
) -> tuple[Mapping[str, float], str]:
    """Return the counts of the words, and the text if there is one."""
    match record:
        case {"text": str(text)}:
            return Counter(tokeniser.words(text)), text
        case {"tokens": list(tokens)}:
            return _count_tokens(tokens), ""
        case {"counts": dict(counts)}:
            for word, count in counts.items():
                if not _is_number(count):
                    fault = f"{_show(count)} for {_show(word)}"
                    raise _BadLineError(f"a count that is not a number: {fault}")
            return counts, ""
    raise _BadLineError('no "text", "tokens" or "counts", nor words with numbers')


def _count_tokens(tokens: list[Any]) -> Counter[str]:
    for token in tokens:
        if not isinstance(token, str):
            raise _BadLineError(f"a token that is no text: {_show(token)}")
    # Other programs also give blanks and line ends as tokens.
    return Counter(filter(None, map(str.strip, tokens)))


def _show(value: object) -> str:
    # Brackets nested too deeply cannot be written as text.
    shown = type(value).__name__ if isinstance(value, list | dict) else str(value)
    return quote(shown)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _title(record: dict[str, Any], line: int) -> str:
    title, year = _name(record, "title") or _name(record, "id"), _name(record, "year")
    return title if year in title else f"{year} {title or f'line {line}'}"


def _name(record: dict[str, Any], key: str) -> str:
    value = record.get(key)
    if value is None:
        return ""
    if not isinstance(value, str | int | float):
        raise _BadLineError(f"a {key} that is neither text nor number")
    return str(value).strip()


def pack(corpus: Corpus, about: dict[str, Any]) -> bytes:
    """Write a corpus as gzipped JSON lines: titles, labels and counts, not the texts.

    `about`, what is known of the corpus, comes first, on a line of its own.
    """
    counts = sparse.csr_array(corpus.observations)
    if counts.data.min(initial=0) < 0:
        raise InputError(
            f"{corpus.name} has negative numbers, and a packed corpus holds counts. "
            "Keep the file that it was read from."
        )
    packed = io.BytesIO()
    # No time of day in it: the same corpus gives the same bytes.
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as file:
        for line in chain([{"about": about}], _records(corpus, counts)):
            file.write(json.dumps(line).encode() + b"\n")
    return packed.getvalue()


def _records(corpus: Corpus, counts: sparse.csr_array) -> Iterator[dict[str, Any]]:
    for document, (start, end) in enumerate(pairwise(counts.indptr)):
        words = (corpus.words[word] for word in counts.indices[start:end])
        numbers = counts.data[start:end].tolist()
        yield {
            **({"title": corpus.titles[document]} if corpus.titles else {}),
            **({"label": corpus.labels[document]} if corpus.labels else {}),
            "counts": dict(zip(words, numbers, strict=True)),
        }
