"""What new documents are scored by, in the file of saved topics: all words with it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from spca_core.corpus.corpus import COUNTS, MEASUREMENTS
from spca_core.corpus.options import MAX_FEATURES, Preparation
from spca_core.corpus.texts.analyser import Analyser, Rounds, Script
from spca_core.corpus.texts.tokenisation import LANGUAGES, Tokenisation
from spca_core.corpus.texts.whole_words import normalised
from spca_core.corpus.weighting import Weights
from spca_core.errors import InputError
from spca_core.options import frozen, with_values
from spca_core.problem.settings import Settings
from spca_core.results.documents.scoring import MAX_SAVED, Scoring
from spca_core.results.files.fields import (
    check_field,
    list_of,
    numbers_of,
    object_of,
    text_of,
)

VERSION = 1
FIELD = "scoring"


def saved_scoring(scoring: Scoring) -> dict[str, Any] | None:
    """Return what `read_scoring` reads, as JSON has it; None for too many words."""
    if len(scoring.words) > MAX_SAVED:
        return None
    analyser = scoring.analyser
    return {
        "version": VERSION,
        "words": scoring.words,
        "rarity": scoring.weights.rarity.tolist(),
        "centre": scoring.centre.tolist() if scoring.centre.any() else None,
        "are_counts": scoring.kind is COUNTS,
        "is_dense": scoring.is_dense,
        "analyser": analyser
        and {
            "tokenisation": asdict(analyser.tokenisation),
            "languages": analyser.languages,
            "script": analyser.script,
            "usual": analyser.usual,
            "forms": analyser.forms,
            "phrases": analyser.phrases,
        },
    }


def read_scoring(
    saved: object,
    settings: Settings,
    preparation: Mapping[str, Any],
    topics: Sequence[Sequence[str]],
) -> Scoring | None:
    """Check what `saved_scoring` returned; None if a file has nothing of it.

    topics : the words of each, which the words have to contain

    raises : InputError that names what is wrong
    """
    if saved is None:
        return None
    fields = object_of(FIELD, saved)
    check_field(FIELD, fields.get("version") == VERSION, f"of version {VERSION}")
    words = _words(fields.get("words"))
    has_all = {*words} >= {normalised(word) for topic in topics for word in topic}
    check_field(FIELD, has_all and len({*words}) == len(words), "of different words")
    are_counts, is_dense = fields.get("are_counts"), fields.get("is_dense")
    are_flags = {type(are_counts), type(is_dense)} == {bool}
    check_field(FIELD, are_flags, "of counts or not, and dense or not")
    centre = fields.get("centre")
    rarity = numbers_of(FIELD, fields.get("rarity"), len(words), 0.0)
    return Scoring(
        words=words,
        weights=Weights(settings.weighting, settings.norm, np.array(rarity)),
        centre=np.zeros(len(words))
        if centre is None
        else np.array(numbers_of(FIELD, centre, len(words))),
        kind=COUNTS if are_counts else MEASUREMENTS,
        is_dense=bool(is_dense),
        analyser=_analyser(fields.get("analyser")),
        preparation=_checked(Preparation(), dict(preparation)),
    )


def _words(listed: object) -> tuple[str, ...]:
    words = tuple(text_of(FIELD, word) for word in list_of(FIELD, listed, 0, MAX_SAVED))
    check_field(FIELD, all(words), "of words that are not empty")
    return words


def _analyser(saved: object) -> Analyser | None:
    if saved is None:
        return None
    fields = object_of(FIELD, saved)
    languages = _words(fields.get("languages"))
    check_field(FIELD, {*languages} <= LANGUAGES.keys(), "of known languages")
    script = list_of(FIELD, fields.get("script"), 2, 2)
    forms = object_of(FIELD, fields.get("forms"), MAX_FEATURES)
    return Analyser(
        tokenisation=_tokenisation(fields.get("tokenisation")),
        languages=languages,
        script=Script(*map(bool, script)),
        usual=_words(fields.get("usual")),
        forms={text_of(FIELD, name): _words(those) for name, those in forms.items()},
        phrases=_rounds(fields.get("phrases")),
    )


def _tokenisation(saved: object) -> Tokenisation:
    values = object_of(FIELD, saved)
    vocabulary = _words(values.pop("vocabulary", []))
    # `with_values` sets options, and the vocabulary is none.
    return _checked(Tokenisation(vocabulary=vocabulary), values)


def _rounds(saved: object) -> Rounds:
    rounds = list_of(FIELD, saved, 0, 2)
    return tuple(
        tuple(_pair(pair) for pair in list_of(FIELD, pairs, 0, MAX_FEATURES))
        for pairs in rounds
    )


def _pair(saved: object) -> tuple[str, str]:
    first, second = list_of(FIELD, saved, 2, 2)
    return text_of(FIELD, first), text_of(FIELD, second)


def _checked(made: Any, values: dict[str, Any]) -> Any:
    """Return options with the values of a file, which may be a stranger's."""
    try:
        return with_values(made, frozen(values))
    except (InputError, TypeError) as error:
        reason = str(error)[:300]  # It quotes the value, however long.
        raise InputError(
            f"The saved options of words cannot be used: {reason}"
        ) from error
