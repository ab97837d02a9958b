"""Read files into corpora: what goes in is looked at once.

`look` recognises a file by the rows of `formats`, and cuts or unpacks it; `loading`
reads what was found. Texts come from `table` or `collections`, numbers from `counts`.

Every reader refuses what it cannot read with an InputError that names the file, the
line, what is wrong and the way out; so do the helpers that the readers share.
"""
