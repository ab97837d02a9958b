"""An option of a page is one field and one line: its widget and link are derived."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FIELD = 'toy: int = option(3, label="Toy", help="To play.", limits=(1, 9))\n    '
LINE = '\nfrom pages.shared.state.widgets import choose\n\nchoose("toy")\n'
BEFORE = "pinned: tuple"  # the first option of `View`
SEEN = """
from streamlit.testing.v1 import AppTest

def opened(**link):
    app = AppTest.from_file("app.py", default_timeout=60)
    app.switch_page("pages/paper.py")
    for name, text in link.items():
        app.query_params[name] = text
    app.run()
    assert not app.exception, app.exception
    return app

def toy(app):
    return app.number_input(key="choice_toy")

app = opened()
widget = toy(app)
assert (widget.label, widget.help) == ("Toy", "To play.")
assert (widget.value, widget.min, widget.max) == (3, 1, 9)
assert dict(app.query_params) == {}
widget.set_value(5).run()
assert dict(app.query_params) == {"toy": "5"}
assert toy(opened(toy="5")).value == 5
refused = opened(toy="10")
assert toy(refused).value == 3
(note,) = [one.value for one in refused.warning]
assert note == "The link's toy is not a whole number from 1 to 9; 3 is used."
"""


@pytest.mark.slow
def test_an_option_that_is_a_field_and_a_line_has_a_widget_and_is_in_the_link(tmp_path):
    shutil.copytree(ROOT / "pages", tmp_path / "pages")
    shutil.copy(ROOT / "app.py", tmp_path)
    fields = tmp_path / "pages/shared/state/options.py"
    text = fields.read_text("utf-8")
    assert text.count(BEFORE) == 1
    fields.write_text(text.replace(BEFORE, FIELD + BEFORE), "utf-8")
    page = tmp_path / "pages/paper.py"
    page.write_text(page.read_text("utf-8") + LINE, "utf-8")
    script = tmp_path / "seen.py"
    script.write_text(SEEN, "utf-8")
    places = os.pathsep.join([str(tmp_path), str(ROOT)])
    ended = subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": places},
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stderr
