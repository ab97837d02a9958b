"""Read files into corpora: what goes in is looked at once.

`recognise` looks at a file by the rows of `formats`, and cuts or unpacks it; `load`
reads what was found: a table by `tables`, a text by `documents`, numbers by `counts`.

Every reader refuses what it cannot read with an InputError that names the file, the
line, what is wrong and the way out; so do the helpers that the readers share.
"""
