"""The report of a result: everything on one page that opens without the app."""

from pages.shared.state.choices import Request
from pages.shared.state.workspace import Workspace
from pages.shared.work.tasks import Proof
from spca_core.problem.solution import Solution
from spca_core.proof.verdict import sentence
from spca_core.results import documents, reading, sentences
from spca_core.results import topics as tables
from spca_core.results.charts.topics import all_topics, topic_variances
from spca_core.results.files.html_report import Section, to_html
from spca_core.results.files.provenance import Provenance
from spca_core.results.sentences import remarks

MAX_DOCUMENTS = 5


def report(
    workspace: Workspace, request: Request, solution: Solution, provenance: Provenance
) -> str:
    """Return the report as HTML."""
    sections = [
        _summary(workspace, solution),
        *_topics(workspace, request, solution),
        _leaders(workspace, request, solution),
        Section("The corpus", [], reading.report(workspace.corpus)),
    ]
    return to_html(f"Topics of {request.corpus_name}", sections, provenance)


def _summary(workspace: Workspace, solution: Solution) -> Section:
    said = list(remarks(solution)["sentence"])
    proven = Proof.about(workspace.corpus, solution.settings).proven
    if proven:
        words = workspace.corpus.kind.words
        said.append(sentence(solution, proven.upper_bound, words))
    headline = tables.headline(workspace.corpus, solution)
    return Section("Result", said, headline[["label", "value"]])


def _topics(
    workspace: Workspace, request: Request, solution: Solution
) -> list[Section]:
    words = tables.topic_words(workspace.corpus, solution, request.names)
    topics, labels = tables.topics(solution), tables.variance_labels(solution.settings)
    return [
        Section(
            "Topics",
            [],
            tables.word_columns(workspace.corpus, solution, request.names),
            all_topics(words),
            " ".join(sentences.topic(one) for _, one in words.groupby("topic")),
        ),
        Section(
            "Variance of the topics",
            [],
            topics.rename(columns=labels),
            topic_variances(topics, labels),
            sentences.variances(topics, labels),
        ),
    ]


def _leaders(workspace: Workspace, request: Request, solution: Solution) -> Section:
    leaders = documents.leaders_of_all(workspace.corpus, solution, MAX_DOCUMENTS)
    names = tables.topic_names(workspace.corpus, solution, request.names)
    kind = workspace.corpus.kind
    return Section(
        f"{kind.documents.capitalize()} that carry each topic",
        [],
        tables.with_names(leaders, names)[["name", "title", "share", "words"]],
    )
