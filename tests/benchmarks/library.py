"""`DisjointSparsePCA` beside what people import today, on labelled texts.

    python -m tests.benchmarks.library

All get the same dense matrix: documents by their 600 most frequent words, weighted by
tf-idf. Each is fitted on two thirds of the documents; k scores a document go to a
logistic regression, and the accuracy is that on the other third. Printed are

- seconds, and processor seconds, of `fit`;
- words: how many have a weight in a component, at the median;
- topics: the share of the variance that k topics of s words capture, after components
  that share words are rounded by the best matching (ours need no rounding);
- explained: the share of the variance that a regression on the k scores explains;
- accuracy: of the classifier, and that of always naming the most frequent class.
"""

import argparse
import time
import warnings
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pandas as pd
from sklearn.decomposition import (
    NMF,
    MiniBatchSparsePCA,
    SparsePCA,
    TruncatedSVD,
)
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import spca_core
from spca_core import DisjointSparsePCA
from spca_core.corpus.matrix import dense
from spca_core.corpus.weighting import weighted
from spca_core.methods.baselines.rounding import rounded
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import captured_variance

N_WORDS, N_DOCUMENTS, S = 600, 1_800, 10
# SparsePCA's penalties that leave about as many words: by three times as much most
# components have one word, by a tenth most words. One iteration takes a second with 10
# components, five with 50: its default is 1,000.
PENALTIES, ITERATIONS = {"state_of_the_union": 10, "docstrings": 4}, 20
RARE = 40  # documents of a class: with fewer, it is left out


def models(k: int, penalty: int) -> dict[str, object]:
    return {
        "DisjointSparsePCA": DisjointSparsePCA(k, S),
        "DisjointSparsePCA proven": DisjointSparsePCA(k, S, certify=True),
        "SparsePCA": SparsePCA(k, alpha=penalty, max_iter=ITERATIONS, random_state=0),
        "MiniBatchSparsePCA": MiniBatchSparsePCA(k, alpha=penalty, random_state=0),
        "NMF": NMF(k, init="nndsvda", max_iter=500, random_state=0),
        "TruncatedSVD": TruncatedSVD(k, random_state=0),
    }


def labelled(name: str) -> tuple[np.ndarray, np.ndarray]:
    """Return documents by words, and the decade or the module of each document."""
    corpus = spca_core.load(name, max_features=N_WORDS)
    if name == "docstrings":
        labels = [".".join(title.split(".")[:2]) for title in corpus.titles]
    else:
        labels = [f"{title[:3]}0s" for title in corpus.titles]
    sizes = Counter(labels)
    rows = np.flatnonzero([sizes[label] >= RARE for label in labels])
    rows = np.random.default_rng(0).permutation(rows)[:N_DOCUMENTS]
    return dense(weighted(corpus, "tf-idf"))[rows], np.array(labels)[rows]


def figures(model, train, test, seen, unseen) -> dict[str, object]:
    wall, processor = time.perf_counter(), time.process_time()
    scores = model.fit(train).transform(train)
    seconds = time.perf_counter() - wall, time.process_time() - processor
    components = model.components_
    covariance = Covariance.of(spca_core.load(train, format="table"), centred=True)
    total = covariance.variances.sum()
    topics = getattr(model, "supports_", None)
    if topics is None:
        topics = rounded(abs(components), S)
    centred = train - train.mean(axis=0)
    basis, _ = np.linalg.qr(scores - scores.mean(axis=0))
    classifier = make_pipeline(StandardScaler(), LogisticRegression(max_iter=2_000))
    classifier.fit(scores, seen)
    return {
        "seconds": f"{seconds[0]:.2f} ({seconds[1]:.2f})",
        "words": int(np.median((components != 0).sum(axis=1))),
        "topics": f"{captured_variance(covariance, topics) / total:.1%}",
        "explained": f"{((basis.T @ centred) ** 2).sum() / (centred**2).sum():.1%}",
        "accuracy": f"{classifier.score(model.transform(test), unseen):.1%}",
    }


def rows(name: str, sizes: tuple[int, ...], left_out: list[str]) -> Iterator[dict]:
    documents, labels = labelled(name)
    parts = train_test_split(
        documents, labels, test_size=1 / 3, random_state=0, stratify=labels
    )
    train, _, _, unseen = parts
    most = Counter(unseen).most_common(1)[0][1] / len(unseen)
    print(
        f"\n{name}: {len(train):,} of {len(labels):,} documents, {train.shape[1]:,} "
        f"words, {len({*labels})} classes; the most frequent: {most:.1%}"
    )
    for k in sizes:
        for label, model in models(k, PENALTIES[name]).items():
            if label not in left_out:
                yield {"k": k, "model": label, **figures(model, *parts)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", default="state_of_the_union,docstrings")
    parser.add_argument("--sizes", default="10,50")
    parser.add_argument("--without", default="", help="models to leave out")
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # some of them stop before they converge
    DisjointSparsePCA(1, 1).fit(np.eye(3))  # its kernels are compiled once
    sizes = tuple(map(int, options.sizes.split(",")))
    for name in options.corpora.split(","):
        table = pd.DataFrame(rows(name, sizes, options.without.split(",")))
        print(table.to_string(index=False))


if __name__ == "__main__":
    main()
