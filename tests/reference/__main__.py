"""python -m tests.reference FOLDER"""

import sys
from pathlib import Path

from tests.reference import build

build(Path(sys.argv[1]))
