"""What the command line prints of its results."""

import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.problem.method import METHODS
from spca_core.problem.solution import Solution, significant
from spca_core.proof.certificate import Certificate
from spca_core.proof.verdict import sentence
from spca_core.results import topics
from spca_core.results.naming import own_names
from spca_core.results.sentences import remarks


def print_table(table: pd.DataFrame) -> None:
    """Print a table of figures."""
    print(table.to_string(index=False, float_format=significant))


def print_words(corpus: Corpus, solution: Solution) -> None:
    """Print the words of each topic, under the name that it has on a page."""
    words = topics.word_columns(corpus, solution, own_names(corpus, solution))
    # Names have blanks too: wider ones tell them apart.
    print(words.to_string(col_space=[len(name) + 1 for name in map(str, words)]))


def summary(corpus: Corpus, solution: Solution, proof: Certificate | None) -> str:
    """Say what was found in what, and how sure the answer is."""
    heading = (
        f"{corpus.name}: {corpus.n_documents:,} {corpus.kind.documents}, "
        f"{corpus.n_words:,} {corpus.kind.words}, {topics.values(solution.settings)}; "
        f"{METHODS[solution.settings.method].label} captures "
        f"{significant(solution.captured_variance)} in {solution.seconds:.2f} s "
        f"({topics.STOPPED_BY[solution.stopped_by]})"
    )
    sentences = [*remarks(solution)["sentence"]]
    if proof:
        words = corpus.kind.words
        sentences.append(sentence(solution, proof.upper_bound, words))
    return "\n".join([heading, *sentences])
