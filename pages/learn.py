"""Learn: how the methods work, on examples small enough to check by hand."""

from pages.shared.frame import open_page_without_run

open_page_without_run("Learn")

from pages.parts.learn import (
    cost,
    dense,
    figure,
    four_words,
    matching,
    noise,
    one_at_a_time,
    plane,
    reader,
)

LESSONS = {  # by their names in links
    "component": plane.CHAPTER,
    "sparse": dense.CHAPTER,
    "together": one_at_a_time.CHAPTER,
    "matching": matching.CHAPTER,
    "paper": figure.CHAPTER,
    "cost": cost.CHAPTER,
    "limit": four_words.CHAPTER,
    "noise": noise.CHAPTER,
}

reader.show_chapters(LESSONS)
