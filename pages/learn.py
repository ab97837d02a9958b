"""Learn: how the methods work, on examples small enough to check by hand."""

from pages.shared.frame import open_page_without_choices
from pages.shared.text import ABOUT_LEARN

open_page_without_choices("Learn", ABOUT_LEARN)

from pages.shared import learn_view

learn_view.show()
