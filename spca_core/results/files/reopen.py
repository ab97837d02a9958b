"""Read saved results, even strangers', with every field checked.

The checks are written by hand: jsonschema would take four minutes for 10 MB of words.
"""

import json
import math
import re
from dataclasses import dataclass
from typing import Any

import numpy as np

from spca_core.corpus.conditions import Condition, whole_name
from spca_core.corpus.corpus import Corpus, Kind
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.problem.settings import MAX_SLOTS, Settings
from spca_core.problem.solution import Remarks
from spca_core.proof.certificate import STOP_REASONS, Certificate
from spca_core.results.documents.scoring import Scoring
from spca_core.results.files.fields import (
    MAX_ENTRIES,
    WRITTEN_HERE,
    check_field,
    checked_texts,
    list_of,
    numbers_of,
    object_of,
    text_of,
)
from spca_core.results.files.saved_scoring import read_scoring
from spca_core.results.topics.chance import MAX_SHUFFLES, AgainstChance
from spca_core.results.topics.key_figures import STOPPED_BY
from spca_core.topics import Description, Edits, Topics

MAX_BYTES = 20_000_000
MAX_WARNINGS = 1_000
VARIANCE_PRECISION, LOADING_PRECISION = 1e-9, 1e-6  # machines differ by rounding
PLAIN = (str, int, float, bool, type(None))
CONTENT_ID = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, kw_only=True)
class SavedResult:
    """What a saved result says; k topics of s words, as `Solution` has them.

    where       : of a part of a corpus, the conditions that its documents meet
    source, preparation, topic_names and topics_hidden are as in `Provenance`; empty in
    files of the command line.

    kind        : what the rows and columns of the corpus are called
    scoring     : what new documents are scored by, if the file says so
    certificate : with the bound that the file states, if it states one
    chance      : what the file says of the topics against chance, if it does
    exhaustive  : as in `Remarks`
    seconds, processor_seconds, candidates, stopped_by : as in `Solution`
    """

    corpus: str
    where: tuple[Condition, ...]
    content_id: str
    n_documents: int
    n_words: int
    warnings: tuple[str, ...]
    kind: dict[str, str]
    source: str
    preparation: dict[str, Any]
    settings: Settings
    topic_words: tuple[tuple[str, ...], ...]
    loadings: tuple[tuple[float, ...], ...]
    variances: tuple[float, ...]
    captured_variance: float
    topic_names: dict[str, str]
    topics_hidden: tuple[int, ...]
    certificate: Certificate | None
    chance: AgainstChance | None
    scoring: Scoring | None
    exhaustive: bool | None
    seconds: float
    processor_seconds: float
    candidates: int
    stopped_by: str
    versions: dict[str, str]

    @property
    def whole_corpus(self) -> str:
        """The name of the corpus, also where the result is of a part of it."""
        return whole_name(self.corpus, self.where)

    @property
    def edits(self) -> Edits:
        """What was changed by hand, by the heaviest words of the topics."""
        leaders = {str(n): words[0] for n, words in enumerate(self.topic_words, 1)}
        return Edits(
            names={leaders[n]: name for n, name in self.topic_names.items()},
            hidden=tuple(leaders[str(n)] for n in self.topics_hidden),
        )

    @property
    def topics(self) -> Topics:
        """The topics without their corpus."""
        places = np.arange(len(self.topic_words) * self.settings.sparsity)
        return Topics(
            corpus=None,
            settings=self.settings,
            supports=places.reshape(len(self.topic_words), -1),
            loadings=np.array(self.loadings),
            variances=np.array(self.variances),
            trace=(),
            seconds=self.seconds,
            processor_seconds=self.processor_seconds,
            candidates=self.candidates,
            stopped_by=self.stopped_by,
            remarks=Remarks(exhaustive=self.exhaustive),
            certificate=self.certificate,
            chance=self.chance,
            edits=self.edits,
            source=self.source,
            description=self.description,
            scoring=self.scoring,
        )

    @property
    def description(self) -> Description:
        """The corpus, as far as the file describes it."""
        return Description(
            name=self.corpus,
            content_id=self.content_id,
            n_documents=self.n_documents,
            n_words=self.n_words,
            words=tuple(word for topic in self.topic_words for word in topic),
            kind=Kind(
                self.kind["documents"], self.kind["words"], self.settings.centred
            ),
            warnings=self.warnings,
            preparation=self.preparation,
            where=self.where,
        )


def read_result(text: bytes) -> SavedResult:
    """Read what `to_json` wrote, or a list of one such result.

    raises : InputError that names the field that is wrong
    """
    return result_of(_only_result(parsed(text)))


def result_of(saved: dict[str, Any]) -> SavedResult:
    """Check one result that `export.to_dict` made; raise as `read_result` does."""
    settings = checked_settings(saved.get("settings"))
    topics = _topics(saved.get("topics"), settings)
    (captured,) = numbers_of("captured_variance", [saved.get("captured_variance")], 1)
    variances = numbers_of("variances", saved.get("variances"), len(topics), 0.0)
    is_sum = math.isclose(sum(variances), captured, rel_tol=VARIANCE_PRECISION)
    check_field("captured_variance", is_sum, "the sum of the variances")
    kind = checked_texts("kind", saved.get("kind"))
    check_field("kind", {"documents", "words"} <= kind.keys(), "of documents and words")
    warnings = list_of("warnings", saved.get("warnings"), 0, MAX_WARNINGS)
    check_field("warnings", all(isinstance(each, str) for each in warnings), "texts")
    preparation = _preparation(saved.get("preparation", {}))
    exhaustive = saved.get("exhaustive")
    check_field("exhaustive", exhaustive in (None, True, False), "true, false or null")
    seconds, processor_seconds, candidates = (
        numbers_of(name, [saved.get(name)], 1, 0.0)[0]
        for name in ("seconds", "processor_seconds", "candidates")
    )
    ended = saved.get("stopped_by")
    check_field("stopped_by", ended in [*STOPPED_BY], f"one of {', '.join(STOPPED_BY)}")
    return SavedResult(
        corpus=text_of("corpus", saved.get("corpus")),
        where=_where(saved.get("where", [])),
        content_id=content_id_of(saved.get("content_id")),
        n_documents=_size("n_documents", saved),
        n_words=_size("n_words", saved),
        warnings=tuple(warnings),
        kind=kind,
        source=text_of("source", saved.get("source", "")),
        preparation=preparation,
        settings=settings,
        topic_words=topics,
        loadings=_loadings(saved.get("loadings"), len(topics), settings.sparsity),
        variances=variances,
        captured_variance=captured,
        topic_names=_by_topic("topic_names", saved, len(topics)),
        topics_hidden=_hidden(saved.get("topics_hidden", []), len(topics)),
        certificate=_certificate(saved, settings, captured),
        chance=_chance(saved, settings, variances),
        scoring=read_scoring(saved.get("scoring"), settings, preparation, topics),
        exhaustive=exhaustive,
        seconds=seconds,
        processor_seconds=processor_seconds,
        candidates=int(candidates),
        stopped_by=str(ended),
        versions=checked_texts("versions", saved.get("versions")),
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
    check_field("experiment", is_one, f"{kind!r}")
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


def checked_settings(options: object) -> Settings:
    """Check the settings, which name their weighting: it says what was captured."""
    plain = object_of("settings", options)
    check_field("settings", "weighting" in plain, "of a weighting")
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
    check_field(
        "topics", len(set(words)) == len(words) and all(words), "different words"
    )
    return word_lists


def content_id_of(content_id: object) -> str:
    """Return the id of a corpus; raise InputError if it cannot be one."""
    text = text_of("content_id", content_id)
    check_field("content_id", CONTENT_ID.fullmatch(text), "a SHA-256 of 64 digits")
    return text


def _where(conditions: object) -> tuple[Condition, ...]:
    """Check the conditions, which a file of a whole corpus lacks."""
    listed = list_of("where", conditions, 0, MAX_ENTRIES)
    return tuple(Condition.parse(text_of("where", each)) for each in listed)


def _preparation(preparation: object) -> dict[str, Any]:
    """Check what it holds; the options are checked where they are used."""
    options = object_of("preparation", preparation)
    plain = all(map(_is_plain, options.values()))
    check_field("preparation", plain, "texts, numbers, lists, and groups of words")
    return options


def _is_plain(value: Any, depth: int = 2) -> bool:
    if isinstance(value, list) and depth:
        return all(_is_plain(each, depth - 1) for each in value)
    return isinstance(value, PLAIN)


def _loadings(
    loadings: object, n_topics: int, size: int
) -> tuple[tuple[float, ...], ...]:
    rows = list_of("loadings", loadings, n_topics, n_topics)
    numbers = tuple(numbers_of("loadings", row, size) for row in rows)
    lengths = [math.hypot(*row) for row in numbers]
    unit = all(math.isclose(length, 1.0, rel_tol=1e-6) for length in lengths)
    check_field("loadings", unit, "rows whose squares add up to 1")
    return numbers


def _by_topic(field: str, saved: dict[str, Any], n_topics: int) -> dict[str, str]:
    """Return texts by the numbers of topics; a file may lack them."""
    texts = checked_texts(field, saved.get(field, {}), n_topics)
    known = {str(topic) for topic in range(1, n_topics + 1)}
    check_field(field, texts.keys() <= known, f"of the topics 1 to {n_topics}")
    return texts


def _hidden(topics: object, n_topics: int) -> tuple[int, ...]:
    numbers = list_of("topics_hidden", topics, 0, n_topics)
    known = all(type(n) is int and 1 <= n <= n_topics for n in numbers)
    check_field("topics_hidden", known, f"of the topics 1 to {n_topics}")
    return tuple(numbers)


def _size(field: str, saved: dict[str, Any]) -> int:
    (size,) = numbers_of(field, [saved.get(field)], 1, 1)
    check_field(field, type(size) is int, "a whole number")
    return int(size)


def _certificate(
    saved: dict[str, Any], settings: Settings, captured: float
) -> Certificate | None:
    """Return what the file says is proven; no topics capture more than is possible."""
    if "upper_bound" not in saved:
        return None
    named = ("upper_bound", "certificate_steps", "certificate_seconds")
    values = [saved.get(name) for name in named]
    bound, steps, seconds = numbers_of("upper_bound", values, 3, 0.0)
    holds = bound >= captured * (1 - VARIANCE_PRECISION)
    check_field("upper_bound", holds, "at least the captured variance")
    ended = saved.get("certificate_stopped_by", "stop")  # Older files do not say.
    check_field(
        "certificate_stopped_by",
        ended in STOP_REASONS,
        f"one of {', '.join(STOP_REASONS)}",
    )
    return Certificate(
        n_components=settings.n_components,
        sparsity=settings.sparsity,
        variance_bound=math.inf,
        stated_bound=bound,
        steps=int(steps),
        seconds=seconds,
        stopped_by=str(ended),
    )


def _chance(
    saved: dict[str, Any], settings: Settings, variances: tuple[float, ...]
) -> AgainstChance | None:
    """Return what the file says of its topics against chance; its verdicts follow."""
    if "chance" not in saved:
        return None
    known, n_documents = (
        object_of("chance", saved["chance"]),
        _size("n_documents", saved),
    )
    judged = numbers_of("chance", known.get("variances"), len(variances), 0.0)
    shuffles = list_of("chance", known.get("greatest"), 1, MAX_SHUFFLES)
    greatest = numbers_of("chance", shuffles, len(shuffles), 0.0)
    used = _size("n_documents", known)
    if settings.centred and used == n_documents:
        slack = VARIANCE_PRECISION * max(variances)
        same = np.allclose(judged, variances, VARIANCE_PRECISION, slack)
        check_field("chance", same, "of the topics' variances")
    check_field("chance", used <= n_documents, "of no more documents than there are")
    return AgainstChance(judged, greatest, used, is_saved=True)
