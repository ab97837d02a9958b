"""Which power of the idf gives the best topics: python -m tests.benchmarks.forms

Topics of the joint search on one half of the documents are judged on the other, by two
numbers: how coherent they are, and the share of documents covered: those that hold at
least two words of some topic. Either alone misleads. Coherence is greatest for rare
words that share a few documents; frequent words cover everything and mean little. The
options are those of the benchmark `quality`; of the seeds the first is taken. Searches
are quick ones, and repeated text is left out. A count c of a word in df of n documents
becomes c / (c + 1/2) idf^p, where idf is log((n + m) / (df + m)), centred.
"""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from scipy import sparse

from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.methods.solve import solutions
from spca_core.results.comparison.held_out import some_documents
from spca_core.results.topics.coverage import covered
from spca_core.results.topics.quality import coherence, halves
from tests.benchmarks.quality import corpus_of, parsed, settings_of, show


@dataclass(frozen=True, order=True)
class Form:
    """A candidate for what a count c of a word in df of n documents becomes.

    It is c / (c + 1/2) log((n + added) / (df + added)) ** power.
    """

    power: float
    added: float = 100.0


FORMS = [*map(Form, (1.0, 1.5, 2.0, 2.5)), Form(1.5, 1.0), Form(1.5, 25.0)]


def main() -> None:
    options = parsed(__doc__)
    seed, cells = int(options.seeds.split(",")[0]), []
    for name in options.corpora.split(","):
        corpus = corpus_of(name)
        for size in map(int, options.sizes.split(",")):
            for form in FORMS:
                found = of_form(corpus, form, size, seed)
                show(f"{name} k={size} {form}", found)
                cells.append({"corpus": name, "k": size, "form": form, **found})
    print(table(cells).to_string())


def table(cells: list[dict[str, object]]) -> pd.DataFrame:
    """Return "covered / coherence" of each form, in hundredths, by corpus and size."""
    found = pd.DataFrame(cells)
    pairs = (100 * found[["covered", "coherence"]]).round().astype(int).astype(str)
    found["shown"] = pairs["covered"] + " / " + pairs["coherence"]
    return found.pivot(index="form", columns=["corpus", "k"], values="shown")


def of_form(corpus: Corpus, form: Form, size: int, seed: int) -> dict[str, float]:
    settings = replace(settings_of(size, "joint", "counts", seed), centred=True)
    rows = halves(corpus.n_documents, seed)
    judged = []
    for own, other in (rows, rows[::-1]):
        half = in_form(some_documents(corpus, own), form)
        *_, found = solutions(half, replace(settings, effort="quick"))
        held_out = corpus.observations[other], found.supports
        judged.append((covered(*held_out), float(np.mean(coherence(*held_out)))))
    return dict(zip(("covered", "coherence"), np.mean(judged, axis=0), strict=True))


def in_form(corpus: Corpus, form: Form) -> Corpus:
    counts = sparse.csr_array(corpus.observations, copy=True)
    frequencies = document_frequencies(counts)
    rarity = np.log((corpus.n_documents + form.added) / (frequencies + form.added))
    counts.data = counts.data / (counts.data + 0.5)
    counts.data *= rarity[counts.indices] ** form.power
    return replace(corpus, observations=counts)


if __name__ == "__main__":
    main()
