"""Find the topics that are stored beside the State of the Union.

Run from the project's folder: python -m datasets.build_default_topics

They are those that the app finds by itself: eight topics of ten words, tf-idf, seed 0,
without repeated text and copies.
"""

from spca_core.corpus.bundled import FOLDER, read_bundled
from spca_core.corpus.preparation import USUAL, prepare
from spca_core.methods.solve import solve
from spca_core.results.files.export import to_json

CORPUS = "state_of_the_union"


def main() -> None:
    corpus = prepare(read_bundled(CORPUS), USUAL)
    text = to_json(corpus, solve(corpus, 8, 10))
    (FOLDER / CORPUS / f"topics.{CORPUS}.json").write_text(text + "\n", "ascii")


if __name__ == "__main__":
    main()
