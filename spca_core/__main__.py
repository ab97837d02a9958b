"""Run with `python -m spca_core`."""

import sys

from spca_core.cli.command_line import main

sys.exit(main())
