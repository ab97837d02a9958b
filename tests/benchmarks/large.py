"""Corpora of the sizes of NYTimes and PubMed: seconds, and memory at its peak.

    python -m tests.benchmarks.large FOLDER [PART ...]

The parts are `cost`, `news`, `store`, `open`, `parts`, `certificate`, `pubmed` and
`keep`. What they read is made in the folder first, if it is not there: 7 GB in all, in
half an hour.
"""

import os
import shutil
import sys
import time
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pandas as pd

from spca_core.corpus.readers.load import read_corpus
from spca_core.corpus.store import open_store
from spca_core.corpus.weighting import matrix_options
from spca_core.methods.joint import joint
from spca_core.methods.registry import warm
from spca_core.methods.working_set import working_set
from spca_core.paper.data_sets import data_folder
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.proof.certificate import certificates
from spca_core.running.parallel import one_blas_thread
from tests.large_corpus import NEWS, SHORT, run, write_store, write_uci

SETTINGS = Settings(n_components=8, sparsity=15)
SIZES = (3_000, 30_000, 300_000)
NEWS_WORDS, PUBMED_WORDS, PUBMED_DOCUMENTS = 102_660, 141_043, 8_200_000


def main(folder: Path, parts: tuple[str, ...]) -> None:
    for part in parts:
        PARTS[part](folder)


def show_cost(folder: Path) -> None:
    """Print the seconds of each part of the work by the number of documents."""
    paths = {f"{n:,}": _news(folder / f"{n}", n) for n in SIZES}
    paths["KOS"] = data_folder() / "kos" / "docword.kos.txt.gz"
    table = pd.DataFrame({name: _costs(path) for name, path in paths.items()})
    print(table.T.rename_axis("documents").to_string(float_format="%.2f"))
    search = table.loc["search"]
    ratio = search[f"{SIZES[-1]:,}"] / search["KOS"]
    print(f"search: {ratio:.2f} times as long as of KOS (wanted: at most 1.5)")


def show_news(folder: Path) -> None:
    path = _news(folder / f"{SIZES[-1]}", SIZES[-1])
    _show_run("topics", path, "at most 60 s and 4,000 MB")


def show_store(folder: Path) -> None:
    _show_run("topics", news_store(folder), "at most 12 s")


def show_certificate(folder: Path) -> None:
    _show_run("topics", news_store(folder), "at most 1,500 MB", "--certify")


def show_open(folder: Path) -> None:
    """Print the seconds until a store is open."""
    for store in (news_store(folder), _pubmed_store(folder)):
        seconds: dict[str, float] = {}
        with _timed(seconds, "open"):
            open_store(store)
        print(f"{store.name}: open in {seconds['open']:.2f} s (wanted: under 0.2 s)")


def show_parts(folder: Path) -> None:
    """Print the seconds until some of a store's documents are chosen."""
    corpus = open_store(news_store(folder))
    words = "|".join(corpus.words[100:103])
    for where in ("date>=1997", f"word={words}", f"topic={words}", f"topic!={words}"):
        seconds: dict[str, float] = {}
        with _timed(seconds, "part"):
            part = corpus.part(where)
        print(f"{part}: {seconds['part']:.2f} s (wanted: at most 2 s)")


def show_pubmed(folder: Path) -> None:
    _show_run("topics", _pubmed_store(folder), "at most 300 s and 4,000 MB")


def show_keep(folder: Path) -> None:
    """Print what it takes to keep a file of the size of PubMed."""
    place = folder / "pubmed_file"
    path = _uci(place, PUBMED_DOCUMENTS, PUBMED_WORDS, SHORT)
    kept = place / "kept"
    shutil.rmtree(kept, ignore_errors=True)
    _show_run("keep", path, "memory that is bounded", str(kept))


PARTS: dict[str, Callable[[Path], None]] = {
    "cost": show_cost,
    "news": show_news,
    "store": show_store,
    "open": show_open,
    "parts": show_parts,
    "certificate": show_certificate,
    "pubmed": show_pubmed,
    "keep": show_keep,
}


def _costs(path: Path) -> dict[str, float]:
    """Return the seconds of each part of finding and proving topics."""
    seconds: dict[str, float] = {}
    warm("joint", is_sparse=True, centred=True)
    with _timed(seconds, "read"):
        corpus = read_corpus(path)
    covariance = Covariance.of(corpus, **matrix_options(corpus.kind))
    words = working_set(covariance, SETTINGS)
    with _timed(seconds, "Gram"):
        covariance.gram(words)
    with one_blas_thread(), _workers() as workers:
        moments = [time.perf_counter()]
        for _ in joint(covariance, SETTINGS, workers):
            moments.append(time.perf_counter())
    # The last step of the search is the check on all words.
    seconds["search"], seconds["check"] = np.diff([moments[0], *moments[-2:]])
    proofs = certificates(covariance, SETTINGS.n_components, SETTINGS.sparsity)
    with _timed(seconds, "first bound"):
        next(proofs)
    with _timed(seconds, "first lowered bound"):
        next(proofs)
    return seconds


def _workers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(os.cpu_count())


@contextmanager
def _timed(seconds: dict[str, float], what: str) -> Generator[None]:
    start = time.perf_counter()
    yield
    seconds[what] = time.perf_counter() - start


def _show_run(command: str, source: Path, wanted: str, *options: str) -> None:
    used = run(command, str(source), *options)
    cores = used.processor_seconds / used.seconds
    print(
        f"{source.name}: {used.seconds:.1f} s on {cores:.1f} cores, "
        f"{used.megabytes:,.0f} MB (wanted: {wanted})"
    )


def news_store(folder: Path) -> Path:
    n_documents = SIZES[-1]
    years = (1987 + n * 20 // n_documents for n in range(n_documents))
    titles = [f"Story {n} of {year}" for n, year in enumerate(years, start=1)]
    return _store(folder / "news", n_documents, NEWS_WORDS, NEWS, titles)


def _pubmed_store(folder: Path) -> Path:
    return _store(folder / "pubmed", PUBMED_DOCUMENTS, PUBMED_WORDS, SHORT)


def _news(folder: Path, n_documents: int) -> Path:
    return _uci(folder, n_documents, NEWS_WORDS, NEWS)


def _uci(folder: Path, n_documents: int, n_words: int, length: float) -> Path:
    path = folder / "docword.large.txt.gz"
    if not (folder / "vocab.large.txt").exists():  # which is written last
        folder.mkdir(parents=True, exist_ok=True)
        write_uci(folder, n_documents, n_words, length)
    return path


def _store(
    folder: Path,
    n_documents: int,
    n_words: int,
    length: float,
    titles: Sequence[str] = (),
) -> Path:
    if not folder.exists():
        write_store(folder, n_documents, n_words, length, titles)
    return folder


if __name__ == "__main__":
    main(Path(sys.argv[1]), tuple(sys.argv[2:]) or tuple(PARTS))
