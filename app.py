"""Topics: the first page. Run with `streamlit run app.py`."""

from pages.shared.frame import open_page
from pages.shared.text import ABOUT_TOPICS

choice = open_page("Topics", ABOUT_TOPICS)

from pages.shared import cached, topics_view
from pages.shared.jobs import Run
from pages.shared.progress import show_live

run = Run(cached.corpus(choice.corpus), choice.settings)
show_live([run], topics_view.show, topics_view.preview, again=choice.run_pressed)
