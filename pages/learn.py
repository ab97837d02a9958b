"""Learn: how the methods work, on examples small enough to check by hand."""

from pages.shared.frame import open_page_without_run
from pages.shared.text import ABOUT_LEARN

open_page_without_run("Learn", ABOUT_LEARN)

from pages.shared.views import learn

learn.show()
