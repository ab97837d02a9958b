"""Topic models that people install, each as a function of the same documents.

A tool is called with the documents to find topics in, those that are held out, the
number of topics and a seed. It returns the words of its topics, a row of `N_WORDS`
columns each, and the topic of each held-out document, or `NONE`, by its own rule. All
have the defaults of their packages, but for the number of topics, the seed and the
vocabulary. Word vectors are those that wordllama ships: nothing is downloaded.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple

import numpy as np
from sklearn.cluster import KMeans
from sklearn.decomposition import NMF
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer

from spca_core.corpus.corpus import Corpus
from spca_core.results.comparison.held_out import some_documents
from spca_core.topics import solve

N_WORDS = 10
NONE = -1
Found = tuple[np.ndarray, np.ndarray]


class Documents:
    """Some documents of a corpus, as each tool wants them."""

    def __init__(self, corpus: Corpus, rows: np.ndarray, labels: np.ndarray) -> None:
        self.labels = labels
        self.corpus = replace(some_documents(corpus, rows), whole=None)
        self.counts = self.corpus.observations
        self._texts = [corpus.texts[row] for row in rows] if corpus.texts else ()

    @cached_property
    def tokens(self) -> list[list[str]]:
        """The words that are counted, as often as they are, in no order."""
        words = np.array(self.corpus.words, dtype=object)
        every = np.repeat(words[self.counts.indices], self.counts.data.astype(int))
        ends = np.cumsum(self.counts.sum(axis=1)).astype(int)
        return [each.tolist() for each in np.split(every, ends[:-1])]

    @property
    def bags(self) -> list[str]:
        return [" ".join(tokens) for tokens in self.tokens]

    @property
    def texts(self) -> Sequence[str]:
        """The texts as they were read, or else the words that are counted."""
        return self._texts or self.bags

    @property
    def vectorizer(self) -> CountVectorizer:
        """What counts the words of `bags`, in all documents or in others."""
        known = np.array(self.corpus.words, dtype=object)[self.counts.sum(axis=0) > 0]
        return CountVectorizer(vocabulary=known, analyzer=str.split)

    def columns(self, words: Sequence[Sequence[str]]) -> np.ndarray:
        return np.array([self.corpus.columns_of(topic) for topic in words])


def disjoint_topics(train: Documents, test: Documents, k: int, seed: int) -> Found:
    found = solve(train.corpus, k, N_WORDS, seed=seed, progress=False)
    numbers = {name: topic for topic, name in enumerate(found.names)}
    main = found.transform(test.corpus, progress=False)["main_topic"]
    return found.supports, main.map(numbers).fillna(NONE).to_numpy(int)


def nmf(train: Documents, test: Documents, k: int, seed: int) -> Found:
    rarity = TfidfTransformer().fit(train.counts)
    model = NMF(k, init="nndsvda", max_iter=500, random_state=seed)
    model.fit(rarity.transform(train.counts))
    weights = model.transform(rarity.transform(test.counts))
    return heaviest(model.components_), main_of(weights)


def tomotopy_lda(train: Documents, test: Documents, k: int, seed: int) -> Found:
    model = resolve_name("tomotopy:LDAModel")(k=k, seed=seed)
    for tokens in train.tokens:
        model.add_doc(tokens)
    model.train(1_000, workers=1)  # with more, a seed does not fix the answer
    documents = [model.make_doc(tokens) for tokens in test.tokens]
    shares, _ = model.infer(documents, workers=1)
    topics = [model.get_topic_words(topic, top_n=N_WORDS) for topic in range(k)]
    return train.columns(first_of_pairs(topics)), np.argmax(shares, axis=1)


def bertopic(train: Documents, test: Documents, k: int, seed: int) -> Found:
    """HDBSCAN finds how many clusters there are, and the nearest are merged."""
    # One more: documents outside all clusters count as a topic.
    return _bertopic(train, test, seed, nr_topics=k + 1)


def bertopic_k_means(train: Documents, test: Documents, k: int, seed: int) -> Found:
    clusters = KMeans(k, random_state=seed)
    return _bertopic(train, test, seed, hdbscan_model=clusters)


def _bertopic(train: Documents, test: Documents, seed: int, **options: Any) -> Found:
    flat = resolve_name("umap:UMAP")(
        n_neighbors=15,
        n_components=5,
        min_dist=0.0,
        metric="cosine",
        random_state=seed,
        n_jobs=1,
    )
    model = resolve_name("bertopic:BERTopic")(
        language="multilingual",  # leaves words with hyphens as they are
        umap_model=flat,
        vectorizer_model=train.vectorizer,
        top_n_words=N_WORDS,
        **options,
    )
    model.fit(train.bags, vectors(train.texts))
    main, _ = model.transform(test.bags, vectors(test.texts))
    topics = [words for topic, words in model.get_topics().items() if topic != NONE]
    return train.columns(first_of_pairs(topics)), np.array(main)


def key_nmf(train: Documents, test: Documents, k: int, seed: int) -> Found:
    return _turftopic("KeyNMF", train, test, k, seed)


def semantic_signals(train: Documents, test: Documents, k: int, seed: int) -> Found:
    return _turftopic("SemanticSignalSeparation", train, test, k, seed)


def _turftopic(
    name: str, train: Documents, test: Documents, k: int, seed: int
) -> Found:
    model = resolve_name(f"turftopic:{name}")(
        k, encoder=Encoder(), vectorizer=train.vectorizer, random_state=seed
    )
    model.fit(train.bags, embeddings=vectors(train.texts))
    weights = model.transform(test.bags, embeddings=vectors(test.texts))
    topics = [words for _, words in model.get_topics(top_k=N_WORDS)]
    return train.columns(first_of_pairs(topics)), main_of(weights)


class Encoder:
    """Word vectors, as turftopic asks for them."""

    def encode(self, sentences: Sequence[str], **options: Any) -> np.ndarray:
        return vectors(sentences)


def vectors(texts: Sequence[str]) -> np.ndarray:
    """Return the mean of the vectors of each text's words, of unit length."""
    import wordllama

    # It looks for its own tokenizer in a folder of another name.
    folder = Path(wordllama.__file__).parent
    model = wordllama.WordLlama.load(cache_dir=folder, disable_download=True)
    return model.embed(list(texts), norm=True)


def heaviest(weights: np.ndarray) -> np.ndarray:
    return np.argsort(-weights, axis=1, kind="stable")[:, :N_WORDS]


def main_of(weights: np.ndarray) -> np.ndarray:
    """Return the greatest topic of each document, or `NONE` where all are 0."""
    return np.where(weights.any(axis=1), weights.argmax(axis=1), NONE)


def first_of_pairs(topics: Sequence[Sequence[tuple[str, float]]]) -> list[list[str]]:
    return [[word for word, _ in topic] for topic in topics]


class Tool(NamedTuple):
    find: Callable[[Documents, Documents, int, int], Found]
    needs: tuple[str, ...] = ()

    @property
    def missing(self) -> list[str]:
        return [name for name in self.needs if not find_spec(name)]


BERTOPIC = ("bertopic", "umap", "hdbscan", "wordllama")
TURFTOPIC = ("turftopic", "wordllama")
TOOLS = {
    "disjoint topics": Tool(disjoint_topics),
    "NMF on tf-idf": Tool(nmf),
    "LDA (tomotopy)": Tool(tomotopy_lda, ("tomotopy",)),
    "BERTopic": Tool(bertopic, BERTOPIC),
    "BERTopic by k-means": Tool(bertopic_k_means, BERTOPIC),
    "KeyNMF (turftopic)": Tool(key_nmf, TURFTOPIC),
    "S³ (turftopic)": Tool(semantic_signals, TURFTOPIC),
}
