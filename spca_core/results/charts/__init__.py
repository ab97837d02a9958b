"""Tidy table -> Altair chart: nothing is computed here, only drawn."""

from altair.utils.schemapi import disable_debug_mode

# Checking each part of a chart against Altair's schema would take half of the time of a
# page. The tests check whole charts instead.
disable_debug_mode()
