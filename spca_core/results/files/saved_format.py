"""The saved format: a file of topics, of one run or of many on one corpus.

It holds what a script needs to compute every figure anew, with NumPy alone. Files may
come from strangers: msgspec checks types, lengths and ranges as it decodes, and
`read_saved` what crosses fields.
"""

import json
import math
from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
import numpy as np
import pandas as pd
from msgspec import Meta, Struct

from spca_core.corpus import conditions, limits
from spca_core.corpus.options import Preparation
from spca_core.corpus.texts.analyser import Analyser
from spca_core.corpus.texts.tokenisation import LANGUAGES
from spca_core.corpus.texts.whole_words import normalised
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.problem.settings import MAX_SLOTS, Settings
from spca_core.problem.solution import NO_REMARKS, Remarks
from spca_core.proof.certificate import STOP_REASONS
from spca_core.proof.verdict import from_records
from spca_core.results.documents.scoring import MAX_SAVED
from spca_core.results.topics.chance import MAX_SHUFFLES
from spca_core.results.topics.key_figures import STOPPED_BY

FORMAT: Literal["disjoint topics 1"] = "disjoint topics 1"
MAX_BYTES = 20_000_000
MAX_ROUNDS = 2  # in which words become phrases of three
VARIANCE_PRECISION, LOADING_PRECISION = 1e-9, 1e-6  # machines differ by rounding
WAY_OUT = (
    "Choose a file that was saved in the app, by `topics.save` or with "
    "`disjoint-topics topics SOURCE -o topics.json`."
)
OTHER_FORMAT = (
    "This file was not saved by this version: search again and save the result, in the "
    "app or with `disjoint-topics topics SOURCE -o topics.json`."
)

Name = Annotated[str, Meta(max_length=limits.NAME)]
Word = Annotated[str, Meta(min_length=1, max_length=limits.NAME)]
Words = Annotated[tuple[Word, ...], Meta(max_length=MAX_SAVED)]
Number = Annotated[float, Meta(ge=-1e300, le=1e300)]
Amount = Annotated[float, Meta(ge=0, le=1e300)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Size = Annotated[int, Meta(ge=1, le=2**53)]


def _one_of(texts: Iterable[str]) -> str:
    return rf"\A({'|'.join(texts)})\Z"


class SavedTopic(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A topic with its words, heaviest first; its name if that was given by hand."""

    words: Annotated[tuple[Word, ...], Meta(min_length=1, max_length=MAX_SLOTS)]
    loadings: Annotated[tuple[Number, ...], Meta(min_length=1, max_length=MAX_SLOTS)]
    variance: Amount
    name: Name = ""
    hidden: bool = False


class SavedChance(Struct, frozen=True, kw_only=True):
    """As `AgainstChance`."""

    variances: Annotated[tuple[Amount, ...], Meta(max_length=MAX_SLOTS)]
    greatest: Annotated[tuple[Amount, ...], Meta(min_length=1, max_length=MAX_SHUFFLES)]
    n_documents: Size


class SavedScoring(Struct, frozen=True, kw_only=True):
    """What new documents are scored by: all words, and what they are worth.

    centre : None for zeros
    """

    words: Words
    rarity: Annotated[tuple[Amount, ...], Meta(max_length=MAX_SAVED)]
    centre: Annotated[tuple[Number, ...], Meta(max_length=MAX_SAVED)] | None
    are_counts: bool
    is_dense: bool
    analyser: Analyser | None


class SavedRun(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A run, as `Solution` and `Topics` have it.

    verdict : for who reads the file; it follows from `chance`
    trace   : each point as in `TracePoint`
    """

    settings: Settings
    captured_variance: Amount
    verdict: Name = ""
    topics: Annotated[tuple[SavedTopic, ...], Meta(min_length=1, max_length=1_000)]
    chance: SavedChance | None = None
    seconds: Amount
    processor_seconds: Amount
    candidates: Count
    stopped_by: Annotated[str, Meta(pattern=_one_of(STOPPED_BY))]
    remarks: Remarks = NO_REMARKS
    trace: Annotated[
        tuple[tuple[Amount, Amount, Count, Count, Amount], ...],
        Meta(max_length=100_000),
    ] = ()
    scoring: SavedScoring | None = None


class SavedLimit(Struct, frozen=True, kw_only=True):
    """What is proven for a number of topics, as `verdict.limits` has it.

    seconds, stopped_by : of a certificate
    """

    n_components: Size
    upper_bound: Amount
    proof: Literal["certificate", "saved certificate", "exact search"]
    steps: Count | None
    seconds: Amount = 0.0
    stopped_by: Annotated[str, Meta(pattern=_one_of(STOP_REASONS))] = "stop"


class SavedKind(Struct, frozen=True, kw_only=True):
    """What rows and columns are called."""

    documents: Name
    words: Name


class Format(Struct):
    """What is read first of a file."""

    format: object = ""


class Saved(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A file of topics.

    corpus      : its name, which says the conditions of a part
    where       : of a part, all of its conditions
    source      : how the app finds the data; empty in files of the command line
    machine     : hardware and software of the runs
    limits      : what is proven
    equal_time  : the processor seconds that each run could use for restarts, if they
                  were all given the same; how many it made is in its settings
    """

    format: Literal["disjoint topics 1"]
    corpus: Name
    where: Annotated[tuple[Name, ...], Meta(max_length=100)] = ()
    content_id: Annotated[str, Meta(pattern=r"\A[0-9a-f]{64}\Z")]
    n_documents: Size
    n_words: Size
    kind: SavedKind
    warnings: Annotated[tuple[Name, ...], Meta(max_length=1_000)] = ()
    source: Name = ""
    preparation: Preparation = Preparation()
    machine: Annotated[dict[Name, Name], Meta(max_length=100)]
    limits: Annotated[tuple[SavedLimit, ...], Meta(max_length=1_000)] = ()
    equal_time: Amount | None = None
    runs: Annotated[tuple[SavedRun, ...], Meta(min_length=1, max_length=1_000)]

    @property
    def json(self) -> str:
        """The file: in ASCII, indented."""
        plain = msgspec.to_builtins(self, enc_hook=lambda number: number.tolist())
        return msgspec.json.format(json.dumps(plain), indent=1)

    @property
    def proven(self) -> pd.DataFrame:
        """What is proven, as `verdict.limits` gives it."""
        return from_records([msgspec.structs.asdict(limit) for limit in self.limits])

    def certificate(self, run: SavedRun) -> SavedLimit | None:
        """Return what a certificate has proven for the size of a run, if any has."""
        proofs = (limit for limit in self.limits if limit.proof != "exact search")
        size = run.settings.n_components
        return next((one for one in proofs if one.n_components == size), None)


DECODER = msgspec.json.Decoder(Saved)


def read_saved(text: bytes) -> Saved:
    """Read a file of topics.

    raises : InputError that names the place where it is wrong
    """
    if len(text) > MAX_BYTES:
        raise InputError(
            f"The saved file has {counted(len(text), 'bytes')}; at most {MAX_BYTES:,} "
            f"are read. {WAY_OUT}"
        )
    text = text.removeprefix(b"\xef\xbb\xbf")
    try:
        is_known = msgspec.json.decode(text, type=Format).format == FORMAT
        saved = DECODER.decode(text) if is_known else None
    # Thousands of nested brackets raise a RecursionError.
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
        raise InputError(
            f"The saved file cannot be read: {_short(error)}. {WAY_OUT}"
        ) from error
    if saved is None:
        raise InputError(OTHER_FORMAT)
    are_conditions = all(map(conditions.WRITTEN.fullmatch, saved.where))
    _check(are_conditions, "where", "be conditions such as date>=1950")
    for place, run in enumerate(saved.runs):
        _check_run(saved, run, f"runs[{place}]")
    return saved


def _short(error: Exception) -> str:
    """Return what is wrong and where; it may quote a value, however long."""
    said, at, place = str(error).rpartition(" - at ")
    return (
        f"{(said or str(error))[:200].removesuffix('.')}{at}{place[-80:] if at else ''}"
    )


def _check(holds: object, place: str, rule: str) -> None:
    """Raise InputError that names the place and its rule, unless it holds."""
    if not holds:
        raise InputError(f"The saved file's {place} must {rule}. {WAY_OUT}")


def _check_run(saved: Saved, run: SavedRun, place: str) -> None:
    """Raise InputError unless what crosses fields of a run fits together."""
    _check_topics(run, f"{place}.topics")
    captured = run.captured_variance
    total = sum(topic.variance for topic in run.topics)
    is_sum = math.isclose(total, captured, rel_tol=VARIANCE_PRECISION)
    _check(is_sum, f"{place}.captured_variance", "be the sum of the variances")
    proof = saved.certificate(run) if len(saved.runs) == 1 else None
    holds = not proof or proof.upper_bound >= captured * (1 - VARIANCE_PRECISION)
    _check(holds, "limits", "be at least the captured variance")
    if run.chance:
        _check_chance(run.chance, run, saved.n_documents, f"{place}.chance")
    if run.scoring:
        _check_scoring(run.scoring, run, f"{place}.scoring")


def _check_topics(run: SavedRun, place: str) -> None:
    """Check the topics; a stopped run has fewer than it was asked for."""
    topics, size = run.topics, run.settings.sparsity
    most = counted(run.settings.n_components, "topics")
    _check(len(topics) <= run.settings.n_components, place, f"be at most {most}")
    are_sized = all(len(one.words) == len(one.loadings) == size for one in topics)
    _check(are_sized, place, f"have {counted(size, 'words')} and as many loadings")
    words = _words(run)
    _check(len({*words}) == len(words), place, "have no word twice")
    lengths = [math.hypot(*topic.loadings) for topic in topics]
    are_unit = all(abs(length - 1) <= LOADING_PRECISION for length in lengths)
    _check(are_unit, place, "have loadings whose squares add up to 1")


def _check_chance(
    known: SavedChance, run: SavedRun, n_documents: int, place: str
) -> None:
    variances = [topic.variance for topic in run.topics]
    are_all = len(known.variances) == len(variances)
    _check(are_all, place, "have a variance for each topic")
    used = known.n_documents
    _check(used <= n_documents, place, "have no more documents than the corpus")
    if run.settings.centred and used == n_documents:
        slack = VARIANCE_PRECISION * max(variances)
        same = np.allclose(known.variances, variances, VARIANCE_PRECISION, slack)
        _check(same, place, "have the topics' variances")


def _check_scoring(scoring: SavedScoring, run: SavedRun, place: str) -> None:
    words, n_words = {*scoring.words}, len(scoring.words)
    has_all = words >= {*map(normalised, _words(run))}
    _check(
        has_all and len(words) == n_words,
        place,
        "have each word once, all of the topics",
    )
    centre = scoring.rarity if scoring.centre is None else scoring.centre
    fit = len(scoring.rarity) == len(centre) == n_words
    _check(fit, place, "have a number for each word")
    if analyser := scoring.analyser:
        are_known = {*analyser.languages} <= LANGUAGES.keys()
        _check(are_known, place, "name known languages")
        has_few = len(analyser.phrases) <= MAX_ROUNDS
        _check(has_few, place, f"join words in at most {MAX_ROUNDS} rounds")
        _check("" not in analyser.tokenisation.vocabulary, place, "have no empty word")


def _words(run: SavedRun) -> list[str]:
    return [word for topic in run.topics for word in topic.words]
