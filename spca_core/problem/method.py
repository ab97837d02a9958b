"""The methods: one record each, from which everything that names a method is derived.

Who adds a method writes its file, in `spca_core.methods`, and its record here.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from spca_core.errors import InputError


@dataclass(frozen=True, kw_only=True)
class Method:
    """What is known about a method before it runs.

    Functions are named by their place, "package.module:name", as all methods together
    take a quarter of a second to import.
    """

    name: str  # on the command line, in links and files
    label: str  # on screen
    does: str  # for help texts and the README
    source: str  # who it is by
    # Its function: takes a covariance, settings and an executor, and yields candidates.
    # A user's own is here itself; the topics of another tool have none.
    search: str | Callable[..., Any] | None = None
    # In all charts. The defaults are those of what is registered.
    colour: str = "#e4627a"
    shape: str = "M-.5,-.87L.5,-.87L1,0L.5,.87L-.5,.87L-1,0Z"  # a hexagon
    is_hollow: bool = True  # its mark has a white inside: seen without colours too
    # The fields of Settings that change its answer, besides the data, the size, the
    # seed and the cap of seconds, which all methods have.
    uses: tuple[str, ...] = ()
    # Starts; None if the method has candidates or a rule of its own instead.
    starts: int | None = None
    # Those of a restart, all random, if there are not as many.
    restart_starts: int | None = None
    # Whether the seed changes its answer, even without restarts.
    is_random: bool = True
    is_one_by_one: bool = False  # finds one topic after another
    is_slow: bool = False  # takes seconds where others take tenths
    label_in_paper: str = ""  # empty if the paper does not have it
    # A well-known method, rounded to disjoint topics: it is compared only if named.
    is_baseline: bool = False
    # Whether its own topics share words, so that they are rounded by our matching.
    is_rounded: bool = False
    # For a reader: the function that yields the weights of each word in its own topics,
    # which may share words. Empty if the topics of `search` are shown.
    own_topics: str = ""
    # The function of the numbers of words and of words per topic that returns whether
    # the method can be run; empty if it always can.
    fits: str = ""
    is_proof: bool = False  # an answer is the optimum if all candidates were weighed
    # Remarks on an answer if all candidates were weighed, and if not: templates for
    # `str.format` with the settings; empty for none.
    when_exhaustive: str = ""
    when_not: str = ""

    @property
    def fill(self) -> str:
        """The colour inside its mark."""
        return "white" if self.is_hollow else self.colour


_RECORDS = (
    Method(
        name="joint",
        label="Joint search",
        does=(
            "improves all topics together by exact steps, from many starts; usually it "
            "captures most"
        ),
        source="ours",
        search="spca_core.methods.joint:joint",
        colour="#2f7fd1",
        shape="circle",
        is_hollow=False,
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
        search="spca_core.methods.bipartite:bipartite",
        colour="#d9702b",
        shape="square",
        uses=("sketch", "rank", "candidates", "epsilon"),
        label_in_paper="SPCABiPart",
    ),
    Method(
        name="tpower",
        label="TPower",
        does="truncated power iteration, one topic at a time",
        source="Yuan and Zhang 2013",
        search="spca_core.methods.power:tpower",
        colour="#1f9d7a",
        shape="triangle-up",
        is_hollow=False,
        starts=1,
        # In equal time, many starts for each topic beat many restarts of few where
        # topics are separate groups of words. In 2 s on the State of the Union, 8 x 10,
        # shares of the joint search: 1 start 92 %, 5 starts 95 %, 20 starts 97 %.
        restart_starts=20,
        is_random=False,
        label_in_paper="TPower",
        is_one_by_one=True,
    ),
    Method(
        name="em",
        label="EM sPCA",
        does="expectation-maximisation, one topic at a time",
        source="Sigg and Buhmann 2008",
        search="spca_core.methods.power:em",
        colour="#c2559d",
        shape="diamond",
        starts=5,  # as in the authors' own code
        label_in_paper="EM sPCA",
        is_one_by_one=True,
    ),
    Method(
        name="span",
        label="SpanSPCA",
        does="best support on a sketch, one topic at a time",
        source="Papailiopoulos et al. 2013",
        search="spca_core.methods.span:span",
        colour="#a8890c",
        shape="cross",
        is_hollow=False,
        uses=("sketch", "rank", "candidates"),
        label_in_paper="SpanSPCA",
        when_not="Sampled: {0.candidates:,} random directions for each topic.",
        is_one_by_one=True,
    ),
    Method(
        name="exact",
        label="Exact",
        does="the optimum by integer programming, where there are few words",
        source="ours",
        search="spca_core.methods.exact:exact",
        colour="#7d7d86",
        shape="triangle-down",
        uses=("effort",),  # of the joint search, whose answer is to be beaten
        when_exhaustive=(
            "This is the optimum, up to rounding: every other choice of words was "
            "weighed or excluded."
        ),
        when_not="The search was not finished: there may be better topics.",
        fits="spca_core.methods.exact:fits_exact",
        is_proof=True,
    ),
    Method(
        name="varimax",
        label="Varimax",
        does="leading eigenvectors, rotated towards sparse ones, rounded",
        source="Kaiser 1958",
        search="spca_core.methods.varimax:varimax",
        colour="#6a40e8",
        shape="triangle-right",
        is_hollow=False,
        is_random=False,
        is_baseline=True,
        is_rounded=True,
    ),
    Method(
        name="nmf",
        label="NMF",
        does="non-negative matrix factorisation, rounded",
        source="scikit-learn",
        search="spca_core.methods.baselines.nmf:nmf",
        colour="#bb1a3a",
        shape="triangle-left",
        is_baseline=True,
        is_rounded=True,
        own_topics="spca_core.methods.baselines.nmf:own_topics",
    ),
    Method(
        name="lda",
        label="LDA",
        does="latent Dirichlet allocation, rounded",
        source="scikit-learn",
        search="spca_core.methods.baselines.lda:lda",
        colour="#0f8ea8",
        shape="arrow",
        is_hollow=False,
        is_baseline=True,
        is_rounded=True,
        is_slow=True,
        own_topics="spca_core.methods.baselines.lda:own_topics",
    ),
    Method(
        name="sparse_pca",
        label="Sparse PCA",
        does="sparse PCA by dictionary learning, rounded",
        source="scikit-learn",
        search="spca_core.methods.baselines.sparse_pca:sparse_pca",
        colour="#873c96",
        shape="wedge",
        is_baseline=True,
        is_rounded=True,
    ),
)
METHODS = {method.name: method for method in _RECORDS}
REGISTERED = "registered"  # the source of a method that is not of this library


def register(name: str, search: Callable[..., Any] | None = None) -> None:
    """Make a method known by its name in this process: a user's function, or a tool.

    raises : InputError if it is the name of one of the methods above
    """
    if name in built_in():
        raise InputError(
            f"{name!r} is the name of a method of this library. Choose another name."
        )
    # Its answer may depend on any option.
    uses = dict.fromkeys(option for method in _RECORDS for option in method.uses)
    METHODS[name] = Method(
        name=name,
        label=name,
        does="a user-defined function, or topics from another tool",
        source=REGISTERED,
        search=search,
        uses=tuple(uses),
        is_baseline=True,
    )


def built_in() -> tuple[str, ...]:
    """Return the names of the methods of this library, without those registered."""
    return tuple(
        name for name, method in METHODS.items() if method.source != REGISTERED
    )


def methods_using(setting: str) -> tuple[str, ...]:
    """Return the names of the methods whose answers depend on a setting."""
    return tuple(name for name, method in METHODS.items() if setting in method.uses)


def labels_of(methods: Iterable[str]) -> list[str]:
    """Return what methods are called on screen."""
    return [METHODS[name].label for name in methods]
