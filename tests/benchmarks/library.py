"""The library beside what people install today, on labelled texts.

    python -m tests.benchmarks.library

`transformers`, DisjointSparsePCA and those of scikit-learn, get the same dense matrix:
documents by their 600 most frequent words, weighted by tf-idf. Each is fitted on two
thirds of the documents; k scores a document go to a logistic regression, and the
accuracy is that on the other third. Printed are

- seconds, and processor seconds, of `fit`;
- words: how many have a weight in a component, at the median;
- topics: the share of the variance that k topics of s words capture, after components
  that share words are rounded by the best matching (ours need no rounding);
- explained: the share of the variance that a regression on the k scores explains;
- accuracy: of the classifier, and that of always naming the most frequent class.

`topic_models`, those of `topic_tools` that are installed, get the same documents, words
and numbers of topics and of words. Topics found in one half of the documents are judged
on the other half, for all by the same rules. Printed are medians over the seeds of

- coherence: the mean NPMI of pairs of a topic's words in the held-out documents;
- different: the share of all the topics' words that are different;
- covered: the share of held-out documents with two words of some topic;
- assigned: the share to which the model itself gives a topic;
- agreement: adjusted mutual information of these topics and the labels, 1 for the same
  division and 0 for chance; documents without a topic are one more class;
- seconds: processor seconds, to find the topics and those of the held-out documents.

Options, to run a part: --parts, --corpora, --sizes, --seeds (of the topic models) and
--without, with commas between.
"""

import argparse
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
from sklearn.decomposition import (
    NMF,
    MiniBatchSparsePCA,
    SparsePCA,
    TruncatedSVD,
)
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import adjusted_mutual_info_score
from sklearn.model_selection import train_test_split
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler

import spca_core
from spca_core import DisjointSparsePCA
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import dense
from spca_core.corpus.weighting import weighted
from spca_core.methods.baselines.rounding import rounded
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import captured_variance
from spca_core.results.topics.coverage import covered
from spca_core.results.topics.quality import coherence, diversity, halves
from tests.benchmarks.topic_tools import NONE, TOOLS, Documents, Tool

N_WORDS, N_DOCUMENTS, S = 600, 1_800, 10
N_TEXTS = 6_000  # for topic models, at most
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


def labelled(corpus: Corpus, most: int) -> tuple[np.ndarray, np.ndarray]:
    """Return documents at random, and the module or the decade of each."""
    if corpus.dates or corpus.groups:
        labels = [f"{title[:3]}0s" for title in corpus.titles]
    else:
        labels = [".".join(title.split(".")[:2]) for title in corpus.titles]
    sizes = Counter(labels)
    rows = np.flatnonzero([sizes[label] >= RARE for label in labels])
    rows = np.random.default_rng(0).permutation(rows)[:most]
    return rows, np.array(labels)[rows]


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
    corpus = spca_core.load(name, max_features=N_WORDS)
    chosen, labels = labelled(corpus, N_DOCUMENTS)
    documents = dense(weighted(corpus, "tf-idf"))[chosen]
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


def transformers(name: str, options: argparse.Namespace) -> None:
    table = pd.DataFrame(rows(name, options.sizes, options.without))
    print(table.to_string(index=False))


def topic_models(name: str, options: argparse.Namespace) -> None:
    corpus = spca_core.load(name)
    chosen, labels = labelled(corpus, N_TEXTS)
    print(
        f"\n{name}: half of {len(labels):,} documents, {corpus.n_words:,} words, "
        f"{len({*labels})} classes"
    )
    for label, tool in TOOLS.items():
        if tool.missing and label not in options.without:
            print(f"{label}: not installed: {', '.join(tool.missing)}")
    for k in options.sizes:
        for label, tool in TOOLS.items():
            if tool.missing or label in options.without:
                continue
            table = pd.DataFrame(
                judged(tool, in_halves(corpus, chosen, labels, seed), k, seed)
                for seed in options.seeds
            )
            row = "  ".join(f"{key} {x:.3f}" for key, x in table.median().items())
            print(f"k={k} {label:20s} {row}", flush=True)


def in_halves(
    corpus: Corpus, chosen: np.ndarray, labels: np.ndarray, seed: int
) -> tuple[Documents, Documents]:
    """Divide the chosen documents at random, to find topics in and to judge them on."""
    found_in, held_out = (
        Documents(corpus, chosen[half], labels[half])
        for half in halves(len(chosen), seed)
    )
    return found_in, held_out


def judged(
    tool: Tool, parts: tuple[Documents, Documents], k: int, seed: int
) -> dict[str, float]:
    """Return how good the topics of one half are in the other half."""
    start = time.process_time()
    topics, main = tool.find(*parts, k, seed)
    held_out = parts[1]
    return {
        "coherence": coherence(held_out.counts, topics).mean(),
        "different": diversity(topics),
        "covered": covered(held_out.counts, topics),
        "assigned": (main != NONE).mean(),
        "agreement": adjusted_mutual_info_score(held_out.labels, main),
        "seconds": time.process_time() - start,
        "topics": len(topics),
    }


PARTS = {"transformers": transformers, "topic_models": topic_models}


def main() -> None:
    def list_of(kind: type) -> Any:
        return lambda text: [kind(each) for each in text.split(",")]

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", type=list_of(str), default=[*PARTS])
    parser.add_argument("--corpora", type=list_of(str), default=[*PENALTIES])
    parser.add_argument("--sizes", type=list_of(int), default=[10, 50])
    parser.add_argument("--seeds", type=list_of(int), default=[0, 1, 2])
    parser.add_argument("--without", type=list_of(str), default=[])
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # some of them stop before they converge
    DisjointSparsePCA(1, 1).fit(np.eye(3))  # its kernels are compiled once
    for part in options.parts:
        for name in options.corpora:
            PARTS[part](name, options)


if __name__ == "__main__":
    main()
