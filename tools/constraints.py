"""Writes `constraints.txt`: the version of every library that Dvergar was tested with.

`python -m tools.constraints` asks uv for the newest versions that fit together, for every Python
and system at once. `./dvergar` installs these, so that next year's clone still builds what was
tested; `pip install` without them takes whatever is newest.
"""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[1]
CONSTRAINTS = ROOT / "constraints.txt"
HEAD = """\
# The versions that Dvergar was tested with; `python -m tools.constraints` writes them anew.
"""
PINNED = re.compile(r"^[A-Za-z0-9._-]+==[^ ;]+( ; .+)?$")


def main() -> int:
    """Writes the file; 1 if uv could not find versions that fit together."""
    uv = Path(sysconfig.get_path("scripts")) / "uv"
    words = ["--universal", "--all-extras", "--group", "dev", "--no-annotate", "--no-header"]
    done = subprocess.run(
        [str(uv), "pip", "compile", "-q", *words, "pyproject.toml"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        sys.stderr.write(f"{done.stderr}\nuv found no versions that fit together.\n")
        return 1
    lines = [line for line in done.stdout.splitlines() if PINNED.match(line)]
    CONSTRAINTS.write_text(HEAD + "".join(f"{line}\n" for line in lines), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
