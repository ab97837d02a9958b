"""The one place that caches what was read and what was computed from it.

Everything is cached as resources, not as data: their arrays are read-only, and copying
them would be slow. The keys are small values, never a matrix or a text. A corpus is its
own key: another with the same counts may have another name, dates, groups or texts.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pandas as pd
import streamlit as st

from pages.shared.state.origins import IN_FOLDER, PLANTED, Origin, read_plan
from pages.shared.state.uploads import shelf
from pages.shared.work.readings import read_once
from spca_core.corpus import groupings as grouping
from spca_core.corpus.bundled import bundled_titles, read_bundled
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.findings import findings
from spca_core.corpus.options import Preparation
from spca_core.corpus.planted import Planted, plant
from spca_core.corpus.preparation import prepare
from spca_core.corpus.readers.documents.split import Splitting
from spca_core.corpus.readers.files import Source, Watched
from spca_core.corpus.readers.load import read_corpus
from spca_core.corpus.readers.preview import Preview, preview_of
from spca_core.corpus.sources import data_file
from spca_core.paper.data_sets import data_folder, data_set, find_file, read
from spca_core.problem.settings import Settings
from spca_core.proof.certificate import Certificate
from spca_core.results.corpus import titles
from spca_core.results.documents import dates
from spca_core.results.documents import document_map as map_of_documents
from spca_core.results.documents import scores as scoring
from spca_core.results.documents.concordance import Concordance, find
from spca_core.results.documents.document_list import MAX_LISTED
from spca_core.results.files import stored as stored_results
from spca_core.results.files.saved import stated_on
from spca_core.results.files.saved_format import Saved
from spca_core.results.topics import cards as topic_cards
from spca_core.results.topics import chance as against_chance
from spca_core.results.topics import near_misses as misses
from spca_core.results.topics import topic_map as map_of_topics
from spca_core.results.topics.chance import AgainstChance
from spca_core.results.topics.coverage import documents_with_topics
from spca_core.running.bars import Progress
from spca_core.topics import Topics

NEARLY = 6  # words
PREPARING = "Preparing the corpus…"
SEARCHING, SORTING = "Searching the texts…", "Sorting the lines…"
_NUMBERS: WeakKeyDictionary[Corpus, int] = WeakKeyDictionary()
_UNUSED = count()
KEYS: dict[str | type, Callable[[Any], Any]] = {
    # Not its `id`, which is used again once the corpus is gone.
    Corpus: lambda corpus: _NUMBERS.setdefault(corpus, next(_UNUSED)),
    # With settings: topics of one word have equal loadings under any weighting.
    Topics: lambda topics: (
        KEYS[Corpus](topics.corpus),
        topics.supports.tobytes(),
        topics.loadings.tobytes(),
        repr(topics.settings),
    ),
    Saved: lambda stored: (stored.content_id, repr(stored.runs[0].settings)),
}


def corpus(origin: Origin) -> Corpus:
    """Return a corpus as it was loaded; the page shows the progress of a file.

    raises : InputError if it is not there, cannot be read, or its reading was stopped
    """
    name = origin.reading.name
    read = _read(origin.read_with({"name": ""}))  # once, under whatever name
    return _named(read, name) if name else read


@st.cache_resource(show_spinner=False, max_entries=8, hash_funcs=KEYS)
def _named(corpus: Corpus, name: str) -> Corpus:
    return replace(corpus, name=name)


def _read(origin: Origin) -> Corpus:
    if origin.corpus in bundled_titles():
        return _bundled(origin.corpus)
    if origin.corpus.startswith(PLANTED):
        return planted(origin.corpus).corpus
    file = source(origin.corpus)
    if isinstance(file, Path) and file.is_dir():
        return _store(origin)
    words = _words(origin)
    return read_once(
        "corpora", file, origin, lambda tell: _counted(file, words, origin, tell)
    )


def _counted(
    file: Source, words: Source | None, origin: Origin, tell: Progress
) -> Corpus:
    """Return a file's corpus; what is repeated in it is known then, too."""
    watched, counting = Watched(file, tell), lambda *_: tell(1.0)
    corpus = read_corpus(watched, words, origin.reading, counting)
    findings(corpus)
    return corpus


@st.cache_resource(show_spinner=False, max_entries=8)
def _store(origin: Origin) -> Corpus:
    return read_corpus(source(origin.corpus), _words(origin), origin.reading)


def _words(origin: Origin) -> Source | None:
    return shelf().get(origin.words) if origin.words else None


@st.cache_resource(show_spinner=False, max_entries=8)
def _bundled(name: str) -> Corpus:
    return read_bundled(name)


def bundled(name: str) -> Corpus:
    """Return a corpus that comes with the app."""
    return corpus(Origin(name))


def source(place: str) -> Source:
    """Return a file of the data folder, or one that was uploaded.

    raises : InputError if it is not there
    """
    if place.startswith(IN_FOLDER):
        return data_file(data_folder(), place.removeprefix(IN_FOLDER))
    return shelf().get(place)


def preview(origin: Origin) -> Preview:
    """Return what a file would be read as; it is looked at once, not at every rerun.

    raises : as `corpus` does
    """
    file, reading = source(origin.corpus), origin.reading

    def seen(tell: Progress) -> Preview:
        is_folder = isinstance(file, Path) and file.is_dir()
        watched = file if is_folder else Watched(file, tell)
        return preview_of(watched, reading, _words(origin))

    return read_once("previews", file, origin.read_with({"name": ""}), seen)


@st.cache_resource(show_spinner=False, max_entries=8)
def planted(place: str) -> Planted:
    """Return a planted corpus with its truth."""
    return plant(read_plan(place))


def prepared(origin: Origin, preparation: Preparation) -> Corpus:
    """Return a corpus as it is analysed."""
    return _prepared(corpus(origin), preparation)


@st.cache_resource(show_spinner=PREPARING, max_entries=16, hash_funcs=KEYS)
def _prepared(loaded: Corpus, preparation: Preparation) -> Corpus:
    return prepare(loaded, preparation)


@st.cache_resource(show_spinner=False, max_entries=16, hash_funcs=KEYS)
def part(corpus: Corpus, where: tuple[str, ...]) -> Corpus:
    """Return the documents that meet all conditions; InputError if none does."""
    return corpus.part(*where)


def published(name: str) -> Corpus:
    """Return a data set of the paper that is in the data folder; as `corpus` does."""
    folder = data_folder()
    file = find_file(data_set(name), folder) or folder
    return read_once("data sets", file, name, partial(read, data_set(name), folder))


@st.cache_resource(show_spinner=False, max_entries=64, hash_funcs=KEYS)
def subject(corpus: Corpus) -> str:
    """Return what the topics of a corpus are about."""
    return topic_cards.subject(corpus, groupings(corpus))


@st.cache_resource(show_spinner=False, max_entries=64, hash_funcs=KEYS)
def helpful_splitting(corpus: Corpus) -> Splitting | None:
    """Return how the texts of a corpus can be split, if they are few and long."""
    return against_chance.helpful_splitting(corpus)


@st.cache_resource(show_spinner=False, max_entries=64, hash_funcs=KEYS)
def stored(corpus: Corpus) -> Topics | None:
    """Return the topics that came with a corpus, tested against chance."""
    return stored_results.stored_topics(corpus)


def stored_certificate(corpus: Corpus, settings: Settings) -> Certificate | None:
    """Return what came with a corpus as proven of any such topics, if anything did."""
    topics = stored(corpus)
    if topics is None or topics.settings.question != settings.question:
        return None
    return topics.certificate


@st.cache_resource(show_spinner=False, max_entries=8, hash_funcs=KEYS)
def stored_runs(corpus: Corpus, stored: Saved) -> list[Topics]:
    """Return the runs of a fair run that came with a corpus."""
    return stated_on(stored, corpus)


@st.cache_resource(show_spinner=False, max_entries=16, hash_funcs=KEYS)
def documents_by_time(corpus: Corpus) -> pd.DataFrame:
    """Return how many documents there are at each time."""
    return dates.documents_by_time(corpus)


@st.cache_resource(show_spinner=False, max_entries=16, hash_funcs=KEYS)
def groupings(corpus: Corpus) -> dict[str, tuple[str, ...]]:
    """Return the ways to group the documents: by name, the group of every document."""
    return grouping.groupings(corpus)


def cards(topics: Topics) -> pd.DataFrame:
    """Return what the card of each topic shows."""
    return _cards(topics, topics.chance)


@st.cache_resource(show_spinner=False, max_entries=64, hash_funcs=KEYS)
def _cards(topics: Topics, chance: AgainstChance | None) -> pd.DataFrame:  # noqa: ARG001
    return topic_cards.cards(topics)


@st.cache_resource(show_spinner=False, max_entries=2, hash_funcs=KEYS)
def document_topics(topics: Topics) -> scoring.DocumentTopics:
    """Return what documents have of topics: 41 MB for eight topics and 300,000."""
    return scoring.topics_in_documents(topics)


@st.cache_resource(show_spinner=False, max_entries=8, hash_funcs=KEYS)
def has_topic(topics: Topics) -> Any:
    """Return which documents have which topics: 2.4 MB for 300,000 and eight."""
    return documents_with_topics(topics)


@st.cache_resource(show_spinner=False, max_entries=8, hash_funcs=KEYS)
def topic_map(topics: Topics) -> pd.DataFrame:
    """Return where topics stand on their map."""
    return map_of_topics.topic_map(has_topic(topics))


@st.cache_resource(show_spinner=False, max_entries=4, hash_funcs=KEYS)
def document_map(topics: Topics) -> pd.DataFrame:
    """Return where documents stand between their topics, with titles."""
    found, corpus = document_topics(topics), topics.require_corpus()
    table = map_of_documents.document_map(found, topic_map(topics))
    return table.assign(title=[titles.title(corpus, i) for i in table["document"]])


@st.cache_resource(show_spinner=False, max_entries=64, hash_funcs=KEYS)
def near_misses(topics: Topics, topic: int) -> pd.DataFrame:
    """Return the words of no topic that come near one, counted from 1."""
    return misses.near_misses(topics, topic, NEARLY)


@st.cache_resource(show_spinner=SEARCHING, max_entries=4, hash_funcs=KEYS)
def concordance(corpus: Corpus, sought: str) -> Concordance:
    """Return where something is in the texts: 24 MB for a million lines.

    raises : InputError if that cannot be looked for
    """
    return find(corpus, sought)


@st.cache_resource(show_spinner=SORTING, max_entries=8, hash_funcs=KEYS)
def lines(corpus: Corpus, sought: str, by: str) -> pd.DataFrame:
    """Return the first lines of a concordance in an order."""
    found = concordance(corpus, sought)
    return found.lines(found.order(by)[:MAX_LISTED])
