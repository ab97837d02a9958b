"""Saved results, strangers' too: read with every field checked, and tried again.

The fields of a saved result: of the type and size that they are written with.
"""

import json
import math
import re
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.lines import MAX_NAME
from spca_core.errors import InputError
from spca_core.problem.settings import MAX_SLOTS, Settings
from spca_core.problem.solution import Solution
from spca_core.results.files.provenance import versions

MOST_BYTES = 20_000_000
PLAIN = (str, int, float, bool, type(None))
CONTENT_ID = re.compile(r"[0-9a-f]{64}")
SAME_VARIANCE = 1e-9  # relative: what another processor's rounding leaves


@dataclass(frozen=True, kw_only=True)
class SavedResult:
    """What a saved result says; k topics of s words, as `Solution` has them.

    source      : how the app finds the data; empty in older files
    preparation : plain values, or lists of them, by name; empty in older files
    topic_names : by the topics' numbers "1", "2", ...; empty in older files
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
    versions: dict[str, str]


def read_result(text: bytes) -> SavedResult:
    """Read what `to_json` wrote, or a list of one such result.

    raises : InputError if it is no such file, naming the field that is not as written
    """
    saved = _only_result(_parse(text))
    settings = _settings(saved.get("settings"))
    topics = _topics(saved.get("topics"), settings)
    variances = check_numbers("variances", saved.get("variances"), len(topics))
    captured = check_numbers("captured_variance", [saved.get("captured_variance")], 1)
    check("variances", min(variances) >= 0, "numbers from 0")
    return SavedResult(
        corpus=check_text("corpus", saved.get("corpus")),
        content_id=_content_id(saved.get("content_id")),
        source=check_text("source", saved.get("source", "")),
        preparation=_preparation(saved.get("preparation", {})),
        settings=settings,
        topics=topics,
        loadings=_loadings(saved.get("loadings"), len(topics), settings.sparsity),
        variances=variances,
        captured_variance=captured[0],
        topic_names=_topic_names(saved.get("topic_names", {}), len(topics)),
        versions=check_texts("versions", saved.get("versions")),
    )


def verify(saved: SavedResult, corpus: Corpus, solution: Solution) -> pd.DataFrame:
    """Hold a saved result against a new run, row by row: what, saved, now, agrees.

    agrees : of a topic, whether it has the same words in any order; NA of versions,
             which may differ
    """
    now = [[corpus.words[i] for i in support] for support in solution.supports]
    old, new = saved.captured_variance, solution.captured_variance
    same_data = saved.content_id == corpus.content_id
    same_variance = math.isclose(old, new, rel_tol=SAME_VARIANCE)
    rows = [
        ("Content id", saved.content_id, corpus.content_id, same_data),
        *_topic_rows(saved.topics, now),
        ("Captured variance", f"{old:.10g}", f"{new:.10g}", same_variance),
        ("Versions", _listed(saved.versions), _listed(versions()), pd.NA),
    ]
    table = pd.DataFrame(rows, columns=["what", "saved", "now", "agrees"])
    return table.astype({"agrees": "boolean"})


def _topic_rows(saved: tuple, now: list) -> list[tuple[str, str, str, bool]]:
    pairs = zip_longest(saved, now, fillvalue=())
    return [
        (f"Topic {topic}", ", ".join(a), ", ".join(b), set(a) == set(b))
        for topic, (a, b) in enumerate(pairs, start=1)
    ]


def _listed(versions_of: dict[str, str]) -> str:
    return ", ".join(f"{package} {found}" for package, found in versions_of.items())


def _parse(text: bytes) -> Any:
    if len(text) > MOST_BYTES:
        raise InputError(
            f"The saved result has {len(text):,} bytes; at most {MOST_BYTES:,} are "
            f"read. {WRITTEN_HERE}"
        )
    try:
        return json.loads(text.decode("utf-8-sig"))
    # Thousands of brackets in each other are a RecursionError.
    except (ValueError, RecursionError) as error:
        reason = str(error)[:100]
        raise InputError(
            f"The saved result is not JSON: {reason}. {WRITTEN_HERE}"
        ) from error


def _only_result(parsed: Any) -> dict[str, Any]:
    results = parsed if isinstance(parsed, list) else [parsed]
    if len(results) != 1:
        raise InputError(
            f"The file holds {len(results):,} results; one is opened at a time. Leave "
            "one object in the list."
        )
    return check_entries("content", results[0])


def _settings(options: Any) -> Settings:
    plain = check_entries("settings", options)
    groups = check_list("settings", plain.pop("pinned", []), 0, MAX_SLOTS)
    pinned = tuple(
        tuple(check_list("settings", group, 0, MAX_SLOTS)) for group in groups
    )
    try:
        return Settings.of(**plain, pinned=pinned)
    except InputError as error:
        reason = str(error)[:300]  # It quotes the value, however long.
        raise InputError(f"The saved settings cannot be used: {reason}") from error


def _topics(topics: Any, settings: Settings) -> tuple[tuple[str, ...], ...]:
    """Check them; a run that was stopped has fewer than the settings ask for."""
    size = settings.sparsity
    found = tuple(
        tuple(
            check_text("topics", word) for word in check_list("topics", row, size, size)
        )
        for row in check_list("topics", topics, 1, settings.n_components)
    )
    words = [word for topic in found for word in topic]
    check("topics", len(set(words)) == len(words) and all(words), "different words")
    return found


def _content_id(content_id: Any) -> str:
    found = check_text("content_id", content_id)
    check("content_id", CONTENT_ID.fullmatch(found), "a SHA-256 of 64 digits")
    return found


def _preparation(preparation: Any) -> dict[str, Any]:
    """Check that it is flat; which options there are is known where they are used."""
    found = check_entries("preparation", preparation)
    values = [one if isinstance(one, list) else [one] for one in found.values()]
    flat = all(isinstance(part, PLAIN) for value in values for part in value)
    check("preparation", flat, "texts, numbers, and lists of them")
    return found


def _loadings(loadings: Any, n_topics: int, size: int) -> tuple[tuple[float, ...], ...]:
    rows = check_list("loadings", loadings, n_topics, n_topics)
    found = tuple(check_numbers("loadings", row, size) for row in rows)
    lengths = [math.hypot(*row) for row in found]
    unit = all(math.isclose(length, 1.0, rel_tol=1e-6) for length in lengths)
    check("loadings", unit, "rows whose squares add up to 1")
    return found


def _topic_names(names: Any, n_topics: int) -> dict[str, str]:
    found = check_texts("topic_names", names, n_topics)
    known = {str(topic) for topic in range(1, n_topics + 1)}
    check("topic_names", found.keys() <= known, f"of the topics 1 to {n_topics}")
    return found


MOST_ENTRIES = 100  # of an object: options, packages
GREATEST = 1e300  # of a number
SURROGATE = re.compile(r"[\ud800-\udfff]")  # half a character, which is no text
WRITTEN_HERE = (
    "Choose a file that this app, or the command line with --json, has written."
)


def check_entries(field: str, value: Any, most: int = MOST_ENTRIES) -> dict[str, Any]:
    """Return a copy of an object that has not too many entries."""
    fits = isinstance(value, dict) and len(value) <= most
    check(field, fits, f"an object of at most {most:,} entries")
    return dict(value)


def check_texts(field: str, value: Any, most: int = MOST_ENTRIES) -> dict[str, str]:
    """Return a copy of an object whose entries are texts."""
    entries = check_entries(field, value, most).items()
    return {check_text(field, name): check_text(field, text) for name, text in entries}


def check_list(field: str, value: Any, least: int, most: int) -> list:
    """Return a list of a length within the limits."""
    fits = isinstance(value, list) and least <= len(value) <= most
    size = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    check(field, fits, f"lists of {size}")
    return value


def check_numbers(field: str, value: Any, size: int) -> tuple[float, ...]:
    """Return a list of so many finite numbers."""
    numbers = check_list(field, value, size, size)
    check(field, all(map(_is_finite, numbers)), "finite numbers")
    return tuple(numbers)


def _is_finite(value: Any) -> bool:
    # Not math.isfinite, which fails on whole numbers of 400 digits; NaN is not below.
    return type(value) in (int, float) and abs(value) < GREATEST


def check_text(field: str, value: Any) -> str:
    """Return a text that is no longer than a name may be."""
    fits = isinstance(value, str) and len(value) <= MAX_NAME
    whole = fits and not SURROGATE.search(value)
    check(field, whole, f"text of at most {MAX_NAME:,} characters")
    return value


def check(field: str, holds: object, rule: str) -> None:
    """Raise InputError with the field and the rule if that does not hold."""
    if not holds:
        raise InputError(
            f'The saved result\'s "{field}" must be {rule}. {WRITTEN_HERE}'
        )
