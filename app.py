"""Topics: the first page. Run with `streamlit run app.py`."""

from pages.shared.frame import open_page
from pages.shared.text import ABOUT_TOPICS

choice = open_page("Topics", ABOUT_TOPICS, sweeps=True)

from functools import partial

from pages.parts.topics import saved, topics
from pages.shared.state.corpora import open_chosen
from pages.shared.work.batch import sweep_to
from pages.shared.work.progress import preview_topics, show_live

chosen = open_chosen(choice)
sweep_to(chosen.run)
topics.show_edits(choice)
show_live(
    [chosen.run],
    partial(topics.show, chosen, choice),
    partial(preview_topics, choice.names),
    again=choice.run_pressed,
)
saved.show(chosen)
