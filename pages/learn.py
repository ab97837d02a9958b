"""Learn: how the methods work, on examples small enough to check by hand."""

from pages.shared.frame import open_page_without_run

open_page_without_run("Learn")

from pages.parts.learn import (
    dense,
    figure,
    four_words,
    matching,
    noise,
    one_at_a_time,
    own_sentences,
    plane,
    reader,
)

LESSONS = {  # by their names in links: those of the lesson, then those for students
    "component": plane.CHAPTER,
    "together": one_at_a_time.CHAPTER,
    "matching": matching.CHAPTER,
    "noise": noise.CHAPTER,
    "sentences": own_sentences.CHAPTER,
    "sparse": dense.CHAPTER,
    "paper": figure.CHAPTER,
    "limit": four_words.CHAPTER,
}

reader.show_chapters(LESSONS)
