"""Documents: what carries each topic, and how topics change over time or by group."""

from pages.shared.explore_text import ABOUT_DOCUMENTS
from pages.shared.frame import open_page

choice = open_page("Documents", ABOUT_DOCUMENTS)

from functools import partial

from pages.parts.documents import documents
from pages.shared.state.corpora import open_chosen
from pages.shared.work.progress import preview_topics, show_live

chosen = open_chosen(choice)
show_live(
    [chosen.run],
    partial(documents.show, chosen, choice),
    partial(preview_topics, choice.names),
    again=choice.run_pressed,
)
