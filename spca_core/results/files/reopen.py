"""Read saved results, even strangers', with every field checked.

The checks are written by hand: jsonschema would take four minutes for 10 MB of words.
"""

import json
import math
import re
from dataclasses import dataclass
from typing import Any

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers import limits
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.problem.settings import MAX_SLOTS, Settings

MAX_BYTES = 20_000_000
MAX_ENTRIES = 100  # of an object: options, packages
LARGEST_NUMBER = 1e300
VARIANCE_PRECISION, LOADING_PRECISION = 1e-9, 1e-6  # machines differ by rounding
PLAIN = (str, int, float, bool, type(None))
CONTENT_ID = re.compile(r"[0-9a-f]{64}")
SURROGATE = re.compile(r"[\ud800-\udfff]")  # half a character, which is not text
WRITTEN_HERE = "Choose a file written by this app, or the command line with --json."


@dataclass(frozen=True, kw_only=True)
class SavedResult:
    """What a saved result says; k topics of s words, as `Solution` has them.

    source, preparation, topic_names and topic_notes are as in `Provenance`; empty in
    files of the command line.
    """

    corpus: str
    content_id: str
    source: str
    preparation: dict[str, Any]
    settings: Settings
    topics: tuple[tuple[str, ...], ...]
    loadings: tuple[tuple[float, ...], ...]
    variances: tuple[float, ...]
    captured_variance: float
    topic_names: dict[str, str]
    topic_notes: dict[str, str]
    versions: dict[str, str]


def read_result(text: bytes) -> SavedResult:
    """Read what `to_json` wrote, or a list of one such result.

    raises : InputError that names the field that is wrong
    """
    return result_of(_only_result(parsed(text)))


def result_of(saved: dict[str, Any]) -> SavedResult:
    """Check one result that `export.to_dict` made; raise as `read_result` does."""
    settings = settings_of(saved.get("settings"))
    topics = _topics(saved.get("topics"), settings)
    (captured,) = numbers_of("captured_variance", [saved.get("captured_variance")], 1)
    return SavedResult(
        corpus=text_of("corpus", saved.get("corpus")),
        content_id=content_id_of(saved.get("content_id")),
        source=text_of("source", saved.get("source", "")),
        preparation=_preparation(saved.get("preparation", {})),
        settings=settings,
        topics=topics,
        loadings=_loadings(saved.get("loadings"), len(topics), settings.sparsity),
        variances=numbers_of("variances", saved.get("variances"), len(topics), 0.0),
        captured_variance=captured,
        topic_names=_by_topic("topic_names", saved, len(topics)),
        topic_notes=_by_topic("topic_notes", saved, len(topics)),
        versions=texts_of("versions", saved.get("versions")),
    )


def parsed(text: bytes) -> Any:
    """Return what JSON says; raise InputError if it is none, or too long."""
    if len(text) > MAX_BYTES:
        raise InputError(
            f"The saved result has {counted(len(text), 'bytes')}; at most "
            f"{MAX_BYTES:,} are read. {WRITTEN_HERE}"
        )
    try:
        return json.loads(text.decode("utf-8-sig"))
    # Thousands of nested brackets raise a RecursionError.
    except (ValueError, RecursionError) as error:
        reason = str(error)[:100]
        raise InputError(
            f"The saved result is not JSON: {reason}. {WRITTEN_HERE}"
        ) from error


def parsed_as(kind: str, text: bytes) -> dict[str, Any]:
    """Return what JSON says of runs; raise InputError if it is not of that kind."""
    whole = parsed(text)
    is_one = isinstance(whole, dict) and whole.get("experiment") == kind
    check("experiment", is_one, f"{kind!r}")
    return whole


def check_same(corpus: Corpus, name: str, content_id: str) -> None:
    """Raise InputError if a file, which names its corpus, is about another one."""
    if corpus.content_id != content_id:
        raise InputError(
            f"This was made on {name}, and {corpus.name} is another corpus, or is "
            "prepared otherwise. Open the same corpus first: its content id is "
            f"{content_id}."
        )


def _only_result(parsed: object) -> dict[str, Any]:
    results = parsed if isinstance(parsed, list) else [parsed]
    if len(results) != 1:
        raise InputError(
            f"The file holds {len(results):,} results; one is opened at a time. Leave "
            "one object in the list."
        )
    return object_of("content", results[0])


def settings_of(options: object) -> Settings:
    """Check the settings; without a weighting, they are for counts as they are."""
    plain = object_of("settings", options)
    groups = list_of("settings", plain.pop("pinned", []), 0, MAX_SLOTS)
    pinned = tuple(tuple(list_of("settings", group, 0, MAX_SLOTS)) for group in groups)
    try:
        return Settings.of(**plain, pinned=pinned)
    except InputError as error:
        reason = str(error)[:300]  # It quotes the value, however long.
        raise InputError(f"The saved settings cannot be used: {reason}") from error


def _topics(topics: object, settings: Settings) -> tuple[tuple[str, ...], ...]:
    """Check the words; a stopped run has fewer topics than it was asked for."""
    size = settings.sparsity
    rows = list_of("topics", topics, 1, settings.n_components)
    lists = [list_of("topics", row, size, size) for row in rows]
    word_lists = tuple(tuple(text_of("topics", word) for word in row) for row in lists)
    words = [word for topic in word_lists for word in topic]
    check("topics", len(set(words)) == len(words) and all(words), "different words")
    return word_lists


def content_id_of(content_id: object) -> str:
    """Return the id of a corpus; raise InputError if it cannot be one."""
    text = text_of("content_id", content_id)
    check("content_id", CONTENT_ID.fullmatch(text), "a SHA-256 of 64 digits")
    return text


def _preparation(preparation: object) -> dict[str, Any]:
    """Check that it is flat; the options are checked where they are used."""
    options = object_of("preparation", preparation)
    values = [
        option if isinstance(option, list) else [option] for option in options.values()
    ]
    flat = all(isinstance(part, PLAIN) for value in values for part in value)
    check("preparation", flat, "texts, numbers, and lists of them")
    return options


def _loadings(
    loadings: object, n_topics: int, size: int
) -> tuple[tuple[float, ...], ...]:
    rows = list_of("loadings", loadings, n_topics, n_topics)
    numbers = tuple(numbers_of("loadings", row, size) for row in rows)
    lengths = [math.hypot(*row) for row in numbers]
    unit = all(math.isclose(length, 1.0, rel_tol=1e-6) for length in lengths)
    check("loadings", unit, "rows whose squares add up to 1")
    return numbers


def _by_topic(field: str, saved: dict[str, Any], n_topics: int) -> dict[str, str]:
    """Return texts by the numbers of topics; a file may lack them."""
    texts = texts_of(field, saved.get(field, {}), n_topics)
    known = {str(topic) for topic in range(1, n_topics + 1)}
    check(field, texts.keys() <= known, f"of the topics 1 to {n_topics}")
    return texts


def object_of(field: str, value: Any, most: int = MAX_ENTRIES) -> dict[str, Any]:
    """Return an object; raise InputError if it is none, or has more entries."""
    fits = isinstance(value, dict) and len(value) <= most
    check(field, fits, f"an object of at most {counted(most, 'entries')}")
    return dict(value)


def texts_of(field: str, value: object, most: int = MAX_ENTRIES) -> dict[str, str]:
    """Return an object whose entries are texts; raise InputError if it is none."""
    entries = object_of(field, value, most).items()
    return {text_of(field, name): text_of(field, text) for name, text in entries}


def list_of(field: str, value: Any, least: int, most: int) -> list:
    """Return a list; raise InputError if it is none, or of another length."""
    fits = isinstance(value, list) and least <= len(value) <= most
    size = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    check(field, fits, f"lists of {size}")
    return value


def objects_of(
    field: str, value: object, least: int, most: int
) -> list[dict[str, Any]]:
    """Return a list of objects, each of few entries."""
    return [object_of(field, entry) for entry in list_of(field, value, least, most)]


def numbers_of(
    field: str, value: object, size: int, least: float = -LARGEST_NUMBER
) -> tuple[float, ...]:
    """Return so many numbers; raise InputError if one is not finite, or too small."""
    numbers = list_of(field, value, size, size)
    # Not math.isfinite, which fails on whole numbers of 400 digits; NaN fails too.
    fit = all(type(x) in (int, float) and least <= x < LARGEST_NUMBER for x in numbers)
    check(field, fit, f"finite numbers{' from 0' if least == 0 else ''}")
    return tuple(numbers)


def text_of(field: str, value: Any) -> str:
    """Return a short text; raise InputError if it is none."""
    fits = isinstance(value, str) and len(value) <= limits.NAME
    whole = fits and not SURROGATE.search(value)
    check(field, whole, f"text of at most {limits.NAME:,} characters")
    return value


def check(field: str, holds: object, rule: str) -> None:
    """Raise InputError that names the field and its rule, unless it holds."""
    if not holds:
        raise InputError(
            f'The saved result\'s "{field}" must be {rule}. {WRITTEN_HERE}'
        )
