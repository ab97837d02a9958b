"""The report of a result: everything on one page that opens without the app."""

from pages.shared.state.choices import Choice
from pages.shared.state.corpora import Chosen
from pages.shared.state.origins import name_of
from pages.shared.work.proofs import Proof, proof_queue
from spca_core.problem.solution import Solution
from spca_core.proof.verdict import sentence
from spca_core.results import corpus, documents, sentences
from spca_core.results import topics as tables
from spca_core.results.charts.topics import all_topics, topic_variances
from spca_core.results.files.html_report import Section, to_html
from spca_core.results.files.provenance import Provenance
from spca_core.results.sentences import remarks

MOST_DOCUMENTS = 5


def report(
    chosen: Chosen, choice: Choice, solution: Solution, provenance: Provenance
) -> str:
    """Return the report as HTML."""
    sections = [
        _summary(chosen, solution),
        *_topics(chosen, choice, solution),
        _leaders(chosen, choice, solution),
        Section("The corpus", [], corpus.report(chosen.corpus)),
    ]
    name = name_of(choice.origin.place)
    return to_html(f"Topics of {name}", sections, provenance)


def _summary(chosen: Chosen, solution: Solution) -> Section:
    said = list(remarks(solution)["sentence"])
    job = proof_queue().seen(Proof.about(chosen.corpus, solution.settings))
    if job and job.latest:
        words = chosen.corpus.kind.words
        said.append(sentence(solution, job.latest.upper_bound, words))
    headline = tables.headline(chosen.corpus, solution)
    return Section("Result", said, headline[["label", "value"]])


def _topics(chosen: Chosen, choice: Choice, solution: Solution) -> list[Section]:
    words = tables.topic_words(chosen.corpus, solution, choice.names)
    topics = tables.topics(solution)
    return [
        Section(
            "Topics",
            [],
            tables.word_columns(chosen.corpus, solution, choice.names),
            all_topics(words),
            " ".join(sentences.topic(one) for _, one in words.groupby("topic")),
        ),
        Section(
            "Variance of the topics",
            [],
            topics,
            topic_variances(topics),
            sentences.variances(topics),
        ),
    ]


def _leaders(chosen: Chosen, choice: Choice, solution: Solution) -> Section:
    leaders = documents.leaders_of_all(chosen.corpus, solution, MOST_DOCUMENTS)
    names = tables.topic_names(chosen.corpus, solution, choice.names)
    kind = chosen.corpus.kind
    return Section(
        f"{kind.documents.capitalize()} that carry each topic",
        [],
        tables.with_names(leaders, names)[["name", "title", "share", "words"]],
    )
