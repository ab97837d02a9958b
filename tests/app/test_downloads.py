"""Every file of every page is made when it is asked for, where no session is."""

import pytest
from streamlit.elements.widgets.button import ButtonMixin

from tests.app.test_explore import open_page
from tests.app.test_pages import QUICK, SMALL

PAGES = [
    *((None, {"tab": tab}) for tab in ("cards", "topic", "map", "time", "table")),
    *(("compare", {"look": look}) for look in ("curves", "words", "table", "race")),
    *(("compare", {"look": "curves", "picture": one}) for one in ("sizes", "seconds")),
    *(("compare", {"look": look}) for look in ("differences", "sweep")),
    *(("corpus", {"view": view}) for view in ("pictures", "words", "keep")),
    ("documents", {}),
    ("paper", {}),
]


@pytest.mark.parametrize(("page", "view"), PAGES)
def test_every_file_is_made_without_the_session(monkeypatch, page, view):
    files = {}
    draw = ButtonMixin._download_button

    def noted(self, label, data, file_name, *others, **options):
        files[f"{label} {file_name}"] = data
        return draw(self, label, data, file_name, *others, **options)

    monkeypatch.setattr(ButtonMixin, "_download_button", noted)
    app = open_page(page, corpus=SMALL, methods="joint,tpower", **QUICK, **view)
    assert not app.exception
    for name, data in files.items():
        assert len(data() if callable(data) else data) > 0, name
