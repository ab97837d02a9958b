"""Tidy table -> Altair chart: nothing is computed here, only drawn."""

from altair.utils.schemapi import disable_debug_mode

# To hold each part of a chart against the schema of charts would take half of the time
# that a page takes. The tests hold whole charts against it.
disable_debug_mode()
