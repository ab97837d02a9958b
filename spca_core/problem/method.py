"""What is known about each method before it runs: one record each, used everywhere."""

from dataclasses import dataclass

from spca_core.errors import InputError


@dataclass(frozen=True, kw_only=True)
class Method:
    """The facts of one method; `spca_core.methods.registry` has its function."""

    name: str  # on the command line, in links and files
    label: str  # on screen
    does: str  # for the table in the README
    source: str  # who it is by
    # The fields of Settings that change its answer, besides the data, the size, the
    # seed and the cap of seconds, which all methods have.
    uses: tuple[str, ...] = ()
    # Starts, without those that `extra_starts` adds; None if the method has candidates
    # or a rule of its own instead.
    starts: int | None = None
    # Those of a restart, all random, if there are not as many.
    restart_starts: int | None = None
    # Whether the seed changes its answer, even without extra starts and restarts.
    is_random: bool = True
    label_in_paper: str = ""  # empty if the paper does not have it
    # A well-known method, rounded to disjoint topics: it is compared only if named.
    is_baseline: bool = False
    # Whether its own topics share words, so that they are rounded by our matching.
    is_rounded: bool = False
    # What is said about an answer if all candidates were weighed, and if not: templates
    # for `str.format` with the settings; empty if nothing is said.
    when_exhaustive: str = ""
    when_not: str = ""


_RECORDS = (
    Method(
        name="joint",
        label="Joint search",
        does="improves all components together by exact steps, from many starts",
        source="ours",
        uses=("effort", "pinned"),
    ),
    Method(
        name="bipartite",
        label="Bipartite (paper)",
        does=(
            "matches words with directions of a net on a sketch; with the whole net "
            "tried it proves how good that is"
        ),
        source="the paper",
        uses=("sketch", "rank", "candidates", "epsilon"),
        label_in_paper="SPCABiPart",
    ),
    Method(
        name="tpower",
        label="TPower",
        does="truncated power iteration, one component at a time",
        source="Yuan and Zhang 2013",
        uses=("extra_starts",),
        starts=1,
        # In equal time, many starts for each topic beat many restarts of few where
        # topics are separate groups of words. In 2 s on the State of the Union, 8 x 10,
        # shares of the joint search: 1 start 92 %, 5 starts 95 %, 20 starts 97 %.
        restart_starts=20,
        is_random=False,
        label_in_paper="TPower",
    ),
    Method(
        name="em",
        label="EM sPCA",
        does="expectation-maximisation, one component at a time",
        source="Sigg and Buhmann 2008",
        uses=("extra_starts",),
        starts=5,  # as in the authors' own code
        label_in_paper="EM sPCA",
    ),
    Method(
        name="span",
        label="SpanSPCA",
        does="best support on a sketch, one component at a time; exact up to rank 2",
        source="Papailiopoulos et al. 2013",
        uses=("sketch", "rank", "candidates"),
        label_in_paper="SpanSPCA",
        when_exhaustive=(
            "Exact up to rank 2: each topic is the best of all on the sketch of the "
            "words that the earlier topics left."
        ),
        when_not=(
            "Sampled: {0.candidates:,} random directions for each topic. The "
            "search is exact only for a sketch of rank 1 or 2."
        ),
    ),
    Method(
        name="exact",
        label="Exact",
        does="the optimum by branch and bound, where there are few words",
        source="ours",
        uses=("effort",),  # of the joint search, whose answer is to be beaten
        when_exhaustive=(
            "This is the optimum, up to rounding: every other choice of words was "
            "weighed or excluded."
        ),
        when_not="The search was not finished: there may be better topics.",
    ),
    Method(
        name="varimax",
        label="Varimax",
        does="leading eigenvectors, rotated towards sparse ones, rounded",
        source="Kaiser 1958",
        is_random=False,
        is_baseline=True,
        is_rounded=True,
    ),
    Method(
        name="nmf",
        label="NMF",
        does="non-negative matrix factorisation, rounded",
        source="scikit-learn",
        is_baseline=True,
        is_rounded=True,
    ),
    Method(
        name="lda",
        label="LDA",
        does="latent Dirichlet allocation, rounded",
        source="scikit-learn",
        is_baseline=True,
        is_rounded=True,
    ),
    Method(
        name="sparse_pca",
        label="Sparse PCA",
        does="sparse PCA by dictionary learning, rounded",
        source="scikit-learn",
        is_baseline=True,
        is_rounded=True,
    ),
    Method(
        name="star_greedy",
        label="Star greedy",
        does="grows topics from strong stars, one component at a time, then one ascent",
        source="ours",
        is_random=False,
    ),
)
METHODS = {method.name: method for method in _RECORDS}
ELSEWHERE = "not from here"  # the source of a method that is entered


def enter(name: str) -> None:
    """Make a method known by its name in this process: a user's function, or a tool.

    raises : InputError if it is the name of one of the methods above
    """
    if name in METHODS and METHODS[name].source != ELSEWHERE:
        raise InputError(
            f"{name!r} is the name of a method of this library. Choose another name."
        )
    # Its answer may depend on any option.
    uses = dict.fromkeys(option for method in _RECORDS for option in method.uses)
    METHODS[name] = Method(
        name=name,
        label=name,
        does="a function of yours, or topics of another tool",
        source=ELSEWHERE,
        uses=tuple(uses),
        is_baseline=True,
    )


def built_in() -> tuple[str, ...]:
    """Return the names of the methods of this library, without those entered."""
    return tuple(name for name, method in METHODS.items() if method.source != ELSEWHERE)


def methods_using(setting: str) -> tuple[str, ...]:
    """Return the names of the methods whose answers depend on a setting."""
    return tuple(name for name, method in METHODS.items() if setting in method.uses)
