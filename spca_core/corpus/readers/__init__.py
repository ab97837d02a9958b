"""Read files into corpora, with one module for each kind of file.

Every reader refuses what it cannot read with an InputError that names the file, the
line, what is wrong and the way out; so do the helpers that the readers share.
"""
