"""Record Gensim's coherence: pip install gensim, then python coherence.py.

It writes coherence.json beside it: `documents` of the bundled docstrings, each a
window.
"""

import json
import random
from pathlib import Path

import gensim  # type: ignore[import]
import numpy as np
from gensim.corpora import Dictionary  # type: ignore[import]
from gensim.models import CoherenceModel  # type: ignore[import]

from spca_core.corpus.bundled import read_bundled

HERE = Path(__file__).resolve().parent
N_TOPICS, N_WORDS, FREQUENT = 12, 8, 400


def main() -> None:
    rng = random.Random(0)
    documents = bundled_documents()
    frequent = sorted({word for text in documents for word in text})
    frequent.sort(key=lambda word: -sum(word in text for text in documents))
    topics = [rng.sample(frequent[:FREQUENT], N_WORDS) for _ in range(N_TOPICS)]
    topics += [rng.sample(frequent, N_WORDS) for _ in range(N_TOPICS)]
    recorded = {
        "gensim": gensim.__version__,
        "documents": figures(topics, documents),
    }
    (HERE / "coherence.json").write_text(json.dumps(recorded) + "\n")


def bundled_documents() -> list[list[str]]:
    corpus = read_bundled("docstrings")
    counts = corpus.observations
    rows = np.split(counts.indices, counts.indptr[1:-1])
    return [[corpus.words[column] for column in row] for row in rows]


def figures(topics: list[list[str]], texts: list[list[str]]) -> dict[str, list]:
    model = CoherenceModel(
        topics=topics,
        texts=texts,
        dictionary=Dictionary(texts),
        coherence="c_npmi",
        window_size=max(map(len, texts)),
        topn=len(topics[0]),
        processes=1,
    )
    found = [float(value) for value in model.get_coherence_per_topic()]
    return {"topics": topics, "coherence": found}


if __name__ == "__main__":
    main()
