"""Find the topics that are stored beside the State of the Union, against chance.

Run from the project's folder: python -m datasets.build_default_topics

They are those that the app finds by itself: eight topics of ten words, tf-idf, seed 0,
without repeated text and copies.
"""

from spca_core.corpus.bundled import FOLDER
from spca_core.corpus.load import load
from spca_core.topics import solve

CORPUS_NAME = "state_of_the_union"


def main() -> None:
    topics = solve(load(CORPUS_NAME), 8, 10).against_chance()
    topics.save(FOLDER / CORPUS_NAME / f"topics.{CORPUS_NAME}.json")


if __name__ == "__main__":
    main()
