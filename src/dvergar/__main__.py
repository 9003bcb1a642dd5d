"""`python -m dvergar`: the same as the command `dvergar`."""

from __future__ import annotations

from dvergar.cli import main

if __name__ == "__main__":
    main()
