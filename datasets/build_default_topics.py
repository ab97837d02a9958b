"""Find the topics that are stored beside the State of the Union.

Run from the project's folder: python -m datasets.build_default_topics

They are those that the app finds by itself: eight topics of ten words, tf-idf, seed 0.
"""

from spca_core.corpus.bundled import FOLDER, read_bundled
from spca_core.results.files.export import to_json
from spca_core.topics import solve

CORPUS = "state_of_the_union"


def main() -> None:
    corpus = read_bundled(CORPUS)
    text = to_json(corpus, solve(corpus, 8, 10))
    (FOLDER / CORPUS / f"topics.{CORPUS}.json").write_text(text + "\n", "ascii")


if __name__ == "__main__":
    main()
