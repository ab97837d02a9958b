"""Files into corpora: one module for each format.

Every reader refuses what it cannot read with an InputError that names the file, the
line, what is wrong and the way out.
"""
