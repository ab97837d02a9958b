"""Find the topics that are stored beside the bundled corpora, tested and proven.

Run from the project's folder: python -m datasets.build_default_topics

They are those that the app finds by itself at the sizes of the stored comparisons:
tf-idf, seed 0, without repeated text and copies. Each proof goes on until it rests, or
for an hour.
"""

from dataclasses import replace
from pathlib import Path

import msgspec

from datasets.build_default_comparisons import SIZES
from spca_core.corpus.bundled import FOLDER
from spca_core.corpus.load import load
from spca_core.proof.certificate import certify
from spca_core.results.files.saved import to_json
from spca_core.results.files.saved_format import read_saved
from spca_core.topics import Topics, solve

PROOF_SECONDS = 3_600.0


def main() -> None:
    for name, (n_components, sparsity) in SIZES.items():
        corpus = load(name)
        topics = solve(corpus, n_components, sparsity).against_chance()
        proof = certify(
            corpus,
            n_components,
            sparsity,
            supports=topics.supports,
            seconds=PROOF_SECONDS,
        )
        write(replace(topics, certificate=proof), FOLDER / name / f"topics.{name}.json")
        print(f"{name}: within {100 * proof.gap(topics.captured_variance):.2f} %")


def write(topics: Topics, path: Path) -> None:
    """Write the file of topics, without the scoring, which the corpus gives too."""
    saved = read_saved(to_json(topics).encode())
    run = msgspec.structs.replace(saved.runs[0], scoring=None)
    saved = msgspec.structs.replace(saved, runs=(run,))
    path.write_text(f"{saved.json}\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
