"""The net: every pair of directions in one picture, and the ascent from a click."""

import pandas as pd
import streamlit as st

from pages.parts.learn.chapter import Chapter, number, slider, wrapped_table
from pages.shared.state import choices
from pages.shared.state.fields import MAX_DEGREES, NET_EPSILON_LIMITS
from spca_core.lessons import net

ABOUT = (
    "Eight words, summed up in two dimensions; two topics of two words. Each topic has "
    "a direction, an angle, and the matching gives both their words. The picture shows "
    "what each two angles capture. The paper's method tries all pairs of a **net** "
    "and keeps the best; the finer the net (the smaller epsilon), the nearer to the "
    "best possible. The **ascent** starts anywhere and climbs. Click the picture, or "
    "type two angles, to start it there."
)
QUESTION = (
    "Does the ascent always end at the best possible? Why not simply take a very fine "
    "net on a real corpus, with four dimensions or more and eight topics?"
)
ANSWER = (
    "No: each step goes up, but many starts end on a lower peak, so the joint search "
    "starts often. The whole net cannot miss the best by more than is proven, and it "
    "does far better. But with eight topics its pairs become combinations of eight "
    "directions, and soon there are more than any computer can try. Then directions "
    "are drawn at random, and nothing is proven."
)
FOR_TEACHERS = (
    "Let pupils guess from the colours where an ascent ends before they click, then "
    "look for a start whose peak is the lowest. Why is the picture the same on both "
    "sides of the diagonal (the topics change places), and why does what leaves on the "
    "right come back on the left (a direction and its opposite are one line)? Then "
    "compare the two rows of the last table as epsilon falls."
)
EPSILON_HELP = "How fine the net is: 0.2 guarantees 80 % of the best possible."
ANGLE_HELP = "The direction of this topic where the ascent starts, in degrees."
DRAWN = f"Of a net of more than {net.MAX_DRAWN:,} pairs only the best is drawn."
MAP = "net_map"  # key of the picture
STEP = 0.5  # degrees: the centre of every cell is a multiple
PATH_FORMS = {"value": "{:.3f}", **dict.fromkeys(net.ANGLES, "{:.1f}")}
PATH = ["step", "value", *net.ANGLES, "first_topic", "second_topic"]


def show() -> None:
    """Show the net and the ascent on the map of all angles, and what they reach."""
    epsilon, first, second = _choose()
    pairs, path = _net_marks(epsilon), net.climb(first, second)
    picture, numbers = st.columns(2)
    with picture:
        _show_map(net.marks(pairs, path), net.track(path))
    with numbers:
        _show(net.promises(epsilon, pairs, path))
        wrapped_table(path[PATH], net.LABELS, PATH_FORMS)
        _show(net.counts(epsilon))
        if net.NET_POINT not in set(pairs["kind"]):
            st.caption(DRAWN)


def _choose() -> tuple[float, float, float]:
    columns = st.columns(3)
    with columns[0]:
        epsilon = slider(
            "net_epsilon", "Epsilon", *NET_EPSILON_LIMITS, 0.01, EPSILON_HELP
        )
    angles = []
    for name, column in zip(net.ANGLES, columns[1:], strict=True):
        with column:
            limit, label = float(MAX_DEGREES), net.LABELS[name]
            angles.append(number(name, label, 0.0, limit, STEP, ANGLE_HELP))
    return epsilon, angles[0], angles[1]


def _show_map(marks: pd.DataFrame, track: pd.DataFrame) -> None:
    from spca_core.lessons.charts.net import net_map

    fixed = any(map(choices.hidden, net.ANGLES))
    st.vega_lite_chart(
        spec=net_map(_landscape(), marks, track),
        width="stretch",
        alt=net.TEXT_OF_MAP,
        key=MAP,
        on_select="ignore" if fixed else _take_click,
    )


def _take_click() -> None:
    """Start the ascent where the picture was clicked; ignore a click beside it."""
    for point in st.session_state[MAP].selection[net.PICK]:
        choices.change(**{name: float(point[name]) for name in net.ANGLES})


def _show(table: pd.DataFrame) -> None:
    named = table.rename(columns=net.LABELS)
    decimals = {net.LABELS["value"]: "%.3f", net.LABELS["share"]: "percent"}
    number = st.column_config.NumberColumn
    shown = {name: number(format=decimals[name]) for name in decimals if name in named}
    st.dataframe(named, hide_index=True, column_config=shown)


@st.cache_data(max_entries=1, show_spinner=False)
def _landscape() -> pd.DataFrame:
    return net.landscape()


@st.cache_data(max_entries=99, show_spinner=False)
def _net_marks(epsilon: float) -> pd.DataFrame:
    return net.net_marks(epsilon)


CHAPTER = Chapter(
    title="The net",
    about=ABOUT,
    question=QUESTION,
    answer=ANSWER,
    for_teachers=FOR_TEACHERS,
    widgets=("net_epsilon", *net.ANGLES),
    show=show,
)
