"""The paper's statements in its order, and where each is found here.

Texts are Markdown with LaTeX. They are in our words; names and numbers are the paper's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import getsourcelines, unwrap
from typing import Any, NamedTuple

from spca_core.methods.bipartite import (
    best_candidate,
    bipartite,
    search_net,
    sketched_variance,
)
from spca_core.problem.guarantee import NetSearch
from spca_core.problem.solution import leading_components
from spca_core.steps.matching import match, project_and_match, scan
from spca_core.steps.net import half_net, power, random_points
from spca_core.steps.sketch import (
    Sketch,
    gaussian_projection,
    sketch_of,
    truncated_svd,
)
from spca_core.steps.transport import reassign

Code = Callable[..., Any] | type


class Step(NamedTuple):
    """A line of pseudocode, and the code that does it here."""

    text: str
    code: tuple[Code, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Statement:
    """A statement of the paper: an algorithm, a theorem, a lemma, a remark, an example.

    kind, number : as the paper has them: "Algorithm", 1; an example has no number
    title        : of ours
    says         : what an algorithm takes and returns, or what a theorem claims
    steps        : of an algorithm; of the others, the code that they are about
    here         : what is different in this library, and why it may be
    chapter      : the chapter of Learn that plays it, by its name in links
    """

    kind: str
    number: int | None = None
    title: str
    says: str
    steps: tuple[Step, ...]
    here: str
    chapter: str = ""

    @property
    def name(self) -> str:
        return f"{self.kind} {self.number}" if self.number else self.kind

    @property
    def is_algorithm(self) -> bool:
        return self.kind == "Algorithm"


class SourceCode(NamedTuple):
    """The text of a function or class, and where it is."""

    path: str  # within the project
    line: int
    text: str


def source_of(code: Code) -> SourceCode:
    """Return the source of a function, of a kernel or of a class."""
    function = unwrap(code)
    lines, first = getsourcelines(function)
    path = f"{function.__module__.replace('.', '/')}.py"
    return SourceCode(path, first, "".join(lines))


PROBLEM = (
    "For $n$ documents $S$ ($n \\times d$) and $A = S^\\top S / n$, find $k$ unit "
    "vectors, each on $s$ words, no word in two:\n\n"
    "$$\\max_{X \\in \\mathcal{X}_k} \\mathrm{Tr}(X^\\top A X), \\quad \\mathcal{X}_k "
    "= \\{X \\in \\mathbb{R}^{d \\times k}: \\|x_j\\|_2 = 1,\\ \\|x_j\\|_0 = s,\\ "
    "\\mathrm{supp}(x_i) \\cap \\mathrm{supp}(x_j) = \\emptyset\\}$$"
)
STATEMENTS = (
    Statement(
        kind="Algorithm",
        number=1,
        title="Sparse PCA by bipartite matchings",
        says=(
            "**Takes** a positive semidefinite $A$ of rank $r$, the sizes $k$ and $s$, "
            "and $0 < \\varepsilon < 1$. **Returns** $X \\in \\mathcal{X}_k$."
        ),
        steps=(
            Step(
                "$V \\leftarrow U \\Lambda^{1/2}$, from the eigenvectors and "
                "eigenvalues of $A = U \\Lambda U^\\top$",
                (truncated_svd,),
            ),
            Step(
                "**for each** $C = [c_1 \\dots c_k]$ in the $k$-th power of an "
                "$\\varepsilon/2$-net of the unit sphere of $\\mathbb{R}^r$ **do**",
                (half_net, power, random_points),
            ),
            Step("&emsp;$W \\leftarrow V C$", (scan,)),
            Step(
                "&emsp;$X \\leftarrow \\arg\\max_{X \\in \\mathcal{X}_k} \\sum_j "
                "\\langle x_j, w_j \\rangle^2$ (Algorithm 2), a candidate",
                (project_and_match,),
            ),
            Step(
                "**return** the candidate of greatest $\\mathrm{Tr}(X^\\top V V^\\top "
                "X)$",
                (best_candidate, search_net),
            ),
        ),
        here=(
            "The paper compares all candidates on $V V^\\top$. Here the best on $V "
            "V^\\top$ of each batch of directions are compared **on the data**, on "
            "$A$ itself. The theorems still hold: the paper's answer is among those "
            "compared, so ours captures at least as much of $A$. Of $c$ and $-c$, and "
            "of the orders of $c_1 \\dots c_k$, one is tried: the others give the same "
            "candidate. Where the net is larger than the number of candidates allowed, "
            "directions are random, as under the paper's time limit, and nothing is "
            "guaranteed."
        ),
    ),
    Statement(
        kind="Theorem",
        number=1,
        title="On a matrix of low rank",
        says=(
            "For $A$ of rank $r$, Algorithm 1 returns an $X$ with\n\n"
            "$$\\mathrm{Tr}(X^\\top A X) \\ge (1 - \\varepsilon) \\max_{Y \\in "
            "\\mathcal{X}_k} \\mathrm{Tr}(Y^\\top A Y).$$\n\nThe net's power has "
            "$O((4/\\varepsilon)^{rk})$ points, and each takes $O(d\\,(sk)^2)$ steps."
        ),
        steps=(Step("What a search of the whole net proves", (NetSearch,)),),
        here=(
            "An answer says whether the whole net was tried, which rank 2 with two "
            "topics allows. Then it also has a sharper ratio, by angles instead of "
            "distances: $(1 - \\varepsilon^2/8)^2$."
        ),
    ),
    Statement(
        kind="Algorithm",
        number=2,
        title="The best candidate for some directions",
        says=(
            "**Takes** $W$ ($d \\times k$). **Returns** the $X \\in \\mathcal{X}_k$ of "
            "greatest $\\sum_j \\langle x_j, w_j \\rangle^2$."
        ),
        steps=(
            Step("$G \\leftarrow$ the bipartite graph of $W$ (Algorithm 4)", (scan,)),
            Step(
                "$M \\leftarrow$ a matching of greatest weight in $G$",
                (match, reassign),
            ),
            Step(
                "**for** $j = 1, \\dots, k$ **do** $I_j \\leftarrow$ the words that "
                "$M$ matches with slots of component $j$",
                (match,),
            ),
            Step(
                "&emsp;$[x_j]_{I_j} \\leftarrow [w_j]_{I_j} / \\|[w_j]_{I_j}\\|_2$, "
                "and 0 elsewhere",
                (sketched_variance, leading_components),
            ),
        ),
        here=(
            "On words $I_j$ the best loadings of all, for $A$, are the leading "
            "eigenvector of the block $A[I_j, I_j]$: the answer has these."
        ),
        chapter="matching",
    ),
    Statement(
        kind="Lemma",
        number=1,
        title="A matching gives the best candidate",
        says=(
            "For every $W$ ($d \\times k$), Algorithm 2 returns\n\n$$\\arg\\max_{X "
            "\\in \\mathcal{X}_k} \\sum_j \\langle x_j, w_j \\rangle^2$$\n\nin "
            "$O(d\\,(sk)^2)$ steps.\n\n*Why.* On words $I_j$, $\\langle x_j, w_j "
            "\\rangle^2 \\le \\sum_{i \\in I_j} W_{ij}^2$ (Cauchy and Schwarz), and "
            "$x_j$ along $w_j$ reaches it. So the best words are those whose "
            "$W_{ij}^2$ add up to most, no word twice: a matching of greatest weight."
        ),
        steps=(Step("The matching", (match,)),),
        here=(
            "The same answer in fewer steps; the tests compare it with SciPy's "
            "assignment."
        ),
    ),
    Statement(
        kind="Algorithm",
        number=3,
        title="Sparse PCA on a sketch",
        says=(
            "**Takes** the data $S$ ($n \\times d$), a rank $r$, and $k$, $s$ and "
            "$\\varepsilon$. **Returns** $X \\in \\mathcal{X}_k$."
        ),
        steps=(
            Step(
                "$V \\leftarrow$ a sketch of rank $r$ with $\\bar{A} = V V^\\top "
                "\\approx A = S^\\top S / n$",
                (sketch_of, truncated_svd),
            ),
            Step("**return** the answer of Algorithm 1 for $\\bar{A}$", (bipartite,)),
        ),
        here=(
            "Four sketches to choose from: truncated and randomised SVD, Gaussian "
            "projection, and frequent directions, which read the data once. Each "
            "reports how far it is from the data."
        ),
    ),
    Statement(
        kind="Theorem",
        number=2,
        title="On the data",
        says=(
            "Algorithm 3 returns an $X$ with\n\n$$\\mathrm{Tr}(X^\\top A X) \\ge (1 - "
            "\\varepsilon) \\max_{Y \\in \\mathcal{X}_k} \\mathrm{Tr}(Y^\\top A Y) - "
            "2k\\,\\lambda_{1,s}(A - \\bar{A}),$$\n\nwhere $\\lambda_{1,s}(M)$ is the "
            "greatest $|x^\\top M x|$ of unit vectors $x$ with at most $s$ nonzeros."
        ),
        steps=(Step("What the sketch may miss", (Sketch, truncated_svd)),),
        here=(
            "$\\lambda_{1,s}$ is as hard to compute as sparse PCA itself. Here the sum "
            "of Remark 2 is reported for an SVD, and for other sketches "
            "$k\\,\\|A - \\bar{A}\\|_2$, which is computed."
        ),
    ),
    Statement(
        kind="Theorem",
        number=3,
        title="An additive approximation in polynomial time",
        says=(
            "Let $A = V V^\\top$ have entries in $[-1, 1]$, let $R$ ($d \\times r$) "
            "have independent entries from $N(0, 1/r)$, and $\\bar{A} = V R R^\\top "
            "V^\\top$ with $r = O(\\varepsilon^{-2} \\log d)$. For $k = O(1)$ "
            "components of any size $s$, Algorithm 1 for $\\bar{A}$ returns an $X$ "
            "with\n\n$$\\mathrm{Tr}(X^\\top A X) \\ge \\max_{Y \\in "
            "\\mathcal{X}_k} \\mathrm{Tr}(Y^\\top A Y) - \\varepsilon\\,s$$\n\n"
            "with probability at least $1 - 1/\\mathrm{poly}(d)$, in time "
            "$n^{O(\\log(1/\\varepsilon)/\\varepsilon^2)}$."
        ),
        steps=(Step("The projection", (gaussian_projection,)),),
        here=(
            "The projection is taken of the data, $V = S^\\top R / \\sqrt{n}$ with $R$ "
            "($n \\times r$). Nothing is left to probability: afterwards $\\|A - V "
            "V^\\top\\|_2$ is computed, and the sketch misses at most $k$ times that."
        ),
    ),
    Statement(
        kind="Remark",
        number=2,
        title="For an SVD, k eigenvalues are enough",
        says=(
            "If $\\bar{A}$ is the truncated SVD of rank $r$, $A - \\bar{A}$ is "
            "positive semidefinite, and Algorithm 3 returns an $X$ with\n\n"
            "$$\\mathrm{Tr}(X^\\top A X) \\ge (1 - \\varepsilon) \\max_{Y \\in "
            "\\mathcal{X}_k} \\mathrm{Tr}(Y^\\top A Y) - \\sum_{i \\le k} "
            "\\lambda_{r+i}(A).$$\n\n*Why.* "
            "$\\mathrm{Tr}(X^\\top A X) \\ge \\mathrm{Tr}(X^\\top \\bar{A} X) \\ge "
            "(1 - \\varepsilon) \\mathrm{Tr}(Y^\\top \\bar{A} Y) \\ge (1 - "
            "\\varepsilon) \\mathrm{Tr}(Y^\\top A Y) - \\sum_{i \\le k} "
            "\\lambda_{r+i}(A)$, as $Y$ has orthonormal columns (Ky Fan)."
        ),
        steps=(Step("What the sketch may miss", (Sketch, truncated_svd)),),
        here="The sum is on the answer, as a number.",
        chapter="paper",
    ),
)
SUPPLEMENT = (
    Statement(
        kind="Algorithm",
        number=4,
        title="The bipartite graph",
        says="**Takes** $W$ ($d \\times k$). **Returns** a weighted graph.",
        steps=(
            Step("**on one side**, $s$ slots for each component $j$"),
            Step("**on the other**, the $d$ words"),
            Step(
                "**between** each slot of $j$ and each word $i$, an edge of weight "
                "$W_{ij}^2$",
                (scan,),
            ),
        ),
        here=(
            "The slots of a component are alike, so this is a transportation problem: "
            "$k$ nodes that take $s$ words each, instead of $ks$ slots. And only the "
            "$ks$ best words of each component can matter: the others take fewer, so "
            "one of its best is always free. Both change the time, never the answer."
        ),
    ),
    Statement(
        kind="Example",
        title="One component after another is not enough",
        says=(
            "Two components of two words each. In\n\n$$A = \\begin{pmatrix} 1 & 0 & 0 "
            "& \\varepsilon \\\\ 0 & \\delta & 0 & 0 \\\\ 0 & 0 & \\delta & 0 \\\\ "
            "\\varepsilon & 0 & 0 & 1 \\end{pmatrix}$$\n\nthe best component has words "
            "1 and 4 and captures $1 + \\varepsilon$. It leaves $\\delta$ for the "
            "second. Chosen together, two components capture 2: nearly twice as much "
            "for small $\\varepsilon$ and $\\delta$."
        ),
        steps=(),
        here="The methods that deflate take one after another: they remove used words.",
        chapter="together",
    ),
    Statement(
        kind="Brute force",
        title="All supports, one after another",
        says=(
            "With the supports $I_1, \\dots, I_k$ fixed, the best $x_j$ is the leading "
            "eigenvector of $A[I_j, I_j]$. So the optimum is found by trying all "
            "$d!\\,/\\,((s!)^k\\,(d - sk)!\\,k!)$ choices of $k$ disjoint supports: "
            "5,775 for 12 words and three components of four, over $10^{358}$ for KOS."
        ),
        steps=(Step("The best loadings on given supports", (leading_components,)),),
        here=(
            "The method Exact finds the same optimum on small corpora, and rules most "
            "choices out without trying them."
        ),
    ),
)
ERRATA = (
    "Table 2 is for *s* = 15 words, where its text says *s* = 10.",
    '"rank-*d*" is printed where rank *r* is meant.',
    "In the proof of Theorem 3, *d* and *r* are mixed up.",
)
