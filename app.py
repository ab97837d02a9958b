"""Topics: the first page. Run with `streamlit run app.py`."""

from pages.shared import frame, topics_view
from pages.shared.jobs import Batch
from pages.shared.progress import show_live
from pages.shared.text import ABOUT_TOPICS

page = frame.open_page("Topics", ABOUT_TOPICS)
batch = Batch(page.corpus, [page.settings], again=page.run_pressed)
show_live(batch, topics_view.show, topics_view.preview)
