"""Run with `python -m spca_core`."""

import sys

from spca_core.command_line import main

sys.exit(main())
