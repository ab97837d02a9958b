"""All solvers replayed on one clock."""

import pandas as pd
import streamlit as st

from pages.parts.compare.comparison import Comparison
from pages.parts.compare.ranking import ABOUT_SECONDS
from pages.shared import player
from pages.shared.figure import show_figure
from spca_core.results.comparison import race

FRAME_SECONDS = 0.15


def show_race(comparison: Comparison) -> None:
    """Replay the race, by itself or frame by frame."""
    table = race.replay(comparison.largest)
    draw = st.fragment(_draw, run_every=player.pace("race", FRAME_SECONDS))
    draw(comparison, table)
    st.caption(f"{ABOUT_RACE} {ABOUT_SECONDS}")


def _draw(comparison: Comparison, table: pd.DataFrame) -> None:
    now = player.frame("race", race.N_FRAMES - 1)
    rows = race.at_frame(table, now)
    st.markdown(f"**{race.moment(table, now)}**")
    figure = race.race_figure(rows, comparison.settings.weighting)
    show_figure(figure, comparison.provenance)


ABOUT_RACE = "The dashed line is the best final value; a tick marks a finished run."
