"""What is proven about solutions, updated while the proofs improve."""

from collections.abc import Callable
from functools import partial

import pandas as pd
import streamlit as st

from pages.shared.figure import with_digits
from pages.shared.frame import go_to
from pages.shared.state import choices
from pages.shared.work.screen import Controls, show_work
from pages.shared.work.tasks import Chance, Proof
from pages.shared.work.work import LONGEST_PAUSE, PROOFS, Work, queue
from spca_core.formatting import counted
from spca_core.problem.solution import Solution
from spca_core.proof import verdict
from spca_core.proof.certificate import Certificate
from spca_core.results.topics.chance import beside_proof

# Each poll costs the server and the browser time. With more proofs to wait for, as when
# there are many readers, each page polls less often.
POLL_SECONDS = 2.0
HOW_WE_KNOW = "Proof"
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
    n_topics = first.task.settings.n_components
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
        for limit in limits:
            st.markdown(verdict.bound_line(solution, limit))


def show_when_opened(
    proof: Proof, asked: Chance, words: str, *, refining: bool
) -> None:
    """Show what is proven and how, in an expander.

    words    : what the columns of the data are called
    refining : go on lowering the limit while it is open
    """

    def show() -> None:
        draw = partial(show_verdict, asked, words)
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


def show_verdict(asked: Chance, words: str, certificates: list[Certificate]) -> None:
    """Say how good a solution is proven to be, and how.

    words : what the columns of the data are called
    """
    solution = asked.solution
    limits = verdict.limits(certificates, [solution])
    for limit in limits["upper_bound"]:
        with st.container(horizontal=True, vertical_alignment="center"):
            for figure, label, value in verdict.bound_figures(solution, limit):
                st.metric(label, value, help=HELP[figure], width="content")
            proven = verdict.bound_sentence(solution, limit, words)
            st.markdown(beside_proof(proven, asked.found))
    _explain(certificates)


def show_proof(certificates: list[Certificate]) -> None:
    """Explain the limit, with its proof and a link to an example, in an expander."""
    _when_opened(partial(_explain, certificates))


def _explain(certificates: list[Certificate]) -> None:
    st.markdown(ABOUT_LIMIT)
    for certificate in certificates[:1]:
        _show_parts(verdict.limits_considered(certificate))
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
    "No choice of topics can capture more than this limit. It is proven, not estimated."
)
LINK_TO_EXAMPLE = "How it is proven: for four words, with all the numbers"


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
