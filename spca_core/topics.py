"""The library's answer: topics together with the corpus that they are about."""

import os
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field, fields, replace
from itertools import starmap
from typing import TYPE_CHECKING, Any, NamedTuple, overload
from warnings import warn

import numpy as np
import pandas as pd

from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.conditions import Condition
from spca_core.corpus.corpus import Corpus, Kind
from spca_core.corpus.decisions import Decisions, read_decisions, write_decisions
from spca_core.corpus.load import as_corpus
from spca_core.corpus.options import Preparation
from spca_core.corpus.weighting import matrix_options
from spca_core.errors import (
    InputError,
    ReadingWarning,
    check_choice,
    check_whole_number,
)
from spca_core.formatting import counted, mark_if_weighted, significant
from spca_core.methods.pins import columns_of_groups
from spca_core.methods.registry import MethodFunction, name_of
from spca_core.methods.solve import solutions
from spca_core.options import frozen, with_values
from spca_core.problem.covariance import Covariance, covariance_of
from spca_core.problem.method import METHODS
from spca_core.problem.settings import DEFAULT_LIMITS, ProofLimits, Settings
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import Certificate, proven
from spca_core.running.bars import last_shown

# The record stands below what is made of it, which its methods import when called.
if TYPE_CHECKING:
    from spca_core.results.documents.scoring import Scoring
    from spca_core.results.figure import Figure
    from spca_core.results.files.provenance import Provenance
    from spca_core.results.files.tables import LongTable
    from spca_core.results.topics.chance import AgainstChance

SHUFFLES = 9  # by default: any topic passes wrongly in 1 of 10 corpora
SPLITS = 4  # by default, of the documents into halves


def solve(
    data: Any,
    n_components: int = 8,
    sparsity: int = 10,
    *,
    method: str | MethodFunction = "joint",
    weighting: str | None = None,
    centred: bool | None = None,
    norm: str | None = None,
    seed: int = 0,
    effort: str = "normal",
    sketch: str = "svd",
    rank: int = 5,
    candidates: int = 10_000,
    epsilon: float = 0.2,
    restarts: int = 0,
    seconds: float | None = None,
    pinned: Iterable[Iterable[str]] | str | os.PathLike[str] = (),
    executor: Executor | None = None,
    cluster: Executor | None = None,
    progress: bool | None = None,
) -> "Topics":
    """Find topics that share no word: disjoint sparse principal components.

    They are k supports of s words each, and unit vectors x_1 ... x_k on them, that
    maximise the captured variance, the sum of the x_j^T A x_j, where A holds the second
    moments of the (weighted, centred) words. Ctrl-C ends the search and returns the
    best topics so far.

    Parameters
    ----------
    data : Corpus, or any source of `load`
        What `load` returns, or what it reads without options, such as a list of texts,
        a file, ``"state_of_the_union"``, or a matrix of shape (n_documents, n_words).
        Numbers are counts, measurements or covariances by the rule of `load`, whose
        option `format` says otherwise.
    n_components, sparsity : int
        Number of topics k, and of words in each, s.
    method : str or callable
        The name of a method in `spca_core.problem.method.METHODS`, or a function.
        ``method(covariance, settings, executor)`` yields a `Candidate` whenever it
        has found better supports; it becomes a method under its own name.
    weighting : str, optional
        What a count is worth, a name in `spca_core.corpus.weightings.WEIGHTINGS`:
        by default ``"tf-idf"`` for counts, and ``"counts"`` (as they are, as in the
        paper) for other numbers; ``"standardised"`` gives each column the variance 1.
    centred : bool, optional
        Whether each word's mean is subtracted first. By default it is, unless the data
        are counts that are not weighted by tf-idf.
    norm : {"none", "half", "l2"}, optional
        Whether long documents weigh more, as they have more words: each document's
        weighted counts are divided by their Euclidean length to the power 0, 1/2 or 1.
        By default ``"half"`` with tf-idf, else ``"none"``.
    seed : int
        Seed of the random choices, in `DisjointSparsePCA` called `random_state`. The
        same data, options and seed give the same answer with any number of workers.
    effort : {"quick", "normal", "thorough"}
        How long the joint search goes on without progress.
    sketch : {"svd", "randomised", "gaussian", "streaming"}
        The sketch, for the methods that use one.
    rank : int
        Rank of the sketch.
    candidates : int
        Maximum number of points of the net that are tried, or of directions for each
        component.
    epsilon : float
        Fineness of the net.
    restarts : int
        How often the search is made again from other seeds, for the best of all.
    seconds : float, optional
        Time limit, after which the best topics so far are returned.
    pinned : sequence of sequences of str, or path, optional
        Groups of words that the joint search keeps together, each group in a topic of
        its own: ``[["gold", "silver"]]``. One word alone is a seed, around which a
        topic is found. Of ``words.toml``, the groups with words that are here.
    executor : concurrent.futures.Executor, optional
        Runs the search; by default a pool with one thread per processor, where
        `DisjointSparsePCA` has `n_jobs`.
    cluster : concurrent.futures.Executor, optional
        Computes sums over the documents, such as a Dask client's; by default threads.
    progress : bool, optional
        Whether a bar is shown; by default in a terminal or a notebook, if the search
        takes over a second.

    Returns
    -------
    Topics
        `supports`, `loadings`, `variances` and `captured_variance`, best topic first,
        and what can be made of them.

    Raises
    ------
    InputError
        If an option is outside its limits, there are too few words, or the documents
        are all alike.

    References
    ----------
    M. Asteris, D. Papailiopoulos, A. Kyrillidis, A. G. Dimakis, "Sparse PCA via
    Bipartite Matchings", NIPS 2015, arXiv:1508.00625.

    Examples
    --------
    >>> import numpy as np
    >>> import spca_core
    >>> counts = np.array([[3, 2, 0, 0], [2, 3, 0, 0], [0, 0, 1, 2], [0, 0, 2, 1]])
    >>> topics = spca_core.solve(counts, 2, 2, weighting="counts")
    >>> [sorted(support) for support in topics.supports.tolist()]
    [[0, 1], [2, 3]]
    >>> round(topics.captured_variance, 6)
    8.5
    >>> texts = ["Tea and milk", "Milk with tea", "Dogs chase cats", "Cats chase dogs"]
    >>> spca_core.solve(texts, 2, 2).words()
    [('milk', 'tea'), ('cats', 'chase')]
    """
    corpus = as_corpus(data, progress)
    settings = Settings(
        n_components=n_components,
        sparsity=sparsity,
        method=name_of(method),
        **matrix_options(corpus.kind, weighting, centred, norm),
        seed=seed,
        effort=effort,
        sketch=sketch,
        rank=rank,
        candidates=candidates,
        epsilon=epsilon,
        restarts=restarts,
        seconds=seconds,
        pinned=_pinned(corpus, pinned),
    )
    return search(corpus, settings, executor, cluster, progress=progress)


def _pinned(corpus: Corpus, pinned: Any) -> tuple[tuple[int, ...], ...]:
    if isinstance(pinned, str | os.PathLike):
        together = Decisions(pinned=read_decisions(pinned).pinned)
        found, missing = together.of_words_in(corpus)
        for sentence in missing:
            warn(sentence, ReadingWarning, stacklevel=3)
        pinned = found.pinned
    return columns_of_groups(corpus, pinned)


def search(
    corpus: Corpus,
    settings: Settings,
    executor: Executor | None = None,
    cluster: Executor | None = None,
    spend: float | None = None,
    progress: bool | None = None,
) -> "Topics":
    """Return the topics that a search with some settings finds, as `solve` does.

    spend : processor seconds for the search and its restarts, as for `solutions`
    """
    found = solutions(corpus, settings, executor, cluster, spend)
    label = METHODS[settings.method].label
    solution = last_shown(found, label, _progress, progress)
    proof = _bundled_proof(corpus, settings)
    return Topics.of(corpus, solution, certificate=proof)


def _bundled_proof(corpus: Corpus, settings: Settings) -> Certificate | None:
    """Return what came with a bundled corpus as proven of such topics, if anything."""
    if corpus.name not in bundled_titles():
        return None  # at once: importing what reads it takes a tenth of a second
    from spca_core.results.files.stored import stored_certificate

    return stored_certificate(corpus, settings)


def _progress(solution: Solution) -> str:
    captured = mark_if_weighted(
        significant(solution.captured_variance), solution.settings.weighting
    )
    return f"{captured} captured, {counted(solution.candidates, 'candidates')}"


class Topic(NamedTuple):
    """One of the `Topics`: ``topics[0]`` is the first.

    Attributes
    ----------
    name : str
        Given by hand, or made of its heaviest words.
    words : tuple of str
        Its words, heaviest first.
    loadings : tuple of float
        Their loadings, a unit vector.
    variance : float
        What it captures, in the units of `Topics.variances`.
    """

    name: str
    words: tuple[str, ...]
    loadings: tuple[float, ...]
    variance: float


@dataclass(frozen=True, kw_only=True)
class Edits:
    """What was changed by hand; topics are known by their heaviest words.

    Attributes
    ----------
    names : mapping of str to str
        The names that replace the automatic ones.
    hidden : tuple of str
        Topics that are left out of charts, cards and reports.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class Description:
    """What a file of topics says of their corpus.

    words   : of the topics alone, one topic after another
    n_words : of the whole corpus
    """

    name: str
    content_id: str
    n_documents: int
    n_words: int
    words: tuple[str, ...]
    kind: Kind
    warnings: tuple[str, ...]
    preparation: Mapping[str, Any]
    where: tuple[Condition, ...] = ()
    files: tuple[()] = ()


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Topics(Solution):
    """Topics that share no word, best first, and the corpus that they are about.

    `solve` finds them, `Topics.from_words` takes those of another tool, and
    `Topics.open` reads saved ones. In a notebook they render as cards. They are a
    sequence of `Topic`: ``len(topics)``, ``topics[0]``, ``for topic in topics``. Tables
    and arguments count topics from 1.

    Attributes
    ----------
    corpus : Corpus or None
        The documents and words; None if they were opened without these.
    supports : ndarray of shape (n_components, sparsity)
        The columns of each topic's words, heaviest first; no column twice.
    loadings : ndarray of shape (n_components, sparsity)
        Unit vectors: the leading eigenvectors of the blocks A[I_j, I_j].
    variances : ndarray of shape (n_components,)
        What each topic captures, x_j^T A x_j, descending; in the units of the data (as
        weighted), squared.
    captured_variance : float
        Their sum; of centred data also `explained_variance`.
    certificate : Certificate or None
        What is proven about the best possible, once `certify` was called; or what the
        file states from which they were opened.
    chance : AgainstChance or None
        How they compare with topics of shuffled documents, once `against_chance` was
        called; its `table` has a row for each topic.
    edits : Edits
        Names that were given by hand, and topics that were hidden.
    source : str
        How the app finds the corpus; empty unless they come from a file of the app.
    settings : Settings
        The options of the run.

    Examples
    --------
    >>> import spca_core
    >>> topics = spca_core.solve("state_of_the_union_in_24_words", 4, 5)
    >>> len(topics), topics[0].words == topics.words()[0]
    (4, True)
    >>> [topic.name for topic in topics] == topics.names
    True
    """

    corpus: Corpus | None
    certificate: Certificate | None = None
    chance: "AgainstChance | None" = None
    edits: Edits = Edits()
    source: str = ""
    description: Description | None = None  # of a corpus that is not here
    scoring: "Scoring | None" = None  # of new documents, where the corpus is not here

    @staticmethod
    def of(corpus: Corpus | None, solution: Solution, **known: Any) -> "Topics":
        """Return a solution together with its corpus.

        Parameters
        ----------
        corpus : Corpus or None
            What it was found on.
        solution : Solution
            What a method yields; see `spca_core.methods.solve.solutions`.
        known : keywords
            Other attributes: certificate, chance, edits, source.
        """
        answer = {each.name: getattr(solution, each.name) for each in fields(Solution)}
        return Topics(corpus=corpus, **answer, **known)

    @staticmethod
    def from_words(
        corpus: Corpus,
        lists: str | os.PathLike[str] | Iterable[Any],
        *,
        sparsity: int | None = None,
        weighting: str | None = None,
        centred: bool | None = None,
        norm: str | None = None,
        name: str = "given words",
    ) -> "Topics":
        """Return topics of another tool, judged as ours: by the variance they capture.

        A word that stands in several lists stays where it stands highest; words that
        the corpus lacks are left out, with a warning; each topic keeps as many of its
        first words as the one with the fewest has. The loadings are the best on these
        words.

        Parameters
        ----------
        corpus : Corpus
            What they are judged on.
        lists : lists of words, heaviest first, or a path
            A list for each topic of words or of pairs of word and weight: gensim's
            ``show_topics(formatted=False)``, BERTopic's ``get_topics()``, tomotopy's
            ``[model.get_topic_words(j) for j in range(model.k)]``; or the path of
            a JSON or CSV file of lists, or of MALLET's topic keys.
        sparsity : int, optional
            Words that each topic keeps; by default as many as all topics have.
        weighting, centred, norm : optional
            As for `solve`.
        name : str
            What the tool is called.

        Raises
        ------
        InputError
            If these are no lists of words, a topic is left without words, or the
            documents are all alike.

        Examples
        --------
        >>> import spca_core
        >>> corpus = spca_core.load("state_of_the_union_in_24_words")
        >>> lists = [["jobs", "economy", "tax"], ["health", "help"]]
        >>> given = spca_core.Topics.from_words(corpus, lists)
        >>> found = spca_core.solve(corpus, 2, 2)
        >>> given.captured_variance <= found.captured_variance
        True
        """
        from spca_core.results.comparison.external_topics import judged_topics

        options = matrix_options(corpus.kind, weighting, centred, norm)
        return judged_topics(corpus, lists, sparsity, name, options)

    def certify(
        self,
        *,
        seconds: float | None = DEFAULT_LIMITS.seconds,
        gap: float = 0.0,
        cluster: Executor | None = None,
        progress: bool | None = None,
    ) -> "Topics":
        """Return these topics with a proof of how far from the best they can be.

        The proof holds for any k topics of s words. A limit or Ctrl-C ends it early:
        what is proven by then holds too, and `certificate.stopped_by` tells which.

        Parameters
        ----------
        seconds : float, optional
            Time limit, 30 by default; None for no limit.
        gap : float
            End once these topics are proven to be within this share of the best
            possible, from 0 to 0.99.
        cluster : concurrent.futures.Executor, optional
            As for `solve`.
        progress : bool, optional
            Whether a bar is shown, as for `solve`.

        Examples
        --------
        >>> import spca_core
        >>> corpus = spca_core.load("state_of_the_union_in_24_words")
        >>> topics = spca_core.solve(corpus, 2, 3).certify()
        >>> topics.upper_bound >= topics.captured_variance
        True
        >>> 0 <= topics.gap < 0.2
        True
        """
        proof = proven(
            covariance_of(self.require_corpus(), self.settings, cluster),
            self.settings.n_components,
            self.settings.sparsity,
            supports=self.supports,
            limits=ProofLimits(seconds=seconds, gap=gap),
            progress=progress,
        )
        return replace(self, certificate=proof)

    def against_chance(
        self, shuffles: int = SHUFFLES, *, progress: bool | None = None
    ) -> "Topics":
        """Return these topics, tested against the best topic of shuffled documents.

        A search is made for it on shuffled tables, in which each document has as many
        different words and each word is as often in as many documents, so that words
        have nothing to do with each other. (Columns of measurements are permuted.) A
        topic is beyond chance if it captures more than the *greatest* topic of each of
        them. If words are as in a shuffled table, the chance that any topic passes is
        at most 1 in (shuffles + 1); `spca_core.results.topics.chance` has the proof.

        Of more than 20,000 documents, 20,000 at random are used. Ctrl-C ends it after
        the tables so far. `chance` has what is found, and with it files, the report and
        the cards. Its `table` has for each topic variance, in the documents that are
        used; chance, the greatest variance of a topic in any of the shuffled tables;
        ratio, the one over the other; and beyond, whether it is over 1.

        Parameters
        ----------
        shuffles : int
            How many shuffled tables are searched, from 2 to 999.
        progress : bool, optional
            Whether a bar is shown, as for `solve`.

        Raises
        ------
        InputError
            If there are fewer than 2 shuffles, or the corpus is absent.

        References
        ----------
        A. Gionis, H. Mannila, T. Mielikäinen, P. Tsaparas, "Assessing data mining
        results via swap randomization", ACM TKDD 1, 2007.

        Examples
        --------
        >>> import spca_core
        >>> corpus = spca_core.load("state_of_the_union_in_24_words")
        >>> topics = spca_core.solve(corpus, 2, 3).against_chance(shuffles=3)
        >>> topics.chance.table["beyond"].tolist()
        [True, True]
        """
        from spca_core.results.topics.chance import against_chance

        found = last_shown(
            against_chance(self, shuffles),
            "Against chance",
            lambda known: f"{known.n_shuffles} of {shuffles} shuffled tables",
            progress,
        )
        return replace(self, chance=found)

    @property
    def about(self) -> Corpus | Description:
        """The corpus, or what the file says of it."""
        known = self.description if self.corpus is None else self.corpus
        assert known is not None
        return known

    def require_corpus(self) -> Corpus:
        """Return the corpus.

        Raises
        ------
        InputError
            If the topics were opened without it.
        """
        if self.corpus is None:
            raise InputError(
                f"This needs the counts of {self.about.name}, and the result was "
                "opened without them. Open it with its corpus: Topics.open(path, "
                "load(...))."
            )
        return self.corpus

    @property
    def covariance(self) -> Covariance:
        """The matrix A: the corpus weighted and centred as in the search."""
        return covariance_of(self.require_corpus(), self.settings)

    @property
    def upper_bound(self) -> float:
        """What no k topics of s words can exceed; infinite before `certify`."""
        return self.certificate.upper_bound if self.certificate else np.inf

    @property
    def gap(self) -> float | None:
        """How far from the best they can be, as a share of the upper bound.

        None if nothing is proven.
        """
        if self.certificate is None:
            return None
        return self.certificate.gap(self.captured_variance)

    @property
    def explained_variance(self) -> float:
        """`captured_variance` of centred data, as scikit-learn calls it.

        Topics are orthonormal vectors, so it is the sum of the variances of documents'
        scores, and what the scores leave unexplained is the rest of the total variance.
        Variances are divided by n, as A is; scikit-learn's `PCA` divides by n - 1. That
        of each topic is in `variances`.

        Raises
        ------
        AttributeError
            If the data were not centred: second moments about 0 are no variances.
        """
        if not self.settings.centred:
            raise AttributeError(
                "The data were not centred, so what topics capture is no variance. See "
                "captured_variance, or solve(..., centred=True)."
            )
        return self.captured_variance

    @property
    def names(self) -> list[str]:
        """A name for each topic: given by hand, or by its heaviest words."""
        from spca_core.results.topics.naming import names_of

        return names_of(self)

    @property
    def leaders(self) -> list[str]:
        """The heaviest word of each topic, by which edits know it."""
        return [leader for (leader,) in self.words(1)]

    @property
    def hidden(self) -> list[int]:
        """The topics, counted from 1, that are left out of charts and files."""
        edited = enumerate(self.leaders, start=1)
        return [number for number, leader in edited if leader in self.edits.hidden]

    def renamed(self, names: Mapping[int, str]) -> "Topics":
        """Return the same topics under other names; an empty one is the automatic one.

        Parameters
        ----------
        names : mapping of int to str
            By the number of a topic, counted from 1. The others keep their names.

        Raises
        ------
        InputError
            If there is no topic of a number.

        Examples
        --------
        >>> import spca_core
        >>> topics = spca_core.solve("state_of_the_union_in_24_words", 2, 3)
        >>> topics.renamed({1: "Abroad"}).names[0]
        'Abroad'
        """
        for number in names:
            check_whole_number("topic", number, 1, len(self))
        given = {self.leaders[number - 1]: name for number, name in names.items()}
        return replace(
            self, edits=replace(self.edits, names={**self.edits.names, **given})
        )

    def __len__(self) -> int:
        return len(self.supports)

    def __iter__(self) -> Iterator[Topic]:
        loadings = map(tuple, self.loadings.tolist())
        columns = self.names, self.words(), loadings, self.variances.tolist()
        return starmap(Topic, zip(*columns, strict=True))

    @overload
    def __getitem__(self, place: int) -> Topic: ...
    @overload
    def __getitem__(self, place: slice) -> list[Topic]: ...
    def __getitem__(self, place: int | slice) -> Topic | list[Topic]:
        return [*self][place]

    def words(self, n: int | None = None) -> list[tuple[str, ...]]:
        """Return the first words of each topic, heaviest first.

        Parameters
        ----------
        n : int, optional
            How many; by default all.
        """
        words = self.about.words
        return [tuple(words[i] for i in support[:n]) for support in self.supports]

    def to_frame(self, of: str = "words") -> pd.DataFrame:
        """Return the topics as a table of their words, or of the documents.

        ``pandas.DataFrame(topics)`` has one row per topic.

        Parameters
        ----------
        of : {"words", "documents"}
            What the rows are.

        Returns
        -------
        DataFrame
            Of words: topic, name, rank, word, loading, magnitude, weight (the squared
            loading; a topic's weights add up to 1). Of documents: document (counted
            from 1), title, groups, date and year where they are known; main_topic (its
            name, or "none"), share and words (the number of its words in the document);
            topics (all that the document has, as for `documents`); and the scores
            of each topic, in a column of ``"score: "`` and its name. The main topic is,
            of those that the document has, the one whose words have the greatest
            share of its weighted counts. Copies that the search left out have rows
            too.

        Raises
        ------
        InputError
            If it is of neither, or there are no documents.

        Examples
        --------
        >>> import spca_core
        >>> topics = spca_core.solve("state_of_the_union_in_24_words", 2, 3)
        >>> topics.to_frame().shape
        (6, 7)
        >>> scores = topics.to_frame("documents").filter(like="score: ")
        >>> scores.shape == (topics.corpus.n_documents, 2)
        True
        """
        from spca_core.results.documents.scores import document_scores
        from spca_core.results.topics.words import words_to_keep

        check_choice("of", of, ("words", "documents"))
        return words_to_keep(self) if of == "words" else document_scores(self)

    def chart(self) -> Any:
        """Return all topics as one `altair.ConcatChart`: a bar for each word."""
        return self.figure().chart()

    def figure(self) -> "Figure":
        """Return all topics as a figure: a bar for each word."""
        from spca_core.results.topics.naming import visible
        from spca_core.results.topics.words import topic_words, words_figure

        return words_figure(visible(self, topic_words(self)))

    def documents(self, topic: int, most: int = 20) -> pd.DataFrame:
        """Return the documents that have a topic, those with most of it first.

        They have two of its words, or the one word of a topic of one. Words whose
        loadings have another sign than the heaviest word's go against the topic, and do
        not count; `print` lists them apart.

        Parameters
        ----------
        topic : int
            Counted from 1.
        most : int
            How many documents.

        Returns
        -------
        DataFrame
            rank, document (counted from 1), title, score, share (of the document's
            weighted counts, those of the topic's words; from 0 to 1) and the topic's
            words in it.
        """
        from spca_core.results.documents.scores import leading_documents

        return leading_documents(self, topic, most)

    def transform(
        self,
        documents: Any,
        *,
        words: str | os.PathLike[str] | Iterable[str] | None = None,
        progress: bool | None = None,
        **layout: Any,
    ) -> pd.DataFrame:
        """Return the topics of documents that these topics were not found in.

        Their words are found, merged, joined and left out as those of the corpus were,
        and weighted by what is known from it, such as the rarity of words: so a
        document of the corpus has its scores in `to_frame("documents")`. Only text that
        several documents repeat is counted here, as one document has none to compare.
        Counts and measurements are matched by the names of their columns.

        Parameters
        ----------
        documents : texts, path, folder, DataFrame, matrix, Corpus
            As for `load`.
        words : path, or iterable of str, optional
            Of counts that come without them: one per column.
        progress : bool, optional
            Whether a bar is shown, as for `load`.
        layout : keywords
            Those of `load` that say how documents are in their source, such as
            `format` and `text`. By default long texts are not cut.

        Returns
        -------
        DataFrame
            As `to_frame("documents")`, and for counts `unknown`: how many words of the
            document the corpus does not have, but for function words and those that
            were left out by name. A document without a known word has no topic.

        Warns
        -----
        ReadingWarning
            Of what was mended or is doubtful, as `load`; and of empty files and parts
            of files, which have no row. Each text of a list and each row of a table has
            one, but for rows of a file in which all cells are empty.

        Raises
        ------
        InputError
            If they cannot be read, are measurements that lack a column, or counts
            without names of columns; or if these topics were opened without their
            corpus from a file that does not have the words.

        Examples
        --------
        >>> import spca_core
        >>> topics = spca_core.solve(spca_core.load("state_of_the_union"), 4, 5)
        >>> texts = ["Ships of the navy, and the coin of silver.", "Zebras."]
        >>> table = topics.transform(texts)
        >>> table["unknown"].tolist()
        [0, 1]
        >>> table["main_topic"].tolist()[1]
        'none'
        """
        from spca_core.results.documents.new_documents import transformed

        found = transformed(self, documents, words, progress, layout)
        for doubt in found.warnings:
            warn(doubt, ReadingWarning, stacklevel=2)
        return found.table

    def write_documents(self, path: str | os.PathLike[str]) -> None:
        """Write `to_frame("documents")`, and any texts, in bounded memory.

        Parameters
        ----------
        path : path
            The file: .csv, .xlsx or .parquet. In the first two no cell acts as a
            formula; a workbook goes on in another sheet after a million rows.

        Raises
        ------
        InputError
            If its name has another ending, it cannot be written, or is what the corpus
            was read from.
        """
        from spca_core.results.files.tables import write_table

        self._refuse_source(path)
        write_table(path, self.documents_table())

    def documents_table(self) -> "LongTable":
        """Return what `write_documents` writes, in pieces."""
        from spca_core.results.files.export import documents_table

        return documents_table(self)

    def quality(self) -> pd.DataFrame:
        """Return one row per topic: how good its words are for a reader.

        Returns
        -------
        DataFrame
            topic, name; coherence (mean NPMI of the pairs of words, -1 to 1, over all
            documents, which chose the words; missing for measurements); evenness
            (effective number of words, 1 to s); documents (that have it, as for
            `documents`) and coverage (their share); variance and share (of what all
            topics capture); after `against_chance`, times_chance and beyond_chance. Of
            a covariance matrix there are no coherence, documents and coverage.
        """
        from spca_core.results.topics.coverage import quality_by_topic

        return quality_by_topic(self)

    def shares(self, by: str) -> pd.DataFrame:
        """Return the share of each topic in the groups of documents, or over time.

        Parameters
        ----------
        by : str
            What the groups are: ``"decade"``, ``"year"``, ``"month"``, ``"day"`` or
            ``"hour"``, of the dates or of years in the titles, or a name in the
            corpus's `groups`.

        Returns
        -------
        DataFrame
            A row for each group and topic: group, topic, name; share (of the group's
            documents, those that have the topic) and the ends of its 95 % interval,
            low and high; carrying and documents (their numbers); of times also time,
            when the group begins. Times are all from the first to the last.

        Raises
        ------
        InputError
            If there are no such groups, or no documents.

        Examples
        --------
        >>> import spca_core
        >>> topics = spca_core.solve("state_of_the_union_in_24_words", 2, 3)
        >>> table = topics.shares("year")
        >>> over_time = table.pivot(index="time", columns="name", values="share")
        >>> over_time.columns.to_list() == sorted(topics.names)
        True
        """
        from spca_core.results.documents.shares import shares_by

        return shares_by(self, by)

    def similarity(self) -> pd.DataFrame:
        """Return how often each two topics are in the same documents: their NPMI.

        It is 1 for topics that are always in the same documents, 0 for independent
        ones, and -1 for topics that never are.

        Returns
        -------
        DataFrame
            A row and a column for each topic, by their names.

        Raises
        ------
        InputError
            If there are no documents.

        Examples
        --------
        >>> import spca_core
        >>> topics = spca_core.solve("state_of_the_union_in_24_words", 2, 3)
        >>> topics.similarity().shape
        (2, 2)
        """
        from spca_core.results.topics.coverage import (
            documents_with_topics,
            topic_npmi,
        )

        alike = topic_npmi(documents_with_topics(self))
        return pd.DataFrame(alike, index=self.names, columns=self.names)

    def stability(
        self, splits: int = SPLITS, *, progress: bool | None = None
    ) -> pd.DataFrame:
        """Return how much of each topic is found again in halves of the documents.

        The same search is made in two random halves of the documents, each with a seed
        of its own. A word is found again if both halves have it in the topic that is
        paired with this one, so that the pairs share the most words. In documents whose
        words are shuffled, a tenth of the words of 8 topics of 10 are found again; if
        topics have half of all words, a third.

        Of more than 20,000 documents, 20,000 at random are used. Pinned words are not
        pinned. Ctrl-C ends it after the divisions so far.

        Parameters
        ----------
        splits : int
            How often the documents are divided into halves, from 1 to 999.
        progress : bool, optional
            Whether a bar is shown, as for `solve`.

        Returns
        -------
        DataFrame
            topic, name; found_again, the share of the topic's words, from 0 to 1, a
            mean over the divisions; splits, their number.

        Raises
        ------
        InputError
            If there are no documents, too few to divide, or the topics are those of
            another tool, whose search is not known.

        Examples
        --------
        >>> import spca_core
        >>> topics = spca_core.solve("state_of_the_union_in_24_words", 2, 3)
        >>> topics.stability(splits=1)["found_again"].between(0, 1).to_list()
        [True, True]
        """
        from spca_core.results.comparison.held_out import found_again

        return last_shown(
            found_again(self, splits),
            "Stability",
            lambda table: f"{table['splits'].iloc[0]} of {splits} divisions",
            progress,
        )

    def compare(self, other: "Topics") -> pd.DataFrame:
        """Return the topics of this result beside those of another, by shared words.

        The two may be of parts of one corpus, or of any two corpora.

        Parameters
        ----------
        other : Topics
            The other result.

        Returns
        -------
        DataFrame
            Pairs of topics, with which all pairs share the most words, and topics alone
            that share none: first, second (their names); shared (the number of words);
            in_both, only_first and only_second (words).

        Examples
        --------
        >>> import spca_core
        >>> corpus = spca_core.load("state_of_the_union_in_24_words")
        >>> first, second = (
        ...     spca_core.solve(corpus.part(f"party={party}"), 2, 3)
        ...     for party in ("Democratic", "Republican")
        ... )
        >>> table = first.compare(second)
        >>> int(table["shared"].sum()) <= 2 * 3
        True
        """
        from spca_core.results.topics.pairing import compare_topics

        return compare_topics(self, other)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write them as JSON, which the app and `Topics.open` read.

        The file has the words, the numbers, what is proven, what was changed by hand,
        and what `transform` needs: all words of the corpus, if they are at most
        300,000, and what each is worth. It does not have the documents.

        Parameters
        ----------
        path : path
            The file.

        Raises
        ------
        InputError
            If it cannot be written, or is what the corpus was read from.
        """
        from spca_core.results.files.saved import to_json
        from spca_core.results.files.writing import write_file

        self._refuse_source(path)
        write_file(path, to_json(self) + "\n")

    def _refuse_source(self, path: str | os.PathLike[str]) -> None:
        from spca_core.results.files.writing import refuse_source

        refuse_source(path, self.about.files)

    @staticmethod
    def open(path: str | os.PathLike[str], corpus: Corpus | None = None) -> "Topics":
        """Return topics that `save`, the app or the command line wrote.

        Parameters
        ----------
        path : path
            The file.
        corpus : Corpus, optional
            What they are about. Without it, a bundled corpus is read; any other is not
            needed for words, names, loadings, variances, the proof, the table and
            `save`, and what needs its counts raises InputError.

        Raises
        ------
        InputError
            If it is not such a file, the corpus is another one, or the topics do not
            capture in it what the file says.
        """
        from spca_core.results.files.saved import open_topics

        return open_topics(path, corpus)

    @property
    def decisions(self) -> Decisions:
        """What is decided on words: left out, counted as one, and kept together."""
        words = [*self.require_corpus().columns] if self.settings.pinned else []
        made = with_values(Preparation(), frozen(self.about.preparation))
        return Decisions(
            same=made.same,
            phrases=made.phrases,
            stop_words=made.stop_words,
            pinned=tuple(
                tuple(words[column] for column in group)
                for group in self.settings.pinned
            ),
        )

    def to_toml(self, path: str | os.PathLike[str]) -> None:
        """Write the decisions on words, for `load`, `solve` and the app to read.

        Parameters
        ----------
        path : path
            The file, such as ``"words.toml"``.

        Raises
        ------
        InputError
            As for `save`.
        """
        from spca_core.results.files.writing import write_file

        self._refuse_source(path)
        write_file(path, write_decisions(self.decisions))

    def to_html(self, path: str | os.PathLike[str]) -> None:
        """Write the report: one page that opens anywhere, without a network.

        Parameters
        ----------
        path : path
            The file.

        Raises
        ------
        InputError
            As for `save`.
        """
        from spca_core.results.files.html_report import html_report
        from spca_core.results.files.writing import write_file

        self._refuse_source(path)
        write_file(path, html_report(self))

    @property
    def provenance(self) -> "Provenance":
        """What identifies them: data, settings, versions and what is proven."""
        from spca_core.results.files.provenance import Provenance

        return Provenance.of(self)

    def __repr__(self) -> str:
        from spca_core.results.topics.remarks import summary
        from spca_core.results.topics.words import written_topics

        rows = enumerate(written_topics(self), start=1)
        return "\n".join([summary(self), *(f"{n}. {words}" for n, words in rows)])

    def _repr_html_(self) -> str:
        from spca_core.results.files.templates import cards_html
        from spca_core.results.topics.cards import cards
        from spca_core.results.topics.naming import visible
        from spca_core.results.topics.remarks import summary
        from spca_core.results.topics.words import topic_words

        shown, words = visible(self, cards(self)), visible(self, topic_words(self))
        return cards_html(shown, words, summary(self))
