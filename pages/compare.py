"""Compare: the methods side by side on one corpus."""

from pages.shared.frame import open_page
from pages.shared.state.fields import COMPARE
from pages.shared.text import ABOUT_COMPARISON

choice = open_page("Compare", ABOUT_COMPARISON, COMPARE, compares=True)

from pages.parts.compare import curves, looks, plan
from pages.shared.state.corpora import open_chosen
from pages.shared.work.progress import show_live

chosen = open_chosen(choice)
runs = plan.choose_runs(chosen)
curves.choose()
view = looks.View(chosen, choice)
show_live(runs, view.show, view.preview, again=choice.run_pressed, timed=True)
