"""Read files into corpora, by one of three doors.

`counts` are read as a corpus; `records` as a table of named columns, whose roles give
texts; `documents` as texts. `loading` looks at a file once, and hands on what it finds.

Every reader refuses what it cannot read with an InputError that names the file, the
line, what is wrong and the way out; so do the helpers that the readers share.
"""
