"""Topics: the first page. Run with `streamlit run app.py`."""

from pages.shared.frame import open_page
from pages.shared.text import ABOUT_TOPICS

choice = open_page("Topics", ABOUT_TOPICS)

from pages.shared import topics_view
from pages.shared.progress import show_live

show_live(choice, [choice.settings], topics_view.show, topics_view.preview)
