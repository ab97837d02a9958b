"""What is proven about solutions, updated while the proofs improve."""

from collections.abc import Callable
from functools import partial

import pandas as pd
import streamlit as st

from pages.shared.figure import with_digits
from pages.shared.frame import go_to
from pages.shared.state import choices
from pages.shared.text import NOTHING_YET
from pages.shared.work.screen import Controls, show_work
from pages.shared.work.tasks import Proof
from pages.shared.work.work import LONGEST_PAUSE, PROOFS, Work, queue
from spca_core.formatting import counted
from spca_core.problem.solution import Solution
from spca_core.proof import verdict
from spca_core.proof.certificate import Certificate

# Each poll costs the server and the browser time. With more proofs to wait for, as when
# there are many readers, each page polls less often.
POLL_SECONDS = 2.0
HOW_WE_KNOW = "How close to the best possible?"
EXAMPLE_CHAPTER = "limit"  # of Learn: on four words

Show = Callable[[list[Certificate]], None]


def show_refining(proofs: list[Proof], show: Show) -> None:
    """Show the certificates so far, again and again until all are finished.

    show : never draws less than before
    """
    watched, draw = partial(_watched, proofs), partial(_show, show)
    show_work(watched, draw, seconds=_pause(), steady=True)


def show_refinement(proofs: list[Proof], show: Show) -> None:
    """Show the same above how far the proofs are, with a button that stops them."""
    stop, again = (
        partial(st.button, label, key=key, help=HELP[key])
        for label, key in (
            ("Stop the proof", "stop_proof"),
            ("Restart the proof", "begin_again"),
        )
    )
    controls = Controls(_show_progress, stop, again)
    watched, draw = partial(_watched, proofs), partial(_show, show)
    show_work(watched, draw, controls, seconds=_pause())


def _watched(proofs: list[Proof]) -> list[Work[Proof]]:
    return [queue().watched(proof) for proof in proofs]


def _pause() -> float:
    # Never 0: its own proof may just have ended, and the page would poll nonstop.
    return min(POLL_SECONDS * max(len(queue().unfinished(PROOFS)), 1), LONGEST_PAUSE)


def _show(show: Show, proofs: list[Work[Proof]]) -> None:
    show([proof.latest for proof in proofs if proof.latest])


def _show_progress(unfinished: list[Work[Proof]]) -> None:
    first = next((proof for proof in unfinished if not proof.waiting), unfinished[0])
    n_topics = first.task.n_components
    size = f"for {counted(n_topics, 'topics')}"
    waiting = f"; {len(unfinished) - 1} more to come" if unfinished[1:] else ""
    if first.latest is None:
        st.caption(f"The limit {size} is computed next{waiting}.")
    else:
        st.caption(
            f"The limit {size} is still being lowered: "
            f"{counted(first.latest.steps, 'steps')}, {first.latest.seconds:.0f} "
            f"s{waiting}."
        )


def show_line(
    proof: Proof, solution: Solution, *, is_asked: Callable[[], bool]
) -> None:
    """Say in one line how good a solution is proven to be, once its proof has ended.

    is_asked : whether to say so already, at each look
    """
    draw = partial(_draw_line, solution, is_asked)
    show_work(partial(_watched, [proof]), draw, seconds=_pause())


def _draw_line(
    solution: Solution, is_asked: Callable[[], bool], proofs: list[Work[Proof]]
) -> None:
    for proof in proofs:
        latest = proof.latest
        # Before the first step the limit is far too high to say anything.
        begun = latest and (latest.steps or latest.finished)
        shown = [latest] if begun and (proof.done or is_asked()) else []
        limits = verdict.limits(shown, [solution])["upper_bound"]
        lines = [verdict.bound_line(solution, limit) for limit in limits]
        st.markdown(lines[0] if lines else NOTHING_YET)


def show_when_opened(
    proof: Proof, solution: Solution, words: str, *, refining: bool
) -> None:
    """Show what is proven and how, in an expander.

    words    : what the columns of the data are called
    refining : go on lowering the limit while it is open
    """

    def show() -> None:
        draw = partial(show_verdict, solution, words)
        if refining:
            show_refinement([proof], draw)
        else:
            draw([proof.known] if proof.known else [])

    _when_opened(show)


@st.fragment
def _when_opened(show: Callable[[], None]) -> None:
    """Draw an expander; its content is not drawn before it is opened."""
    with st.expander(HOW_WE_KNOW, key="how_we_know", on_change="rerun") as place:
        if place.open:
            show()


def show_verdict(
    solution: Solution, words: str, certificates: list[Certificate]
) -> None:
    """Say how good a solution is proven to be, and how.

    words : what the columns of the data are called
    """
    limits = verdict.limits(certificates, [solution])
    for limit in limits["upper_bound"]:
        with st.container(horizontal=True, vertical_alignment="center"):
            for figure, label, value in verdict.bound_figures(solution, limit):
                st.metric(label, value, help=HELP[figure], width="content")
            st.markdown(verdict.bound_sentence(solution, limit, words))
    _explain(certificates)


def show_proof(certificates: list[Certificate]) -> None:
    """Explain the limit, with its proof and a link to an example, in an expander."""
    _when_opened(partial(_explain, certificates))


def _explain(certificates: list[Certificate]) -> None:
    st.markdown(ABOUT_LIMIT)
    for certificate in certificates[:1]:
        _show_parts(verdict.limits_considered(certificate))
    st.markdown(PROOF_OF_LIMIT)
    if st.button(LINK_TO_EXAMPLE, icon=":material/school:", key="to_example"):
        choices.change(chapter=EXAMPLE_CHAPTER)
        go_to("Learn")


def _show_parts(parts: pd.DataFrame) -> None:
    st.dataframe(
        with_digits(parts, ["value"]),
        hide_index=True,
        width="content",
        column_config={
            "limit": "Limit from",
            "value": "At most",
            "proven": "Proven",
        },
    )


ABOUT_LIMIT = (
    "To be sure of the best topics, one would have to try every choice of words, and "
    "there are too many. But a limit for all choices can be found without trying any. "
    "Put a price on every word. What a topic captures then has two parts: one "
    "part is paid for by the prices of its words, and the rest is at most the greatest "
    "eigenvalues of what the prices leave of the data. The highest prices and those "
    "eigenvalues add up to at least as much as *any* topics capture. The rest can also "
    "be limited by what each word shares with others, or by a search for the single "
    "topic that is worth most above its price. The computer lowers these limits in "
    "turn, by other prices, and the lowest one counts. The best topics lie "
    "between what was found and that limit. So topics that reach 95 % of the limit are "
    "at least 95 % as good as the best, and often better than is proven."
)
PROOF_OF_LIMIT = r"""
**The proof.** Let $A$ be the matrix of the words' second moments. For $k$ topics of $s$
words, choose for every word $i$ numbers $q_i, u_i \ge 0$ and $h_i > 0$, and for every
pair $|f_{ij}| \le 1$. Put
$U_{ij} = f_{ij}\,(q_i q_j + \tfrac{u_i + u_j}{2})$, $\;p_i = q_i^2 + u_i / h_i$ (the
price), $\;D_{ii} = s\,u_i h_i / 4$ and $T = A - U + D$. A topic $x$ of unit length on a
set $I$ of $s$ words has

$$
\begin{aligned}
x^\top U x \;&\le\; \Big(\sum_{i \in I} q_i |x_i|\Big)^2
+ \sum_{i \in I} u_i |x_i| \sum_{j \in I} |x_j| \\
&\le\; \sum_{i \in I} q_i^2 + \sum_{i \in I} u_i \sqrt{s}\,|x_i| \\
&\le\; \sum_{i \in I} p_i + x^\top D x,
\end{aligned}
$$

by Cauchy and Schwarz twice, and since $\sqrt{s}\,|x_i| \le 1/h_i + s\,h_i x_i^2/4$ (the
mean of two numbers is at least the root of their product). So
$x^\top A x \le \sum_{i \in I} p_i + x^\top T x$. Topics share no word: over all $k$ of
them the prices add up to at most the $k s$ highest, and by a theorem of Ky Fan the
rest to at most the $k$ greatest eigenvalues of $T$. $\blacksquare$

**A second proof**, for data where no few directions hold most of the variance. Choose
for every word a price $p_i \ge 0$ and a scale $d_i > 0$. By Gershgorin's theorem, a
topic on $I$ captures at most $\sum_{j \in I} |A_{ij}|\, d_j / d_i$ for one of its words
$i$, its leader. That is at most the prices of $I$ and $g_i$, which is $A_{ii} - p_i$
plus the $s - 1$ greatest of $|A_{ij}|\, d_j / d_i - p_j$ (those below zero count as
zero). Topics share no word, so no two have the same leader: they capture at most the $k
s$ highest prices and the $k$ greatest $g_i$. $\blacksquare$

**A third proof** lowers these $g_i$, and shows most where topics are separate groups of
words. All that it needs is that no topic led by $i$ is worth more than $g_i$ above the
prices of its words. To see that none is, split the question: the topic has a certain
word, or it has it not; and go on with both, until each is answered. Limits on how much
a word can weigh beside its leader answer most of them at once. $\blacksquare$

Where there are few words, a search goes through all choices of topics at last, and
leaves out only those that cannot beat the best so far: the limit is then the optimum.

The limit also covers words that are not treated one by one, and the rounding of the
computer's numbers: it holds for all words and is rounded up.
"""
LINK_TO_EXAMPLE = "The same for four words, with all the numbers"


HELP = {
    "limit": (
        "No topics of this number and size capture more, however they are chosen. That "
        "is proven, not estimated."
    ),
    "share": (
        "What was captured, as a share of the proven limit. The best possible lies "
        "between the two, so the true share of the optimum is at least this."
    ),
    "begin_again": "Start again and lower the limit as far as possible.",
    "stop_proof": "Keep the limit as low as it is now.",
}
