"""Learn: how the methods work, on examples small enough to check by hand."""

from pages.shared.frame import open_page_without_run

open_page_without_run("Learn")

from pages.parts.learn import (
    by_hand,
    cost,
    dense,
    figure,
    four_words,
    matching,
    net,
    noise,
    one_at_a_time,
    plane,
    reader,
    yourself,
)

# A link holds a chapter's number: new ones come last.
LESSONS = (
    *(plane, dense, one_at_a_time, matching, net, four_words, by_hand),
    *(figure, yourself, cost, noise),
)

reader.show_chapters(tuple(lesson.CHAPTER for lesson in LESSONS))
