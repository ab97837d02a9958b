"""Topics against chance, and the seconds it takes: python -m tests.benchmarks.chance

`ratios` holds the topics of the bundled corpora and of KOS against nine shuffled
tables. `null` searches 20 shuffled tables of each of five corpora, each held against
nine more of its own, where a topic should pass in 2 of 20: 300 documents of each, and
the 200 words that most of them have; 3 topics of 5 words, and the effort is quick, so
that a thousand searches take minutes. `planted` plants topics at two strengths, for
tf-idf. `one` holds the search for one topic, which gives chance, against the joint
search for many on shuffled tables of ten corpora, and prints the seconds of both.
`interviews` makes 57 long interviews, all about the same themes, and takes them
whole and in paragraphs. `again` prints the share of each topic's words that are found
again in two halves of the documents, for a corpus and for its words shuffled: in both
halves, and in one of them, which flatters. `calibrated` searches 200 shuffled tables of
a small planted corpus, each held against four more of its own, where a topic alone
should pass in a fifth of them. `large` writes a corpus, and holds its topics against
chance from the command line. The last two are not among the default parts.

Options: --parts and --corpora with commas between; --documents, of the large corpus.
"""

import argparse
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pandas as pd
from scipy import sparse

from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import greatest
from spca_core.corpus.planted import Plan, plant
from spca_core.corpus.shuffling import shuffled
from spca_core.formatting import counted
from spca_core.methods.one_topic import greatest_topic
from spca_core.methods.solve import solutions
from spca_core.problem.covariance import covariance_of
from spca_core.problem.settings import Settings
from spca_core.results.comparison import held_out
from spca_core.results.topics.chance import (
    AgainstChance,
    against_chance,
    variances_about_means,
)
from spca_core.topics import SHUFFLES, Topics, solve
from tests.benchmarks.data import read_published
from tests.benchmarks.quality import corpus_of
from tests.large_corpus import NEWS, run, write_store
from tests.oracles import planted_corpus

SIZES = {"state_of_the_union_in_24_words": (3, 4)}  # k and s; of others 8 and 10
N_TABLES, MOST_PASSED, N_SAMPLED, N_FREQUENT, NULL_SIZE = 20, 4, 300, 200, (3, 5)
N_PAIRS = 3  # tables of each corpus
N_NOISE, FEW_SHUFFLES, CALIBRATED = 200, 4, (0.15, 0.25)
IN_ALL = held_out.in_all
STRENGTHS, SEEDS = (0.4, 0.8), range(3)
N_WORDS = 102_660  # of the large corpus, as in NYTimes
# Interviews, words of each paragraph, paragraphs of each, and themes of all.
N_INTERVIEWS, LENGTH, PARAGRAPHS, N_THEMES = 57, 80, (40, 100), 8
VOCABULARY, THEME_WORDS = 4_000, 40
HABIT = 0.5  # the shape of a gamma: how much a speaker's rate of a word varies
ON_THEME, THEMED_WORDS = 0.6, 0.25  # paragraphs with a theme, and their words of it


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", default="ratios,null,planted,interviews,again")
    parser.add_argument("--corpora", default=",".join(CORPORA))
    parser.add_argument("--documents", type=int, default=30_000)
    options = parser.parse_args()
    for part in options.parts.split(","):
        PARTS[part](options)


def show_ratios(options: argparse.Namespace) -> None:
    """Print the ratios of whole corpora, and the seconds of search and of chance."""
    for name in options.corpora.split(","):
        corpus = corpus_of(name)
        start = time.perf_counter()
        topics = solve(corpus, *SIZES.get(name, (8, 10)))
        found = time.perf_counter()
        chance = judged(topics)
        ended = time.perf_counter()
        show(name, chance)
        print(f"search {found - start:.1f} s, chance {ended - found:.1f} s", flush=True)


def show_null(options: argparse.Namespace) -> None:
    """Print in how many shuffled tables any topic passes."""
    for name in options.corpora.split(","):
        corpus, passed = sampled(corpus_of(name)), 0
        start = time.perf_counter()
        for seed in range(N_TABLES):
            table = shuffled(corpus.observations, np.random.default_rng([seed, 1]))
            noise = replace(corpus, observations=table, whole=None)
            size = SIZES.get(name, NULL_SIZE)
            topics = solve(noise, *size, effort="quick", seed=seed)
            passed += judged(topics).table["beyond"].any()
        verdict = "holds" if passed <= MOST_PASSED else "MISSED"
        print(
            f"{name}, {corpus.n_documents} documents: a topic passes in {passed} of "
            f"{N_TABLES} shuffled tables, at most {MOST_PASSED}: {verdict} "
            f"({time.perf_counter() - start:.0f} s)",
            flush=True,
        )


def sampled(corpus: Corpus) -> Corpus:
    """Return some random documents, with the words that most of them have."""
    rng = np.random.default_rng(0)
    order = rng.permutation(corpus.n_documents)
    some = corpus.of_documents(order < N_SAMPLED)
    words = np.sort(greatest(document_frequencies(some.observations), N_FREQUENT))
    counts = sparse.csr_array(some.observations[:, words])
    return replace(
        some, observations=counts, words=tuple(some.words[word] for word in words)
    )


def show_again(options: argparse.Namespace) -> None:
    """Print what is found again of topics, and of those of shuffled documents."""
    for name in options.corpora.split(","):
        corpus = corpus_of(name)
        table = shuffled(corpus.observations, np.random.default_rng(0))
        for kind, those in (
            ("as it is", corpus),
            ("shuffled", replace(corpus, observations=table, whole=None)),
        ):
            topics = solve(those, *SIZES.get(name, (8, 10)), effort="quick")
            both = topics.stability(progress=False)["found_again"]
            with patch.object(held_out, "in_all", in_one):
                one = topics.stability(progress=False)["found_again"]
            print(
                f"{name} {kind}: in both {listed(both)}; in one {listed(one)}",
                flush=True,
            )


def in_one(topics: np.ndarray, others: Sequence[np.ndarray]) -> np.ndarray:
    """Return as a share how often each word is in a partner, (n_topics, sparsity)."""
    return np.mean([IN_ALL(topics, [words]) for words in others], axis=0)


def listed(shares: pd.Series) -> str:
    return " ".join(f"{share:.2f}" for share in shares)


def show_calibrated(_: argparse.Namespace) -> None:
    """Print in what share of small shuffled tables any topic passes.

    One topic passes as often as expected; several share the words out, and their best
    captures less than the one topic that chance is.
    """
    corpus, sparsity = planted_corpus(1, 3, 5), NULL_SIZE[1]
    low, high = CALIBRATED
    for n_topics, least in ((1, low), (NULL_SIZE[0], 0)):
        passed, start = 0, time.perf_counter()
        for seed in range(N_NOISE):
            table = shuffled(corpus.observations, np.random.default_rng([seed, 99]))
            noise = replace(corpus, observations=table)
            topics = solve(noise, n_topics, sparsity, effort="quick", seed=seed)
            passed += judged(topics, FEW_SHUFFLES).table["beyond"].any()
        verdict = "holds" if least <= passed / N_NOISE <= high else "MISSED"
        print(
            f"of {counted(n_topics, 'topics')} one passes in {passed} of {N_NOISE} "
            f"noise tables ({passed / N_NOISE:.1%}), {least:.0%} to {high:.0%} "
            f"expected: {verdict} ({time.perf_counter() - start:.0f} s)",
            flush=True,
        )


def show_planted(_: argparse.Namespace) -> None:
    """Print the least ratio of planted topics."""
    for strength in STRENGTHS:
        for seed in SEEDS:
            plan = Plan(strength=strength, seed=seed)
            size = plan.n_topics, plan.sparsity
            topics = solve(plant(plan).corpus, *size, weighting="tf-idf")
            show(f"planted, strength {strength}, seed {seed}", judged(topics))


def show_one(_: argparse.Namespace) -> None:
    """Print how much more the one topic of a table captures than the best of many."""
    for name, corpus, weighting, (n_topics, sparsity) in tables():
        asked = {"n_components": n_topics, "sparsity": sparsity, "weighting": weighting}
        gains, seconds = [], np.zeros(2)
        for seed in range(N_PAIRS):
            table = shuffled(corpus.observations, np.random.default_rng([seed, 2]))
            noise = replace(corpus, observations=table, whole=None)
            settings = Settings(**asked, seed=seed)
            start = time.process_time()
            (found,) = deque(solutions(noise, settings), maxlen=1)
            many = max(variances_about_means(noise, found.supports, settings))
            noise, searched = replace(noise), time.process_time()  # nothing is cached
            covariance = covariance_of(noise, replace(settings, centred=True))
            one = covariance.in_units(greatest_topic(covariance, sparsity))
            seconds += searched - start, time.process_time() - searched
            gains.append(one / many - 1)
        joint, single = seconds / N_PAIRS
        print(
            f"{name}, {weighting}: one topic captures {min(gains):+.2%} to "
            f"{max(gains):+.2%} beside the best of {n_topics}; processor seconds "
            f"{single:.2f}, joint search {joint:.2f}",
            flush=True,
        )


def tables() -> Iterator[tuple[str, Corpus, str, tuple[int, int]]]:
    """Yield ten tables, by name, with a weighting and a size of topics."""
    for name in CORPORA:
        for weighting in ("tf-idf", "counts"):
            yield name, corpus_of(name), weighting, SIZES.get(name, (8, 10))
    yield "planted", planted_corpus(1, 3, 5), "counts", NULL_SIZE
    for name in ("Mfeat Pix", "Arcene train"):
        yield name, read_published(name), "counts", (5, 10)


def show_interviews(_: argparse.Namespace) -> None:
    """Print the ratios of interviews, whole and in paragraphs."""
    for seed in SEEDS:
        for name, corpus in interviews(seed):
            show(f"{name}, seed {seed}", judged(solve(corpus, 8, 10, effort="quick")))


def interviews(seed: int) -> Iterator[tuple[str, Corpus]]:
    """Yield interviews as documents, and their paragraphs as documents.

    Words are as frequent as Zipf's, and each speaker has habits: rates that differ from
    the others' by a gamma variable, each by itself. All talk about the same themes, as
    an interviewer asks for them, one in a paragraph.
    """
    rng = np.random.default_rng(seed)
    common = 1 / np.arange(10, VOCABULARY + 10)
    themes = rng.permutation(VOCABULARY)[: N_THEMES * THEME_WORDS]
    themes = themes.reshape(N_THEMES, THEME_WORDS)
    rows, interview = [], []
    for speaker in range(N_INTERVIEWS):
        rates = common * rng.gamma(HABIT, size=VOCABULARY)
        rates /= rates.sum()
        for _ in range(rng.integers(*PARAGRAPHS)):
            n_themed = rng.binomial(LENGTH, THEMED_WORDS) * (rng.random() < ON_THEME)
            row = rng.multinomial(LENGTH - n_themed, rates)
            np.add.at(row, rng.choice(themes[rng.integers(N_THEMES)], n_themed), 1)
            rows.append(row)
            interview.append(speaker)
    paragraphs = sparse.csr_array(np.array(rows, dtype=float))
    cells = np.ones(len(rows)), (interview, np.arange(len(rows)))
    whole = sparse.csr_array(sparse.csr_array(cells) @ paragraphs)
    whole.sum_duplicates()
    words = tuple(f"word_{word}" for word in range(VOCABULARY))
    for name, counts in (("interviews", whole), ("their paragraphs", paragraphs)):
        yield name, Corpus(name=name, observations=counts, words=words)


def show_large(options: argparse.Namespace) -> None:
    """Print what topics of a large corpus take without and with `--chance`."""
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "large"
        write_store(store, options.documents, N_WORDS, NEWS)
        for flags in ((), ("--chance",)):
            used = run("topics", str(store), "-k", "8", "-s", "10", "--json", *flags)
            print(
                f"{options.documents:,} documents {' '.join(flags)}: "
                f"{used.seconds:.0f} s, {used.processor_seconds:.0f} s of processors, "
                f"{used.megabytes:,.0f} MB",
                flush=True,
            )


def judged(topics: Topics, shuffles: int = SHUFFLES) -> AgainstChance:
    (chance,) = deque(against_chance(topics, shuffles), maxlen=1)
    return chance


def show(name: str, chance: AgainstChance) -> None:
    ratios = " ".join(f"{ratio:.2f}" for ratio in chance.table["ratio"])
    print(f"{name} ({chance.n_documents:,}): {chance.headline}, {ratios}", flush=True)


CORPORA = (
    *("state_of_the_union", "docstrings", "kos", "messages"),
    "state_of_the_union_in_24_words",
)
PARTS = {
    "ratios": show_ratios,
    "null": show_null,
    "planted": show_planted,
    "one": show_one,
    "interviews": show_interviews,
    "again": show_again,
    "calibrated": show_calibrated,
    "large": show_large,
}

if __name__ == "__main__":
    main()
