"""What was read from a file, and what was found, to check."""

from itertools import islice

import numpy as np
import pandas as pd

from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.findings import findings
from spca_core.corpus.readers.formats import FORMATS
from spca_core.corpus.readers.text import shown
from spca_core.corpus.texts.languages import LANGUAGES
from spca_core.formatting import counted, percent, significant
from spca_core.problem.covariance import Covariance
from spca_core.results.corpus.titles import title

ABOUT_MATRIX = (
    "It is square, symmetric and positive semidefinite. If its rows are documents, "
    f"choose the format {FORMATS['table'].label} or {FORMATS['count_table'].label}."
)
MAX_MERGED_SHOWN = 8  # words with other forms


def figures_of_reading(corpus: Corpus) -> pd.DataFrame:
    """Return one row per figure on what was read: label, value as shown."""
    if not corpus.kind.has_documents:
        total = significant(float(np.asarray(corpus.observations).trace()))
        known = {"Variables": f"{corpus.n_words:,}", "Sum of variances": total}
        return pd.DataFrame(known.items(), columns=["label", "value"])
    frequencies = Covariance.of(corpus, centred=False).moments[2]
    n_nonzeros = int(frequencies.sum())
    nonzero_share = n_nonzeros / (corpus.n_documents * corpus.n_words)
    mended = corpus.report
    figures = {
        corpus.kind.documents.capitalize(): f"{corpus.n_documents:,}",
        corpus.kind.words.capitalize(): f"{corpus.n_words:,}",
        "Numbers other than 0": f"{n_nonzeros:,}",
        "Share of numbers other than 0": percent(nonzero_share),
        f"Empty {corpus.kind.documents} dropped": f"{mended.empty_documents:,}",
        f"Repeated {corpus.kind.words} merged": f"{mended.merged_words:,}",
        "Lines rejected": f"{mended.n_refused_lines:,}",
    }
    return pd.DataFrame(figures.items(), columns=["label", "value"])


def what_was_read(corpus: Corpus) -> str:
    """Say in one sentence how many documents and words were read, and left out.

    Copies are mentioned too, whether they count or not. A covariance matrix is named.
    """
    mended, kind = corpus.report, corpus.kind
    if not kind.has_documents:
        return f"A {corpus.matrix_name} of {counted(corpus.n_words, kind.words)}."
    languages = " and ".join(LANGUAGES[code] for code in mended.languages)
    pieces = f" (split into {mended.split})" * bool(mended.split)
    documents = counted(corpus.n_documents, kind.documents)
    count = f"{documents}{pieces} with {corpus.n_words:,} "
    words = f"different {kind.words}" + f" in {languages}" * bool(languages)
    n_left_out = mended.empty_documents + mended.n_refused_lines
    left_out = f"{n_left_out:,} {'was' if n_left_out == 1 else 'were'} left out"
    parts = [f"{count}{words}"]
    if n_copies := len(copies(corpus)):
        verb = "is a copy" if n_copies == 1 else "are copies"
        parts.append(f"{counted(n_copies, kind.documents)} {verb}")
    if n_left_out:
        parts.append(left_out)
    elif not mended.left_out and repeated_words(corpus).empty:
        parts.append("nothing was left out")
    return f"{'; '.join(parts)}."


def reading_notes(corpus: Corpus) -> list[str]:
    """Return notes on what was read: warnings, what was left out, merged forms."""
    notes = [*corpus.warnings, *corpus.report.left_out]
    if not corpus.kind.has_documents:
        notes = notes or [ABOUT_MATRIX]
    if corpus.report.encoding:
        notes.append(f"The text was read as {shown(corpus.report.encoding)}.")
    if corpus.forms:
        n_merged = sum(map(len, corpus.forms.values()))
        largest = document_frequencies(corpus.observations).argsort()[::-1]
        words = (corpus.words[column] for column in largest)
        merged = islice(
            (word for word in words if word in corpus.forms), MAX_MERGED_SHOWN
        )
        examples = ", ".join(" + ".join((word, *corpus.forms[word])) for word in merged)
        notes.append(f"{n_merged:,} forms of words were merged: {examples} ...")
    return notes


def copies(corpus: Corpus) -> pd.DataFrame:
    """Return one row per copy: document and original (from 1), and their titles."""
    repetitions = findings(corpus)
    originals = enumerate(repetitions.originals.tolist() if repetitions else [])
    pairs = [(copy + 1, first + 1) for copy, first in originals if copy != first]
    rows = [(*pair, *(title(corpus, document) for document in pair)) for pair in pairs]
    columns = ["document", "original", "title", "title_of_original"]
    return pd.DataFrame(rows, columns=columns)


def repeated_words(corpus: Corpus) -> pd.DataFrame:
    """Return one row per word of repeated text, those in the most of it first.

    Columns: word, repeated (documents that have it in repeated text), documents (that
    have it at all).
    """
    repetitions = findings(corpus)
    if repetitions is None:
        return pd.DataFrame(columns=["word", "repeated", "documents"])
    words, counts = repetitions.repeated
    return pd.DataFrame(
        {
            "word": [corpus.words[word] for word in words],
            "repeated": document_frequencies(counts)[words],
            "documents": document_frequencies(corpus.observations)[words],
        }
    )


def refused_lines(corpus: Corpus) -> pd.DataFrame:
    """Return one row per line left out, for the first few: line, why."""
    return pd.DataFrame(corpus.report.refused_lines, columns=["line", "why"])
