"""Tidy table -> Altair chart: nothing is computed here, only drawn."""

from altair.utils.schemapi import disable_debug_mode

# A chart is held against the schema of charts as a whole, when it is drawn. To hold
# each of its parts against it before takes half of the time that a page takes.
disable_debug_mode()
