"""The charts of the lessons: tidy table -> Altair chart."""
