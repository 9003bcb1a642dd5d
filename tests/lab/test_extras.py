"""Libraries of the extras: they load when asked for, and take no cores from the bots."""

from __future__ import annotations

import os
import subprocess
import sys


def test_tables_leave_the_bots_numpy_with_one_thread() -> None:
    asked = (
        "from dvergar.lab.extras import import_extra; import_extra('pyarrow');"
        "import os; print(os.environ['OPENBLAS_NUM_THREADS'])"
    )
    environment = {key: value for key, value in os.environ.items() if "OPENBLAS" not in key}
    said = subprocess.run(
        [sys.executable, "-c", asked], env=environment, capture_output=True, text=True, check=True
    )
    assert said.stdout == "1\n"
