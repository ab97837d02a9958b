"""Learn: how the methods work, on examples small enough to check by hand."""

from pages.shared.frame import open_page_without_run
from pages.shared.state.fields import LESSON

ABOUT = "How the methods work, on examples small enough to check by hand."
open_page_without_run("Learn", ABOUT, LESSON)

from pages.parts.learn import (
    by_hand,
    dense,
    limit,
    matching_steps,
    net,
    one_at_a_time,
    plane,
    reader,
)

LESSONS = (plane, dense, one_at_a_time, matching_steps, net, limit, by_hand)

reader.read(tuple(lesson.CHAPTER for lesson in LESSONS))
