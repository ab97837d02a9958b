"""What each step of preparation keeps of a corpus."""

from dataclasses import replace

import numpy as np
import pandas as pd

from spca_core.corpus.bundled import display_name
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.findings import cleaned
from spca_core.corpus.options import Preparation
from spca_core.corpus.preparation import prepare, selected_words
from spca_core.corpus.rewording import reworded
from spca_core.corpus.weightings import NORMS, WEIGHTINGS
from spca_core.formatting import counted, percent
from spca_core.problem.covariance import Covariance, covariance_of
from spca_core.problem.settings import Settings

OTHER_UNIT = "in another unit"
CENTRED = {
    True: "The mean of each column is subtracted, so only what varies is left.",
    False: "Means are not subtracted, so words that are frequent everywhere count too.",
}

NONE = "None."


def preparation_steps(
    corpus: Corpus, preparation: Preparation, settings: Settings
) -> pd.DataFrame:
    """Return one row per step: words left, variance kept (as shown too), explanation.

    The share kept is of tr(A) as loaded; it is missing if the weighting or the
    norm changes the unit. For centring it is the share of the second moments that is
    left. From a covariance matrix words are only left out by name.
    """
    prepared, centred = prepare(corpus, preparation), settings.centred
    weighting, norm = WEIGHTINGS[settings.weighting], NORMS[settings.norm]
    rows = [
        *_cleaning(corpus, preparation, centred=centred),
        *_choosing(corpus, preparation, centred=centred),
    ]
    if not corpus.kind.has_documents:
        return _shown([row for row in rows if row[0] in ("As loaded", "Stop words")])
    kept = rows[-1][2] if settings.weighting == "counts" else np.nan
    left = _left(prepared, settings)
    rows += [
        ("Weighting", prepared.n_words, kept, weighting.does),
        ("Lengths", prepared.n_words, np.nan if norm.power else kept, norm.does),
        ("Centring", prepared.n_words, left, CENTRED[centred]),
    ]
    return _shown(rows)


def _shown(rows: list[tuple[str, int, float, str]]) -> pd.DataFrame:
    table = pd.DataFrame(
        rows, columns=["step", "words", "variance_kept", "explanation"]
    )
    shown = table["variance_kept"].map(percent)
    return table.assign(kept=shown.where(table["variance_kept"].notna(), OTHER_UNIT))


def _choosing(
    corpus: Corpus, preparation: Preparation, *, centred: bool
) -> list[tuple[str, int, float, str]]:
    """Return a row for each step that leaves words out; each follows on the last."""
    documents = corpus.kind.documents
    left = cleaned(
        reworded(corpus, preparation.phrases, preparation.same),
        repeated=preparation.without_repeated,
        copies=preparation.without_copies,
    )
    least, n_most = preparation.min_df, preparation.max_features
    rare = Preparation(min_df=least)
    common = replace(rare, max_df=preparation.max_df)
    chosen = replace(common, stop_words=preparation.stop_words)
    steps = [
        ("Rare", rare, _left_out_as_rare(least, documents)),
        ("Common", common, _left_out_as_common(common, documents)),
        (
            "Stop words",
            chosen,
            f"{len(chosen.stop_words):,} more." if chosen.stop_words else NONE,
        ),
    ]
    if n_most:
        steps.append(("Most", preparation, f"The {n_most:,} in most {documents}."))
    squares, loaded = _squares(left, centred), _squares(corpus, centred).sum() or 1.0
    rows = []
    for step, so_far, explanation in steps:
        kept = selected_words(left, so_far)
        share = float(squares[kept].sum() / loaded)
        rows.append((step, int(kept.sum()), share, explanation))
    return rows


def _cleaning(
    corpus: Corpus, preparation: Preparation, *, centred: bool
) -> list[tuple[str, int, float, str]]:
    """Return a row for the corpus as loaded, and for each change up to the findings."""
    documents, words = corpus.kind.documents, corpus.kind.words
    repeated, copies = preparation.without_repeated, preparation.without_copies
    steps = [("As loaded", corpus, f"All {words} of {display_name(corpus.name)}.")]
    phrased = reworded(corpus, preparation.phrases, ())
    if preparation.phrases:
        sentence = f"Phrases that count as words: {len(preparation.phrases):,}."
        steps.append(("Phrases", phrased, sentence))
    merged = reworded(corpus, preparation.phrases, preparation.same)
    if preparation.same:
        n_others = sum(len(group) - 1 for group in preparation.same)
        sentence = f"{words.capitalize()} that count as another: {n_others:,}."
        steps.append(("Merged", merged, sentence))
    unrepeated = cleaned(merged, repeated=repeated, copies=False)
    if unrepeated is not merged:
        sentence = f"Text that is repeated in many {documents} does not count."
        steps.append(("Repeated", unrepeated, sentence))
    once = cleaned(merged, repeated=repeated, copies=copies)
    if once.n_documents < corpus.n_documents:
        n_copies = corpus.n_documents - once.n_documents
        sentence = f"Left out: {counted(n_copies, 'copies')}."
        steps.append(("Copies", once, sentence))
    loaded = _squares(corpus, centred).sum() or 1.0
    return [
        (step, left.n_words, float(_squares(left, centred).sum() / loaded), sentence)
        for step, left, sentence in steps
    ]


def _squares(corpus: Corpus, centred: bool) -> np.ndarray:
    """Return the words' variances times the documents: copies are not in a mean."""
    return Covariance.of(corpus, centred=centred).variances * corpus.n_documents


def _left_out_as_rare(least: float, documents: str) -> str:
    return f"In fewer than {least:,} of the {documents}." if least > 1 else NONE


def _left_out_as_common(common: Preparation, documents: str) -> str:
    if replace(common, min_df=1).keeps_all:
        return "No word is left out as too common."
    return f"Left out if in more than {common.max_df:,} of the {documents}."


def _left(corpus: Corpus, settings: Settings) -> float:
    """Return tr(A) as a share of the sum of the second moments."""
    covariance = covariance_of(corpus, settings)
    second_moments = covariance.second_moments.sum() or 1.0
    return float(covariance.variances.sum() / second_moments)
