"""Which form of tf-idf gives the most coherent topics: python -m tests.benchmarks.forms

Topics of the joint search on one half of the documents are judged on the other. The
options are those of the benchmark `quality`; of the seeds the first is taken. Searches
are quick ones. At the end a table has a row a form and a column a corpus and size, in
hundredths: the one in the docstring of `spca_core.corpus.weighting`.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace

import numpy as np
import pandas as pd
from scipy import sparse

from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.methods.solve import solutions
from spca_core.results.coherence import coherence
from spca_core.results.held_out import some_documents
from spca_core.results.quality import halves
from tests.benchmarks.quality import corpus_of, parsed, settings_of, show


@dataclass(frozen=True, order=True)
class Form:
    """A candidate for what a count c of a word in df of n documents becomes.

    It is f(c) log((n + added) / (df + added)) ** power, 0 where df is below `least`;
    `unit` scales each document to length 1, `centred` subtracts the means of the words.
    """

    count: str = "c / (c + 0.5)"
    power: float = 2.5
    added: float = 100.0
    unit: bool = False
    centred: bool = True
    least: int = 1


TERMS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "c": lambda counts: counts,
    "1 + log c": lambda counts: 1 + np.log(counts),
    "1 + log(1 + log c)": lambda counts: 1 + np.log(1 + np.log(counts)),
    "c / (c + 1)": lambda counts: counts / (counts + 1),
    "c / (c + 0.5)": lambda counts: counts / (counts + 0.5),
    "1": np.ones_like,
}
FORMS = [
    *(Form(count=count) for count in TERMS),
    *(Form(power=power) for power in (1.0, 1.5, 2.0)),
    *(Form(added=added) for added in (1.0, 25.0, 50.0)),
    Form(unit=True),
    Form(centred=False),
    *(Form(least=least) for least in (5, 10, 20)),
]


def main() -> None:
    options = parsed(__doc__)
    seed = int(options.seeds.split(",")[0])
    cells = []
    for name in options.corpora.split(","):
        corpus = corpus_of(name)
        for size in map(int, options.sizes.split(",")):
            for form in FORMS:
                found = of_form(corpus, form, size, seed)
                show(f"{name} k={size} {form}", found)
                cells.append({"corpus": name, "k": size, "form": form, **found})
    print(table(cells).to_string())


def table(cells: list[dict[str, object]]) -> pd.DataFrame:
    """Return the mean coherence of each form, by corpus and size, in hundredths.

    The last column is that of the least coherent topic of all.
    """
    found = pd.DataFrame(cells)
    shown = found.pivot(index="form", columns=["corpus", "k"], values="coherence")
    shown["least", ""] = found.groupby("form")["least"].min()
    rows = pd.DataFrame(map(asdict, FORMS))
    values = (100 * shown.loc[FORMS]).round().astype(int)
    return pd.concat([rows, values.reset_index(drop=True)], axis=1)


def of_form(corpus: Corpus, form: Form, size: int, seed: int) -> dict[str, float]:
    settings = replace(
        settings_of(size, "joint", "counts", seed), centred=form.centred, effort="quick"
    )
    rows = halves(corpus.n_documents, seed)
    judged = []
    for own, other in (rows, rows[::-1]):
        half = in_form(some_documents(corpus, own), form)
        *_, found = solutions(half, settings)
        judged.append(coherence(corpus.observations[other], found.supports))
    return {"coherence": np.mean(judged), "least": np.min(judged)}


def in_form(corpus: Corpus, form: Form) -> Corpus:
    counts = sparse.csr_array(corpus.observations, copy=True)
    frequencies = document_frequencies(counts)
    rarity = np.log((corpus.n_documents + form.added) / (frequencies + form.added))
    worth = np.where(frequencies >= form.least, rarity**form.power, 0.0)
    counts.data = TERMS[form.count](counts.data) * worth[counts.indices]
    counts.eliminate_zeros()
    if form.unit:
        lengths = sparse.linalg.norm(counts, axis=1)
        counts.data /= np.repeat(lengths, np.diff(counts.indptr))
    return replace(corpus, observations=counts)


if __name__ == "__main__":
    main()
